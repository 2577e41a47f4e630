import * as auth from '@xueheng/contract/domains/school/app-auth.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Table, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useUsers, userLabel } from '../rights/index.ts'
import './app-grants.css'

/** One line of who holds the application. */
interface Grant {
  id: string
  title: string
  note: string
  createTime: string
}

interface PickerProps {
  value: string[]
  onChange: (ids: string[]) => void
}

/** The two kinds of grants: how they are read, given and taken back, and how holders are picked. */
interface Kind {
  title: string
  load: (appCode: string) => Promise<Grant[]>
  grant: (appCode: string, ids: string[]) => Promise<unknown>
  revoke: (ids: string) => Promise<unknown>
  Picker: (props: PickerProps) => ReactNode
}

type Row = Record<string, unknown> & { id: string }

function grantOf(row: Row, title: string, note: string): Grant {
  return {
    id: row.id,
    title: String(row[title] ?? ''),
    note: String(row[note] ?? ''),
    createTime: String(row.createTime),
  }
}

const MOST = 1000

export const DEPT_GRANTS: Kind = {
  title: '单位授权',
  load: async (appCode) =>
    (await get<Row[]>(auth.deptGrants.path, { appCode })).map((row) => grantOf(row, 'deptName', 'fullName')),
  grant: (appCode, ids) => callApi(auth.grantDepts, { appCode, deptId: ids.join() }),
  revoke: (ids) => callApi(auth.revokeDepts, { ids }),
  Picker: DeptPicker,
}

export const USER_GRANTS: Kind = {
  title: '用户授权',
  load: async (appCode) => {
    const page = await get<{ records: Row[] }>(auth.userGrants.path, { appCode, size: MOST })
    return page.records.map((row) => grantOf(row, 'account', 'name'))
  },
  grant: (appCode, ids) => callApi(auth.grantUsers, { appCode, userId: ids.join() }),
  revoke: (ids) => callApi(auth.revokeUsers, { ids }),
  Picker: UserPicker,
}

interface AppGrantsProps {
  kind: Kind
  appCode: string
  appName: string
  onClose: () => void
}

/** Who holds an application: add several at once, take back one. */
export function AppGrants({ kind, appCode, appName, onClose }: AppGrantsProps) {
  const t = useT()
  const queryKey = ['app-grants', kind.title, appCode]
  const grants = useQuery({ queryKey, queryFn: () => kind.load(appCode), staleTime: 0 })
  const [picked, pick] = useState<string[]>([])
  const granting = useAction(() => kind.grant(appCode, picked), { changes: [queryKey], onDone: () => pick([]) })
  const revoking = useAction(kind.revoke, { changes: [queryKey] })

  return (
    <AppModal open title={`${t(kind.title)} · ${appName}`} width={760} footer={null} onCancel={onClose}>
      <div className="app-grants-add">
        <kind.Picker value={picked} onChange={pick} />
        <Button
          type="primary"
          loading={granting.isBusy}
          disabled={picked.length === 0}
          onClick={() => void granting.run()}
        >
          {t('授权')}
        </Button>
      </div>
      {grants.error ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : (
        <GrantTable rows={grants.data} isBusy={revoking.isBusy} onRevoke={(id) => void revoking.run(id)} />
      )}
    </AppModal>
  )
}

interface GrantTableProps {
  rows: Grant[] | undefined
  isBusy: boolean
  onRevoke: (id: string) => void
}

function GrantTable({ rows, isBusy, onRevoke }: GrantTableProps) {
  const t = useT()
  const columns = [
    { dataIndex: 'title', title: t('名称') },
    { dataIndex: 'note', title: t('说明') },
    { dataIndex: 'createTime', title: t('授权时间'), width: 170 },
    {
      key: 'revoke',
      width: 90,
      render: (_: unknown, row: Grant) => (
        <Button type="link" danger size="small" disabled={isBusy} onClick={() => onRevoke(row.id)}>
          {t('取消授权')}
        </Button>
      ),
    },
  ]
  return (
    <Table<Grant>
      rowKey="id"
      size="small"
      loading={!rows}
      columns={columns}
      dataSource={rows ?? []}
      pagination={{ pageSize: 10, hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
    />
  )
}

interface DeptNode {
  value: string
  title: string
  children?: DeptNode[]
}

function DeptPicker({ value, onChange }: PickerProps) {
  const t = useT()
  const tree = useQuery({
    queryKey: ['tree', 'dept', ''],
    queryFn: () => get<DeptNode[]>('/api/blade-system/dept/tree'),
  })
  return (
    <TreeSelect<string[], DeptNode>
      multiple
      allowClear
      treeDefaultExpandAll
      aria-label={t('选择单位')}
      placeholder={t('选择单位')}
      value={value}
      treeData={tree.data ?? []}
      showSearch={{ treeNodeFilterProp: 'title' }}
      maxTagCount="responsive"
      onChange={onChange}
    />
  )
}

function UserPicker({ value, onChange }: PickerProps) {
  const t = useT()
  const users = useUsers()
  const options = users.data?.map((user) => ({ value: user.id, label: userLabel(user) }))
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      aria-label={t('选择用户')}
      placeholder={t('选择用户')}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      {...selectState(users)}
      maxTagCount="responsive"
      onChange={onChange}
    />
  )
}
