import {
  ROW_STATES,
  type RowState,
  type RowViewer,
  rightsEntities,
  rightsOfRow,
  rightsRows,
} from '@xueheng/contract/domains/rights/rights.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select, Table } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { LEVELS } from './levels.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

interface Question {
  entity?: string | undefined
  id?: string | undefined
  state: RowState | ''
  keyword: string
  current: number
}

const SIZE = 10

/** Who sees one row, who may change or remove it, and why. */
export function RowRights() {
  const t = useT()
  const [asked, ask] = useState<Question>({ state: 'seen', keyword: '', current: 1 })
  const { entity, id } = asked
  const viewers = useQuery({
    queryKey: ['rights-of-row', asked],
    queryFn: () => callApi(rightsOfRow, { ...asked, size: SIZE }),
    enabled: Boolean(entity && id),
    staleTime: 0,
    placeholderData: (last) => last,
  })
  return (
    <div className="rights">
      <div className="rights-bar">
        <RowPicker asked={asked} onPick={(change) => ask({ ...asked, ...change, current: 1 })} />
        <Select
          aria-label={t('结果')}
          className="rights-state"
          value={asked.state}
          options={[
            { value: '' as const, label: t('全部用户') },
            ...Object.entries(ROW_STATES).map(([value, label]) => ({ value: value as RowState, label: t(label) })),
          ]}
          onChange={(state) => ask({ ...asked, state, current: 1 })}
        />
        <Input.Search
          className="rights-search"
          allowClear
          placeholder={t('账号或姓名')}
          onSearch={(keyword) => ask({ ...asked, keyword, current: 1 })}
        />
      </div>
      {!(entity && id) && <Empty title={t('选择一行数据')} hint={t('先选数据，再按名称查找，或直接输入主键')} />}
      {viewers.error && <ErrorState error={viewers.error} onRetry={() => void viewers.refetch()} />}
      {entity && id && !viewers.error && (
        <ViewerTable
          page={viewers.data}
          isLoading={viewers.isFetching}
          current={asked.current}
          onPage={(current) => ask({ ...asked, current })}
        />
      )}
    </div>
  )
}

interface RowPickerProps {
  asked: Question
  onPick: (change: Partial<Question>) => void
}

/** An entity, then one of its rows: by a part of its name, or by its key. */
function RowPicker({ asked, onPick }: RowPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const entities = useQuery({
    queryKey: ['rights-entities'],
    queryFn: () => callApi(rightsEntities),
  })
  const rows = useQuery({
    queryKey: ['rights-rows', asked.entity, typed],
    queryFn: () => callApi(rightsRows, { entity: asked.entity, keyword: typed }),
    enabled: Boolean(asked.entity),
  })
  const found = (rows.data ?? []).map((row) => ({ value: row.id, label: row.label }))
  const isKey = /^\d{5,19}$/.test(typed) && !found.some((row) => row.value === typed)
  return (
    <>
      <Select
        className="rights-entity"
        aria-label={t('数据')}
        placeholder={t('请选择数据')}
        showSearch={{ optionFilterProp: 'label' }}
        {...selectState(entities)}
        value={asked.entity}
        options={entities.data?.map(({ name, title }) => ({ value: name, label: t(title) }))}
        onChange={(entity) => onPick({ entity, id: undefined })}
      />
      <Select
        className="rights-picker"
        aria-label={t('数据行')}
        placeholder={t('按名称查找，或输入主键')}
        disabled={!asked.entity}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        {...selectState(rows)}
        value={asked.id}
        options={isKey ? [...found, { value: typed, label: t('主键 {id}', { id: typed }) }] : found}
        onChange={(id) => onPick({ id })}
      />
    </>
  )
}

interface ViewerTableProps {
  page: Page<RowViewer> | undefined
  isLoading: boolean
  current: number
  onPage: (current: number) => void
}

function ViewerTable({ page, isLoading, current, onPage }: ViewerTableProps) {
  const t = useT()
  return (
    <Table<RowViewer>
      size="small"
      rowKey="id"
      loading={isLoading}
      dataSource={page?.records ?? []}
      scroll={{ x: 820 }}
      locale={{ emptyText: t('没有符合条件的用户') }}
      pagination={{
        current,
        pageSize: SIZE,
        total: page?.total ?? 0,
        showSizeChanger: false,
        showTotal: (total) => t('共 {n} 人', { n: total }),
        onChange: onPage,
      }}
      columns={[
        { title: t('用户'), render: (_v, one) => `${one.name}（${one.account}）` },
        {
          title: t('查看'),
          width: 180,
          render: (_v, { state }) => (
            <span className={state === 'seen' ? 'rights-yes' : 'rights-no'}>{t(ROW_STATES[state])}</span>
          ),
        },
        { title: t('修改'), width: 70, render: (_v, one) => (one.canEdit ? t('可以') : '—') },
        { title: t('删除'), width: 70, render: (_v, one) => (one.canDelete ? t('可以') : '—') },
        { title: t('原因'), render: (_v, one) => <Reason viewer={one} /> },
      ]}
    />
  )
}

/** The role that gives the right, the unit level, and the data scopes that bear on the row. */
function Reason({ viewer }: { viewer: RowViewer }) {
  const t = useT()
  const parts = [
    viewer.roles.length > 0 && `${t('角色')} ${viewer.roles.map((role) => t(role)).join(t('、'))}`,
    `${t('数据范围')} ${t(LEVELS[viewer.level] ?? viewer.level)}`,
    viewer.scopes.length > 0 && `${t('数据权限')} ${viewer.scopes.join(t('、'))}`,
  ]
  return <span className="rights-reason">{parts.filter(Boolean).join(t('；'))}</span>
}
