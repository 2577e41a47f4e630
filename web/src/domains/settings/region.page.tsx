import { ROOT_REGION, regionDetail, regionRemove } from '@xueheng/contract/domains/settings/region.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, get } from '../../platform/api/client.ts'
import { TreeListPage, useTreeChoice } from '../../platform/crud/TreeListPage.tsx'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { RegionBooks } from './RegionBooks.tsx'
import { RegionForm } from './RegionForm.tsx'
import { REGION_TREE, RegionTree } from './RegionTree.tsx'
import './region.css'

const DETAIL = 'region-detail'
const LOWEST_LEVEL = 5

/** 行政区划: the divisions as a tree, beside it the chosen one. The choice is in the address. */
export function Page() {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const [code, setCode] = useTreeChoice('code')
  const [isAdding, setAdding] = useState(false)
  const detail = useQuery({
    queryKey: [DETAIL, code ?? ROOT_REGION],
    queryFn: () => get<Values>(regionDetail.path, { code: code ?? ROOT_REGION }),
  })
  const row = detail.data

  function choose(next: string | undefined): void {
    setAdding(false)
    setCode(next)
  }

  async function changed(next: string | undefined): Promise<void> {
    await Promise.all([REGION_TREE, DETAIL].map((key) => client.invalidateQueries({ queryKey: [key] })))
    choose(next)
  }

  const removing = useAction(() => callApi(regionRemove, { id: code ?? '' }), {
    confirm: { text: '确定将选择数据删除?', isDanger: true },
    done: '删除成功',
    onDone: () => changed(row?.parentCode === ROOT_REGION ? undefined : String(row?.parentCode)),
  })

  const buttons = row && (
    <>
      <RegionBooks code={code} />
      {can('region_add') && Number(row.regionLevel) < LOWEST_LEVEL && (
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('新增下级')}
        </Button>
      )}
      {code && can('region_delete') && (
        <Button danger icon={<DeleteOutlined />} onClick={() => void removing.run()}>
          {t('删除')}
        </Button>
      )}
    </>
  )
  return (
    <TreeListPage
      title={t('行政区划')}
      extra={buttons}
      treeTitle={t('行政区划')}
      tree={<RegionTree value={code} onChange={choose} />}
      chosen={code}
    >
      <section className="region-form">
        {detail.error && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
        {detail.isPending && <Skeleton rows={5} />}
        {row && <Chosen {...{ row, isAdding }} isCountry={!code} onSaved={changed} />}
      </section>
    </TreeListPage>
  )
}

interface ChosenProps {
  row: Values
  isAdding: boolean
  /** Nothing is chosen: the country itself is not changed, only provinces are added to it. */
  isCountry: boolean
  onSaved: (code: string) => Promise<unknown>
}

function Chosen({ row, isAdding, isCountry, onSaved }: ChosenProps) {
  const t = useT()
  const can = useCan()
  if (isCountry && !isAdding) return <Empty title={t('选择左侧的区划查看，或新增省级区划')} />
  return (
    <>
      <h2>{isAdding ? `${t('新增下级')} · ${String(row.name)}` : String(row.name)}</h2>
      <RegionForm
        key={`${String(isAdding)}-${String(row.code)}-${String(row.updateTime)}`}
        mode={isAdding ? 'add' : can('region_edit') ? 'edit' : 'view'}
        initial={isAdding ? below(row) : row}
        onSaved={onSaved}
      />
    </>
  )
}

/** A new division starts with the code of the one above; two digits are still to be typed. */
function below(row: Values): Values {
  const prefix = row.code === ROOT_REGION ? '' : row.code
  return { code: prefix, parentCode: row.code, parentName: row.name, sort: 0 }
}
