import { socialProvider } from '@xueheng/contract/domains/sign-in/social.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { requireFresh } from '../../../platform/access/step-up.ts'
import { fault } from '../../../platform/error.ts'
import { type EntityHooks, hook } from '../../../platform/module.ts'
import { assertAboveAll } from '../../rights/index.ts'
import { type SocialReach, assertReachable } from './http.ts'

/** Accounts bound to a removed provider stay bound: the provider may come back. */
export function providerHooks(reach: SocialReach): EntityHooks<typeof socialProvider> {
  return hook(socialProvider, {
    async around(ctx, _input, work, action) {
      if (action === 'submit') requireFresh(ctx.user, Date.now())
      // Whoever is believed about who somebody is opens every account.
      if (changesRows(action)) await assertAboveAll(ctx, '第三方登录')
      return work(ctx)
    },
    async beforeSave(_ctx, changes, before) {
      const row = { ...before, ...changes }
      if (!/^[a-z][a-z0-9_]*$/.test(row.source ?? '')) throw fault('source', '来源代码由小写字母、数字、下划线组成')
      if (row.kind === 'oidc' && !row.issuer) throw fault('issuer', '请输入服务地址')
      for (const address of [row.issuer, row.redirectUri]) if (address) assertReachable(address, reach)
    },
  })
}
