import { schoolAdmins, unitRemove, unitSubmit } from '@xueheng/contract/domains/school/user-unit.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useMemo, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message, showError } from '../../platform/ui/message.ts'
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
  const client = useQueryClient()
  const can = useCan()
  const queryKey = ['school-admins', schoolCode]
  const admins = useQuery({
    queryKey,
    queryFn: async () => (await callApi(schoolAdmins, { id: schoolCode })) as unknown as Admin[],
    staleTime: 0,
  })
  const [picked, pick] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const known = useMemo(() => (admins.data ?? []).map((admin) => admin.userId), [admins.data])

  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await work()
      pick(undefined)
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  const add = () => change(() => callApi(unitSubmit, { userId: picked, deptUscc: schoolCode, roleAlias: 'school' }))
  async function remove({ id, account }: Admin): Promise<void> {
    if (!(await confirmBox(t('确定移除该学校的管理员 {account}?', { account }), { isDanger: true }))) return
    await change(() => callApi(unitRemove, { ids: id }))
  }

  if (admins.error) return <ErrorState error={admins.error} onRetry={() => void admins.refetch()} />
  return (
    <div className="school-admins">
      {can('userunit_add') && (
        <div className="school-admins-add">
          <UserPicker value={picked} onChange={pick} except={known} />
          <Button type="primary" loading={isBusy} disabled={!picked} onClick={() => void add()}>
            {t('添加')}
          </Button>
        </div>
      )}
      <AdminTable rows={admins.data} isBusy={isBusy} onRemove={(row) => void remove(row)} />
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
