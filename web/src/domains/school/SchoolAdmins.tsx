import { schoolAdmins, unitRemove, unitSubmit } from '@xueheng/contract/domains/school/user-unit.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useMemo, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { UserPicker } from './UserPicker.tsx'

interface Admin {
  id: string
  userId: string
  account: string
  name: string
}

/** Who administers a school: add by account, take away. */
export function SchoolAdmins({ schoolCode }: { schoolCode: string }) {
  const t = useT()
  const can = useCan()
  const queryKey = ['school-admins', schoolCode]
  const admins = useQuery({
    queryKey,
    queryFn: () => callApi(schoolAdmins, { id: schoolCode }),
    staleTime: 0,
  })
  const [picked, pick] = useState<string>()
  const known = useMemo(() => (admins.data ?? []).map((admin) => admin.userId), [admins.data])

  const adding = useAction(() => callApi(unitSubmit, { userId: picked, deptUscc: schoolCode, roleAlias: 'school' }), {
    changes: [queryKey],
    onDone: () => pick(undefined),
  })
  const removing = useAction(({ id }: Admin) => callApi(unitRemove, { ids: id }), {
    confirm: ({ account }) => ({ text: t('确定移除该学校的管理员 {account}?', { account }), isDanger: true }),
    changes: [queryKey],
  })

  if (admins.error) return <ErrorState error={admins.error} onRetry={() => void admins.refetch()} />
  return (
    <div className="school-admins">
      {can('userunit_add') && (
        <div className="school-admins-add">
          <UserPicker value={picked} onChange={pick} except={known} />
          <Button type="primary" loading={adding.isBusy} disabled={!picked} onClick={() => void adding.run()}>
            {t('添加')}
          </Button>
        </div>
      )}
      <AdminTable rows={admins.data} isBusy={removing.isBusy} onRemove={(row) => void removing.run(row)} />
    </div>
  )
}

interface AdminTableProps {
  rows: Admin[] | undefined
  isBusy: boolean
  onRemove: (row: Admin) => void
}

function AdminTable({ rows, isBusy, onRemove }: AdminTableProps) {
  const t = useT()
  const can = useCan()
  const columns = [
    { dataIndex: 'account', title: t('登录账号') },
    { dataIndex: 'name', title: t('用户昵称') },
    {
      key: 'remove',
      width: 90,
      render: (_: unknown, row: Admin) => (
        <Button type="link" danger size="small" disabled={isBusy} onClick={() => onRemove(row)}>
          {t('移除')}
        </Button>
      ),
    },
  ]
  return (
    <Table<Admin>
      rowKey="id"
      size="small"
      loading={!rows}
      dataSource={rows ?? []}
      columns={can('userunit_delete') ? columns : columns.slice(0, 2)}
      pagination={{ pageSize: 20, hideOnSinglePage: true }}
      locale={{ emptyText: <Empty title={t('该学校还没有管理员')} /> }}
    />
  )
}
