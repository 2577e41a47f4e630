import { useQuery } from '@tanstack/react-query'
import { noticeTop } from '@xueheng/contract/domains/notices/notice.ts'
import { Pagination } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { NOTICES_KEY, type Notice } from './notices.ts'

const PAGE_SIZE = 5

/** The notices for the user, five at a time, those unread in bold. */
export function NoticeList({ onPick }: { onPick: (notice: Notice) => void }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const page = useQuery({
    queryKey: [...NOTICES_KEY, current],
    queryFn: () => callApi(noticeTop, { current, size: PAGE_SIZE }),
    placeholderData: (old) => old,
  })
  if (page.error) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <Skeleton rows={3} />
  if (page.data.total === 0) return <Empty title={t('还没有消息')} hint={t('发给您的通知公告会出现在这里')} />
  return (
    <>
      <ul>
        {page.data.records.map((notice) => (
          <li key={notice.id} className={notice.isRead ? '' : 'is-unread'}>
            <button type="button" onClick={() => onPick(notice)}>
              <b>{notice.title}</b>
              <time>{notice.releaseTime.slice(0, 16)}</time>
              <span>{textOf(notice.content)}</span>
            </button>
          </li>
        ))}
      </ul>
      {page.data.total > PAGE_SIZE && (
        <Pagination
          simple
          size="small"
          current={current}
          pageSize={PAGE_SIZE}
          total={page.data.total}
          onChange={setCurrent}
        />
      )}
    </>
  )
}

/** The words alone; a document made by the parser runs nothing and loads nothing. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
