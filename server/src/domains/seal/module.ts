import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { ukeyInfo } from '@xueheng/contract/domains/seal/ukey-info.ts'
import { nextId } from '../../platform/db/id.ts'
import { fault } from '../../platform/error.ts'
import { type Module, defineModule, hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { findSchool } from '../school/index.ts'
import { certInfoHooks, followKey, isUsable } from './cert-info.ts'
import { certHooks } from './cert.ts'
import { checkHandler } from './check-cert.ts'
import { cipherHooks } from './cipher.ts'
import { crlHooks } from './crl.ts'
import { localKeys } from './key-provider.ts'
import { mouldHooks, previewHandler } from './mould.ts'
import { trustChainHooks } from './trust-chain.ts'

const permitRun = runReview(permitReview, { nameRow: (row) => row.sealName }, reviewNotifier)
const stateOf = (id: string) => stateRow(sealPermit, id, 'permitStatus')

/** The bureau's own keys lie in no area. */
const ukeyHooks = hook(ukeyInfo, {
  async beforeSave(ctx, row, before) {
    row.areaCode = (await findSchool(ctx, row.deptUscc ?? before?.deptUscc ?? ''))?.areaCode ?? null
  },
  async afterSave(ctx, row, before) {
    if (!before || isUsable(before) === isUsable(row)) return
    await followKey(ctx, row.id, isUsable(row) ? 'resume' : 'suspend')
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await followKey(ctx, id, 'suspend')
  },
  async afterRestore(ctx, rows) {
    for (const row of rows.filter(isUsable)) await followKey(ctx, row.id, 'resume')
  },
})

const permitHooks = hook(sealPermit, {
  async beforeSave(ctx, row, before) {
    const { deptUscc, validStart, validEnd } = { ...before, ...row }
    if (validStart && validEnd && validEnd < validStart) throw fault('validEnd', '有效期止不能早于有效期起')
    row.areaCode = (await findSchool(ctx, deptUscc ?? ''))?.areaCode ?? null
    const permitStatus = permitStates.states.draft.value
    if (before) await requireState(ctx, permitStates, stateOf(before.id), 'edit')
    else Object.assign(row, { permitNo: `SQ${nextId()}`, applicantName: ctx.user.name, permitStatus })
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, permitStates, stateOf(id), 'remove')
  },
  around: (ctx, input, work, action) => (action === 'submit' ? permitRun.submit(ctx, input, work) : work(ctx)),
})

/** Applications for seals, certificates with those who vouch for them, and the keys that hold them. */
export function sealModule({ config: { masterKey } }: { config: { masterKey: Buffer } }): Module {
  const keys = localKeys(masterKey)
  return defineModule({
    name: 'seal',
    handlers: [...permitRun.handlers, checkHandler, previewHandler],
    hooks: [
      cipherHooks(keys),
      certHooks(keys),
      ukeyHooks,
      permitHooks,
      trustChainHooks,
      crlHooks,
      certInfoHooks,
      mouldHooks,
    ],
  })
}
