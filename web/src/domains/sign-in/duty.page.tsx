import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { signOut } from '../../platform/session/session.ts'
import type { PageProps } from '../../platform/tabs/tab.ts'
import { OwnFactor } from './OwnFactor.tsx'
import { OwnPassword } from '../people/index.ts'
import './info.css'

/** What is due before anything else: a password of one's own, or an authenticator. */
export function Page({ rest: [duty] }: PageProps) {
  const t = useT()
  const client = useQueryClient()
  const goOn = () => void client.invalidateQueries({ queryKey: ['rights'] })
  const isPassword = duty === 'password'
  return (
    <main className="duty">
      <h1>{t(isPassword ? '修改密码' : '二次验证')}</h1>
      <Alert
        className="info-refusal"
        type="info"
        showIcon
        title={t(isPassword ? '首次登录或密码已到期，请先设置新密码' : '本单位要求二次验证，请先绑定验证器')}
      />
      {isPassword ? <OwnPassword onDone={goOn} /> : <OwnFactor onDone={goOn} />}
      <Button type="text" onClick={() => void signOut().catch(() => undefined)}>
        {t('退出登录')}
      </Button>
    </main>
  )
}
