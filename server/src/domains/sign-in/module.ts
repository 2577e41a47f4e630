import * as auth from '@xueheng/contract/domains/sign-in/auth.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { CHOSEN } from '../credentials/index.ts'
import { brandOf } from '../tenancy/index.ts'
import { signInHandlers } from './sign-in-handlers.ts'
import type { SignInDeps } from './sign-in.ts'
import { providerHooks } from './social/provider-hooks.ts'
import { findUserById, guestFields, userFields } from './signed-in-user.ts'

export interface SignInModuleDeps extends SignInDeps {
  config: Config
  /** What the sign-in page offers in demo mode. */
  demoAccounts: auth.SignInSettings['accounts']
}

const ENDED = { success: 'true', msg: 'success' }

/** Ways in, sessions, the log of sign-ins, and the own second factor. */
export function signInModule(deps: SignInModuleDeps): Module {
  const { database, sessions } = deps
  return defineModule({
    name: 'sign-in',
    hooks: [providerHooks(deps.config)],
    handlers: [
      ...signInHandlers(deps),
      implement(auth.logout, async (ctx) => {
        if (ctx.user.sessionId) await sessions.end(ctx.user.sessionId)
        return ENDED
      }),
      implement(auth.clearCache, async () => ENDED),
      implement(auth.userInfo, (ctx) => currentUser(database, ctx)),
      implement(auth.signInSettings, async () => ({ settings: settingsOf(deps) })),
    ],
  })
}

async function currentUser(database: Database, ctx: Ctx): Promise<Output<typeof auth.userInfo>> {
  if (!ctx.user.id) {
    const nobody = { tenant_id: '', roles: [], scope: ctx.scope, viewer: '', duty: ctx.user.duty ?? '', brand: null }
    return { ...guestFields('', ''), ...nobody }
  }
  const user = await findUserById(database, ctx.user.tenantId, ctx.user.id)
  if (!user) return null
  const { tenantId, roles, viewer, isReadOnly } = ctx.user
  // The browser always asks for another password than the one somebody else chose; only rules of a tenant shut the calls.
  const isAsked = !viewer && !isReadOnly && user.isInitial !== CHOSEN.byOwner
  const duty = ctx.user.duty ?? (isAsked ? 'password' : '')
  const brand = (await brandOf(database, tenantId)) ?? null
  return { ...userFields(user), tenant_id: tenantId, roles, scope: ctx.scope, viewer: viewer?.name ?? '', duty, brand }
}

function settingsOf({ config, demoAccounts }: SignInModuleDeps): auth.SignInSettings {
  return {
    tenantId: config.tenantId,
    isCaptchaOn: config.isCaptchaOn,
    cipherKey: config.signInKey,
    isDemo: config.isDemo,
    accounts: config.isDemo ? demoAccounts : [],
    clientId: config.client.id,
    clientSecret: config.client.secret,
  }
}
