import { ROOT_REGION, regionDetail, regionRemove } from '@xueheng/contract/domains/settings/region.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi, get } from '../../platform/api/client.ts'
import type { Values } from '../../platform/crud/use-entity-dialog.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message, showError } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
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
  const [search, setSearch] = useTabSearch()
  const [isAdding, setAdding] = useState(false)
  const code = search.get('code') ?? undefined
  const detail = useQuery({
    queryKey: [DETAIL, code ?? ROOT_REGION],
    queryFn: () => get<Values>(regionDetail.path, { code: code ?? ROOT_REGION }),
  })
  const row = detail.data

  function choose(next: string | undefined): void {
    setAdding(false)
    setSearch({ code: next })
  }

  async function changed(next: string | undefined): Promise<void> {
    await Promise.all([REGION_TREE, DETAIL].map((key) => client.invalidateQueries({ queryKey: [key] })))
    choose(next)
  }

  async function remove(): Promise<void> {
    if (!(await confirmBox(t('确定将选择数据删除?'), { isDanger: true }))) return
    try {
      await callApi(regionRemove, { id: code ?? '' })
      message.success(t('删除成功'))
      await changed(row?.parentCode === ROOT_REGION ? undefined : String(row?.parentCode))
    } catch (error) {
      showError(error)
    }
  }

  const buttons = row && (
    <>
      {can('region_add') && Number(row.regionLevel) < LOWEST_LEVEL && (
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('新增下级')}
        </Button>
      )}
      {code && can('region_delete') && (
        <Button danger icon={<DeleteOutlined />} onClick={() => void remove()}>
          {t('删除')}
        </Button>
      )}
    </>
  )
  return (
    <PageFrame isFilled title={t('行政区划')} extra={buttons}>
      <div className="region">
        <aside className="region-tree" aria-label={t('行政区划')}>
          <RegionTree value={code} onChange={choose} />
        </aside>
        <section className="region-form">
          {detail.error && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
          {detail.isPending && <Skeleton rows={5} />}
          {row && <Chosen {...{ row, isAdding }} isCountry={!code} onSaved={changed} />}
        </section>
      </div>
    </PageFrame>
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
