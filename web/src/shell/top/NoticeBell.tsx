import { BellOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { noticeRead, noticeTop, noticeUnread } from '@xueheng/contract/domains/notices/notice.ts'
import { Badge, Pagination, Popover, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { watchEvents } from '../../platform/events/events.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RichText } from '../../platform/ui/RichText.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './notice-bell.css'

const PAGE_SIZE = 5
/** A notice may be written today and released tomorrow: then nobody tells of it. */
const LOOK_MS = 60_000
const KEY = ['notices']

interface Notice {
  id: string
  title: string
  releaseTime: string
  content: string
  isRead: number
}

/** The bell: how many notices are unread, the notices five at a time, and one of them in a dialog. */
export function NoticeBell() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [shown, show] = useState<Notice>()
  const bell = useRef<HTMLButtonElement>(null)
  const refresh = useRefresh()
  const unread = useUnread(refresh)
  const label = unread > 0 ? t('消息通知，{unread}条未读', { unread }) : t('消息通知')

  function open(notice: Notice): void {
    setOpen(false)
    show(notice)
    if (!notice.isRead) void callApi(noticeRead, { id: notice.id }).then(refresh, () => undefined)
  }

  return (
    <>
      <Popover
        trigger="click"
        placement="bottom"
        open={isOpen}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) bell.current?.focus()
        }}
        content={<NoticePanel onPick={open} />}
        styles={{ container: { padding: 0 } }}
        destroyOnHidden
      >
        <button ref={bell} type="button" className="top-icon" aria-label={label} title={label} aria-expanded={isOpen}>
          <Badge count={unread} size="small" color="var(--xh-seal)">
            <BellOutlined className="notice-bell" />
          </Badge>
        </button>
      </Popover>
      <AppModal
        open={shown !== undefined}
        title={t('消息内容')}
        footer={null}
        width={680}
        onCancel={() => show(undefined)}
        afterClose={() => bell.current?.focus()}
      >
        {shown && (
          <article className="notice-shown">
            <h2>{shown.title}</h2>
            <time>{shown.releaseTime}</time>
            <RichText html={shown.content} />
          </article>
        )}
      </AppModal>
    </>
  )
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const [refresh] = useState(() => () => client.invalidateQueries({ queryKey: KEY }))
  return refresh
}

function useUnread(refresh: () => Promise<void>): number {
  useEffect(() => watchEvents({ kind: 'notice', onEvent: () => void refresh(), readAll: refresh }), [refresh])
  const { data } = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: () => callApi(noticeUnread),
    refetchInterval: LOOK_MS,
  })
  return data?.unread ?? 0
}

function NoticePanel({ onPick }: { onPick: (notice: Notice) => void }) {
  const t = useT()
  const panel = useRef<HTMLElement>(null)
  // The list stands at the end of the page: from here the keys lead into it.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={panel} tabIndex={-1} className="notice-panel" aria-label={t('消息通知')}>
      <Tabs items={[{ key: 'notice', label: t('消息'), children: <NoticeList onPick={onPick} /> }]} />
    </section>
  )
}

function NoticeList({ onPick }: { onPick: (notice: Notice) => void }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const page = useQuery({
    queryKey: [...KEY, current],
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
