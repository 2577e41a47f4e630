import { type FormEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useT } from '../../platform/i18n/i18n.ts'
import { signOut } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { Seal } from '../Brand.tsx'
import { safeReturn } from '../guards.tsx'
import { unlock, useLock } from './lock.ts'
import './lock.css'

/** The curtain: nothing of the work is in the page while it is down. */
export function LockPage() {
  const t = useT()
  const { isLocked } = useLock()
  const { search } = useLocation()
  // Where the curtain fell; the address changes while it is lifted.
  const [back] = useState(() => safeReturn(search))
  const user = useSession((session) => session.user)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  if (!isLocked) return <Navigate to={back} replace />

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!password) return setFault('锁屏密码不能为空')
    if (!(await unlock(password))) setFault('锁屏密码不正确')
  }

  return (
    <main className="lock">
      <Seal />
      <h1>{user?.name}</h1>
      <p>{t('已锁屏，输入锁屏密码继续')}</p>
      <form onSubmit={(event) => void open(event)}>
        <input
          type="password"
          aria-label={t('锁屏密码')}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
          autoFocus
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setFault('')
          }}
        />
        <button type="submit">{t('解锁')}</button>
      </form>
      <p className="lock-fault" role="alert">
        {fault && t(fault)}
      </p>
      <button type="button" className="lock-leave" onClick={() => void signOut().catch(() => undefined)}>
        {t('退出登录')}
      </button>
    </main>
  )
}
