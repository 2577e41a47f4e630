import { EyeOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { stopViewing } from '../../domains/rights/view-as.ts'
import './view-banner.css'

const MINUTE_MS = 60_000
const LOOK_MS = 10_000

/** Above everything, dialogs too, while an administrator looks at the product as another user. */
export function ViewBanner() {
  const t = useT()
  const viewing = useSession((session) => session.viewing)
  const user = useSession((session) => session.user)
  const now = useNow(viewing !== null)
  const isOver = viewing !== null && viewing.until <= now

  const stopping = useAction(stopViewing, { done: '' })
  useEffect(() => {
    if (isOver) void stopping.run()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the time is up
  }, [isOver])

  if (!viewing) return null
  const minutes = Math.max(1, Math.ceil((viewing.until - now) / MINUTE_MS))
  return (
    <div className="view-banner" role="status">
      <EyeOutlined />
      <span className="view-banner-text">
        <b>{t('正在以「{name}」的身份查看', { name: user?.name ?? '' })}</b>
        <span>{t('只读，{n} 分钟后自动结束', { n: minutes })}</span>
      </span>
      <button type="button" onClick={() => void stopping.run()}>
        {t('返回我的账号')}
      </button>
    </div>
  )
}

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
