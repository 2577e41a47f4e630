import { captcha, token } from '@xueheng/contract/domains/sign-in/auth.ts'
import { smsCode, tokenRefresh } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { fault } from '../../platform/error.ts'
import { type Implementation, type RequestInfo, implement } from '../../platform/module.ts'
import { makeCaptcha, useCaptcha } from './captcha/captcha.ts'
import { factorHandlers } from './factor-handlers.ts'
import { loginLogHandlers } from './login-log.ts'
import { onlineHandlers } from './online-handlers.ts'
import { registrationHandlers } from './registration.ts'
import { askedTenant, resetHandlers } from './reset-password.ts'
import { type SignInDeps, signIn } from './sign-in.ts'
import { askForCode } from './sms-code.ts'
import { bindingHandlers } from './social/binding-handlers.ts'
import { stepUpHandlers } from './step-up-handlers.ts'

/** Every way in, what proves who one is, and who has come. */
export function signInHandlers(deps: SignInDeps): Implementation[] {
  return [
    implement(token, (_ctx, input, info) => signIn(deps, input, info)),
    implement(tokenRefresh, (_ctx, input, info) =>
      signIn(deps, { ...NOTHING, ...input, grant_type: 'refresh_token' }, info),
    ),
    implement(captcha, () => makeCaptcha(deps.database.open)),
    implement(smsCode, async (ctx, { phone, ...input }, { request }) => {
      await assertHuman(deps, request.headers)
      const tenantId = askedTenant(input, request)
      const use = input.isReset ? 'reset' : 'signIn'
      return askForCode(deps, { tenantId, phone, ip: request.ip, log: ctx.log, use })
    }),
    ...resetHandlers(deps),
    ...stepUpHandlers(deps),
    ...factorHandlers(deps),
    ...bindingHandlers(deps),
    ...registrationHandlers(deps),
    ...onlineHandlers(deps),
    ...loginLogHandlers,
  ]
}

const NOTHING = {
  username: null,
  password: null,
  scope: null,
  type: null,
  source: null,
  code: null,
  state: null,
  phone: null,
  id: null,
  value: null,
  mfa_token: null,
}

/** A message costs money and wakes a stranger: where pictures are asked for at the door, one is asked for here. */
async function assertHuman(
  { config, database }: SignInDeps,
  headers: RequestInfo['request']['headers'],
): Promise<void> {
  if (!config.isCaptchaOn) return
  if (!(await useCaptcha(database.open, headers['captcha-key'], headers['captcha-code'])))
    throw fault('captcha', '验证码不正确')
}
