import { BellOutlined } from '@ant-design/icons'
import { Tabs } from 'antd'
import { useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { NoticeDialog } from './NoticeDialog.tsx'
import { NoticeList } from './NoticeList.tsx'
import { type Notice, useOpenNotice, useUnreadNotices } from './notices.ts'
import { TopPanel } from './TopPanel.tsx'
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
      <TopPanel
        label={label}
        name={t('消息')}
        icon={<BellOutlined className="notice-bell" />}
        badge={{ count: unread }}
        title={t('消息通知')}
        className="notice-panel"
        isOpen={isOpen}
        onOpen={setOpen}
        button={bell}
      >
        <Tabs items={[{ key: 'notice', label: t('消息'), children: <NoticeList onPick={pick} /> }]} />
      </TopPanel>
      <NoticeDialog notice={shown} onClose={close} afterClose={() => bell.current?.focus()} />
    </>
  )
}
