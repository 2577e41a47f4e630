import { chatList, msgList, msgReply } from '@xueheng/contract/domains/mp/wx-msg.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { messageText } from './message-text.ts'

type Chat = Row<typeof chatList.fields>

const LOOK_MS = 10_000
const SHOWN = 100
/** Longest answer the platform's own screen takes. */
const MOST_SIGNS = 600

const nameOf = (chat: Chat): string => chat.remark || chat.nickname || chat.openid

/** Who has written, the last one first, and what was said with the picked one. */
export function Chats() {
  const t = useT()
  const [openid, pick] = useState<string>()
  const found = useQuery({
    queryKey: ['mp', 'chats'],
    queryFn: () => callApi(chatList, { current: 1, size: SHOWN }),
    refetchInterval: LOOK_MS,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={8} />
  const chats = found.data.records
  const chat = chats.find((one) => one.openid === openid)
  if (chats.length === 0) return <Empty title={t('还没有消息')} hint={t('粉丝给公众号发消息后出现在这里')} />
  return (
    <div className={chat ? 'mp-chats is-open' : 'mp-chats'}>
      <ul className="mp-chat-list" aria-label={t('会话')}>
        {chats.map((one) => (
          <li key={one.openid}>
            <button
              type="button"
              className={one.openid === openid ? 'is-picked' : undefined}
              aria-pressed={one.openid === openid}
              onClick={() => pick(one.openid)}
            >
              <b>
                <Badge dot={one.isWaiting === 1}>{nameOf(one)}</Badge>
              </b>
              <time>{formatTime(one.lastTime)}</time>
              <span>{one.preview ?? '—'}</span>
            </button>
          </li>
        ))}
      </ul>
      {chat ? (
        <Conversation key={chat.openid} chat={chat} onBack={() => pick(undefined)} />
      ) : (
        <p className="mp-note">{t('选择一个会话')}</p>
      )}
    </div>
  )
}

function Conversation({ chat, onBack }: { chat: Chat; onBack: () => void }) {
  const t = useT()
  const can = useCan()
  const key = ['mp', 'messages', chat.openid]
  const found = useQuery({
    queryKey: key,
    queryFn: () => callApi(msgList, { openid: chat.openid, current: 1, size: SHOWN }),
    refetchInterval: LOOK_MS,
  })
  const bottom = useRef<HTMLLIElement>(null)
  const messages = (found.data?.records ?? []).toReversed()
  useEffect(() => {
    bottom.current?.scrollIntoView({ block: 'end' })
  }, [messages.length])
  return (
    <section className="mp-chat" aria-label={nameOf(chat)}>
      <header>
        <Button className="mp-chat-back" onClick={onBack}>
          {t('返回')}
        </Button>
        <b>{nameOf(chat)}</b>
      </header>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      <ul className="mp-chat-messages">
        {messages.map((row) => (
          <li key={row.id} className={row.inOut === 1 ? 'is-out' : undefined}>
            <span>{messageText(row.msgType, row.detail)}</span>
            <time>{formatTime(row.msgTime)}</time>
          </li>
        ))}
        <li ref={bottom} aria-hidden="true" className="mp-chat-end" />
      </ul>
      {can('wxmsg_reply') && <Reply chat={chat} messagesKey={key} />}
    </section>
  )
}

/** Open for two days after the last message: the platform takes none later. */
function Reply({ chat, messagesKey }: { chat: Chat; messagesKey: string[] }) {
  const t = useT()
  const [text, type] = useState('')
  const sending = useAction(() => callApi(msgReply, { openid: chat.openid, replyType: 'text', replyContent: text }), {
    changes: [messagesKey, ['mp', 'chats']],
    done: '',
    onDone: () => type(''),
  })
  if (chat.canReply !== 1) return <p className="mp-note">{t('对方48小时内没有来信或已取消关注，不能回复')}</p>
  return (
    <form
      className="mp-reply"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) void sending.run()
      }}
    >
      <Input.TextArea
        aria-label={t('回复内容')}
        value={text}
        rows={2}
        maxLength={MOST_SIGNS}
        onChange={(event) => type(event.target.value)}
        onPressEnter={(event) => {
          if (event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (text.trim()) void sending.run()
        }}
      />
      <Button type="primary" htmlType="submit" disabled={!text.trim()} loading={sending.isBusy}>
        {t('发送')}
      </Button>
    </form>
  )
}
