import { useQuery } from '@tanstack/react-query'
import { notice, noticeReceipts } from '@xueheng/contract/domains/notices/notice.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { AccountsInput } from './AccountInput.tsx'

/** 通知公告: what is written, for whom, and who has read it. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  return (
    <CrudPage entity={notice} Form={NoticeForm}>
      <ListToolbar />
      <ListRows actions={[{ code: 'notice_edit', label: '阅读记录', run: choose }]} />
      <AppModal
        open={chosen !== undefined}
        title={`${t('阅读记录')} · ${String(chosen?.title ?? '')}`}
        width={640}
        footer={null}
        onCancel={() => choose(undefined)}
      >
        {chosen && <Receipts id={chosen.id} />}
      </AppModal>
    </CrudPage>
  )
}

const INPUTS = { accounts: AccountsInput }

function NoticeForm() {
  return <ListForm inputs={INPUTS} />
}

const SIZE = 10

function Receipts({ id }: { id: string }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const page = useQuery({
    queryKey: ['notice-receipts', id, current],
    queryFn: () => callApi(noticeReceipts, { id, current, size: SIZE }),
    placeholderData: (old) => old,
  })
  if (page.error) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  return (
    <Table
      size="small"
      rowKey="account"
      loading={page.isPending}
      dataSource={page.data?.records ?? []}
      locale={{ emptyText: t('还没有人阅读') }}
      pagination={{
        current,
        pageSize: SIZE,
        total: page.data?.total ?? 0,
        onChange: setCurrent,
        hideOnSinglePage: true,
      }}
      columns={[
        { dataIndex: 'account', title: t('登录账号') },
        { dataIndex: 'name', title: t('用户昵称') },
        { dataIndex: 'readTime', title: t('阅读时间') },
      ]}
    />
  )
}
