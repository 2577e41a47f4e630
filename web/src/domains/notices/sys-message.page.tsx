import { useQuery } from '@tanstack/react-query'
import { sysMessage, taskMessages, topMessages } from '@xueheng/contract/domains/notices/sys-message.ts'
import { Pagination, Tabs } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import { formatMoment } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch, openTab } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AccountInput } from './AccountInput.tsx'
import './sys-message.css'

/** 系统消息: the messages that were written, what came for me, and how my long work ended. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const part = search.get('part') ?? 'all'
  return (
    <PageFrame isFilled title={t('系统消息')}>
      <Tabs
        className="messages-tabs"
        activeKey={part}
        onChange={(next) => setSearch({ part: next === 'all' ? undefined : next })}
        items={[
          { key: 'all', label: t('全部消息') },
          { key: 'top', label: t('我的消息') },
          { key: 'task', label: t('任务消息') },
        ]}
      />
      {part === 'all' && <CrudPage entity={sysMessage} Form={MessageForm} />}
      {part === 'top' && <Messages call={topMessages} />}
      {part === 'task' && <Messages call={taskMessages} />}
    </PageFrame>
  )
}

const INPUTS = { account: AccountInput }

function MessageForm() {
  return <ListForm inputs={INPUTS} />
}

const SIZE = 10

function Messages({ call }: { call: typeof topMessages }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const page = useQuery({
    queryKey: ['messages', call.name, current],
    queryFn: () => callApi(call, { current, size: SIZE }),
    placeholderData: (old) => old,
  })
  if (page.error) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <Skeleton />
  if (page.data.total === 0) return <Empty title={t('还没有消息')} />
  return (
    <div className="messages">
      <ul>
        {page.data.records.map((message) => (
          <li key={message.id}>
            <header>
              <b>{t(message.title)}</b>
              <time>{formatMoment(message.createTime)}</time>
            </header>
            <p>{t(message.content)}</p>
            {message.link && (
              <button type="button" className="crud-link" onClick={() => openTab(message.link ?? '')}>
                {t('查看')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        current={current}
        pageSize={SIZE}
        total={page.data.total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setCurrent}
      />
    </div>
  )
}
