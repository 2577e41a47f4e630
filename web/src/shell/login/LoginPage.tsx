import { useCallback, useEffect, useState } from 'react'
import { setLanguage, useLanguage, useT } from '../../platform/i18n/i18n.ts'
import { useBrand } from '../../platform/theme/brand.ts'
import { Brand, useProductName } from '../Brand.tsx'
import { LoginArt } from './LoginArt.tsx'
import { LoginDoors } from './LoginDoors.tsx'
import { type SignInFacts, readSignInFacts } from './sign-in-facts.ts'
import './login.css'

/** The first thing a user sees. Plain elements: it stands before anything heavy is loaded. */
export function LoginPage() {
  const t = useT()
  const [facts, setFacts] = useState<SignInFacts>()
  const [hasFailed, setFailed] = useState(false)
  const productName = useProductName()
  const { brandTitle, backgroundUrl } = useBrand()

  // The motto and its stamp are the product's own.
  const isBranded = brandTitle !== '' || backgroundUrl !== ''

  const read = useCallback(() => {
    setFailed(false)
    readSignInFacts().then(setFacts, () => setFailed(true))
  }, [])
  useEffect(read, [read])

  return (
    <div
      className={backgroundUrl ? 'login has-picture' : 'login'}
      style={backgroundUrl ? { backgroundImage: `url(${JSON.stringify(backgroundUrl)})` } : undefined}
    >
      {!backgroundUrl && <LoginArt />}
      <header className="login-top">
        <Brand />
        <LanguageSwitch />
      </header>
      <section className="login-words" aria-hidden="true">
        {!isBranded && (
          <p className="login-motto">
            <span>衡其所学</span>
            <span>
              明其所进
              <i className="login-stamp">学衡</i>
            </span>
          </p>
        )}
      </section>
      <main className="login-sheet">
        <h1>{t('登录{name}', { name: productName })}</h1>
        {!isBranded && <p className="login-lead">{t('让每一份成绩报告都经得起核对')}</p>}
        {facts && <LoginDoors facts={facts} />}
        {!facts && !hasFailed && <div className="login-waiting" role="status" aria-label={t('加载中')} />}
        {hasFailed && (
          <div className="login-failed" role="alert">
            <p>{t('暂时连接不上服务器')}</p>
            <button type="button" className="login-submit" onClick={read}>
              {t('重试')}
            </button>
          </div>
        )}
      </main>
    </div>
  )
}

function LanguageSwitch() {
  const language = useLanguage()
  return (
    <button
      type="button"
      className="login-language"
      lang={language === 'zh' ? 'en' : 'zh-CN'}
      onClick={() => void setLanguage(language === 'zh' ? 'en' : 'zh')}
    >
      {language === 'zh' ? 'English' : '中文'}
    </button>
  )
}
