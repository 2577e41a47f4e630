import { useCallback, useEffect, useId, useState } from 'react'
import { captcha as captchaCall } from '@xueheng/contract/domains/sign-in/auth.ts'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Fault } from './LoginLine.tsx'

export interface CaptchaState {
  key: string
  image: string
  renew: () => void
}

/** A picture with characters; a new one for every try. */
export function useCaptcha(isOn: boolean): CaptchaState {
  const [picture, setPicture] = useState({ key: '', image: '' })
  const renew = useCallback(() => {
    if (isOn) get<{ key: string; image: string }>(captchaCall.path).then(setPicture, () => undefined)
  }, [isOn])
  useEffect(renew, [renew])
  return { ...picture, renew }
}

interface CaptchaProps {
  captcha: CaptchaState
  value: string
  onType: (text: string) => void
  fault?: string | undefined
}

export function Captcha({ captcha, value, onType, fault }: CaptchaProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="login-line">
      <label htmlFor={id}>{t('验证码')}</label>
      <div className="login-with">
        <input
          id={id}
          name="code"
          value={value}
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          autoCapitalize="none"
          onChange={(event) => onType(event.target.value)}
        />
        <button type="button" className="login-captcha" title={t('点击换一张')} onClick={captcha.renew}>
          {captcha.image ? <img src={captcha.image} alt={t('验证码图片，点击换一张')} /> : t('点击换一张')}
        </button>
      </div>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}
