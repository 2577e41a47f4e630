import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { NoticeDialog } from './NoticeDialog.tsx'
import { NoticeList } from './NoticeList.tsx'
import { type Notice, useOpenNotice, useUnreadNotices } from './notices.ts'
import './notice-bell.css'

/** The bell: how many notices are unread, the notices five at a time, and one of them in a dialog. */
export function NoticeBell() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { shown, open, close } = useOpenNotice()
  const bell = useRef<HTMLButtonElement>(null)
  const unread = useUnreadNotices()
  const label = unread > 0 ? t('消息通知，{unread}条未读', { unread }) : t('消息通知')

  function pick(notice: Notice): void {
    setOpen(false)
    open(notice)
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
        content={<NoticePanel onPick={pick} />}
        styles={{ container: { padding: 0 } }}
        destroyOnHidden
      >
        <button ref={bell} type="button" className="top-icon" aria-label={label} title={label} aria-expanded={isOpen}>
          <Badge count={unread} size="small" color="var(--xh-seal)">
            <BellOutlined className="notice-bell" />
          </Badge>
          <span className="top-name">{t('消息')}</span>
        </button>
      </Popover>
      <NoticeDialog notice={shown} onClose={close} afterClose={() => bell.current?.focus()} />
    </>
  )
}

function NoticePanel({ onPick }: { onPick: (notice: Notice) => void }) {
  const t = useT()
  const panel = useRef<HTMLElement>(null)
  // The list stands at the end of the page: from here the keys lead into it.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={panel} tabIndex={-1} className="notice-panel" aria-label={t('消息通知')}>
      <Tabs items={[{ key: 'notice', label: t('消息'), children: <NoticeList onPick={onPick} /> }]} />
    </section>
  )
}
