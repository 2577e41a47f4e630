import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import './self-test.css'

interface Finding {
  title: string
  value: string
  isGood: boolean
}

/** 测试页: what a help desk asks for first: does this browser do what the product needs, and how far is the server. */
export function Page() {
  const t = useT()
  const user = useSession((session) => session.user)
  const server = useQuery({ queryKey: ['self-test'], queryFn: distance, gcTime: 0 })
  const findings: Finding[] = [
    ...useBrowser(),
    {
      title: '服务器应答',
      value: server.isError ? t('没有应答') : server.data === undefined ? '…' : t('{n} 毫秒', { n: server.data }),
      isGood: !server.isError,
    },
    { title: '登录账号', value: user?.account ?? '', isGood: Boolean(user) },
  ]
  return (
    <PageFrame title={t('测试页')} hint={t('反馈问题时，请附上这一页的截图')}>
      <table className="self-test">
        <tbody>
          {findings.map(({ title, value, isGood }) => (
            <tr key={title}>
              <th scope="row">{t(title)}</th>
              <td>{value}</td>
              <td className={isGood ? 'is-good' : 'is-bad'}>{t(isGood ? '正常' : '不支持')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageFrame>
  )
}

async function distance(): Promise<number> {
  const start = performance.now()
  await get('/api/blade-auth/oauth/user-info')
  return Math.round(performance.now() - start)
}

/** Abilities of the browser the product relies on. */
function useBrowser(): Finding[] {
  const t = useT()
  const [size, setSize] = useState('')
  useEffect(() => {
    const note = () => setSize(`${window.innerWidth} × ${window.innerHeight} · ${window.devicePixelRatio}`)
    note()
    window.addEventListener('resize', note)
    return () => window.removeEventListener('resize', note)
  }, [])
  const yes = (isThere: boolean) => t(isThere ? '可用' : '不可用')
  const [hasStorage, hasStream, hasLocks] = [canStore(), 'EventSource' in window, 'locks' in navigator]
  return [
    { title: '浏览器', value: navigator.userAgent, isGood: true },
    { title: '窗口', value: size, isGood: true },
    { title: '本地存储', value: yes(hasStorage), isGood: hasStorage },
    { title: '消息推送', value: yes(hasStream), isGood: hasStream },
    { title: '多窗口协调', value: yes(hasLocks), isGood: hasLocks },
  ]
}

function canStore(): boolean {
  try {
    window.localStorage.setItem('xueheng-self-test', '1')
    window.localStorage.removeItem('xueheng-self-test')
    return true
  } catch {
    return false
  }
}
