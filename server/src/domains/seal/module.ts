import { ukeyInfo } from '@xueheng/contract/domains/seal/ukey-info.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Module, defineModule, hook } from '../../platform/module.ts'
import { findSchool } from '../school/index.ts'
import { certInfoHooks, followKey, isUsable } from './cert-info.ts'
import { certHooks } from './cert.ts'
import { checkHandler } from './check-cert.ts'
import { cipherHooks } from './cipher.ts'
import { crlHooks } from './crl.ts'
import { type KeyProvider, localKeys } from './key-provider.ts'
import { mouldHooks, previewHandler } from './mould.ts'
import { authorityHandlers } from './own-authority.ts'
import { paperSealer } from './paper-sealer.ts'
import { permitWork } from './permit.ts'
import { sealHandlers, sealsFollowKey } from './seal-info.ts'
import { signLogHandlers } from './sign-log.ts'
import { signWork } from './sign-job.ts'
import { signRuleHooks, signStrategyHooks } from './sign-rule.ts'
import { trustChainHooks } from './trust-chain.ts'
import { verifyHandlers } from './verify-public.ts'

/** Certificates and seals that rest on a key follow it. */
async function follow(ctx: Ctx, ukeyId: string, action: 'suspend' | 'resume'): Promise<void> {
  await followKey(ctx, ukeyId, action)
  await sealsFollowKey(ctx, ukeyId, action)
}

/** The bureau's own keys lie in no area. */
const ukeyHooks = hook(ukeyInfo, {
  async beforeSave(ctx, row, before) {
    row.areaCode = (await findSchool(ctx, row.deptUscc ?? before?.deptUscc ?? ''))?.areaCode ?? null
  },
  async afterSave(ctx, row, before) {
    if (!before || isUsable(before) === isUsable(row)) return
    await follow(ctx, row.id, isUsable(row) ? 'resume' : 'suspend')
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await follow(ctx, id, 'suspend')
  },
  async afterRestore(ctx, rows) {
    for (const row of rows.filter(isUsable)) await follow(ctx, row.id, 'resume')
  },
})

interface Deps {
  config: { masterKey: Buffer }
  database: Database
  /** Where private keys lie, if not in the database. */
  keys?: KeyProvider
}

/** Applications for seals, the seals made of them, certificates with those who vouch for them, and the keys that hold them. */
export function sealModule({ config: { masterKey }, database, keys = localKeys(masterKey) }: Deps): Module {
  const signing = signWork(keys, masterKey)
  const permits = permitWork(keys)
  return defineModule({
    name: 'seal',
    handlers: [
      ...permits.handlers,
      ...sealHandlers,
      ...signLogHandlers(masterKey),
      ...authorityHandlers(keys),
      ...signing.handlers,
      ...verifyHandlers(database),
      checkHandler,
      previewHandler,
    ],
    hooks: [
      cipherHooks(keys),
      certHooks(keys),
      ukeyHooks,
      permits.hooks,
      trustChainHooks,
      crlHooks,
      certInfoHooks,
      mouldHooks,
      signRuleHooks,
      signStrategyHooks,
    ],
    jobs: [signing.job],
    sealer: paperSealer(keys, masterKey),
  })
}
