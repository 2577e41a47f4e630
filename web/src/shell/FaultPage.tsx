import { Link } from 'react-router'
import { useT } from '../platform/i18n/i18n.ts'
import { Seal } from './Brand.tsx'
import './fault.css'

const WORDS = {
  403: ['无权访问', '您的账号没有打开这个页面的权限。如工作需要，请联系管理员授权。'],
  404: ['页面不存在', '地址可能已经变更，或者输入有误。'],
  500: ['出错了', '页面没有正常打开。请刷新重试；若仍然出现，请把发生的时间告诉管理员。'],
} as const

export function FaultPage({ code }: { code: keyof typeof WORDS }) {
  const t = useT()
  const [title, text] = WORDS[code]
  return (
    <main className="fault">
      <Seal />
      <p className="fault-code">{code}</p>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      <p className="fault-ways">
        <Link to="/">{t('回到首页')}</Link>
        <button type="button" onClick={() => window.location.reload()}>
          {t('刷新')}
        </button>
      </p>
    </main>
  )
}
