import * as z from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { callProvider } from '../../platform/provider/call-provider.ts'
import type {
  AskProvider,
  GivenToken,
  Provider,
  ProviderAccount,
  ProviderRequest,
} from '../../platform/provider/provider.ts'
import type { Account } from './account.ts'
import type { MpDeps } from './deps.ts'
import { BUSY_ERRORS, WECHAT_WORDS } from './wechat-words.ts'

const TOKEN = z.object({ access_token: z.string().min(1), expires_in: z.number() })

/** The platform of public accounts, where the installation says it answers. */
export function wechatAt(host: string): Provider {
  return {
    name: 'wechat',
    title: '微信',
    host,
    tokenErrors: [40001, 40014, 42001],
    busyErrors: BUSY_ERRORS,
    words: WECHAT_WORDS,
    askToken,
  }
}

/** The token that holds until it ends; a forced one, which is rationed, only where that is the one that was refused. */
async function askToken(ask: AskProvider, account: ProviderAccount, stale: string | undefined): Promise<GivenToken> {
  const given = await stableToken(ask, account, false)
  return given.token === stale ? stableToken(ask, account, true) : given
}

async function stableToken(ask: AskProvider, { key, secret }: ProviderAccount, isForced: boolean): Promise<GivenToken> {
  const body = { grant_type: 'client_credential', appid: key, secret, force_refresh: isForced }
  const { access_token: token, expires_in: expiresIn } = TOKEN.parse(
    await ask({ method: 'POST', path: '/cgi-bin/stable_token', body }),
  )
  return { token, expiresIn }
}

/** Where nothing but success is to be known. */
export const SUCCESS = z.unknown()

/** Calls the platform in the name of an account; never within a transaction. Throws a `ProviderError`. */
export function askWechat<T>(
  deps: MpDeps,
  ctx: Pick<Ctx, 'log'>,
  account: Account,
  request: ProviderRequest & { answer: z.ZodType<T> },
): Promise<T> {
  return callProvider({ ...deps, log: ctx.log }, wechatAt(deps.config.platforms.wechat), account, request)
}
