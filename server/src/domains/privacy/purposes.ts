import { BY_CONSENT, dataPurpose } from '@xueheng/contract/domains/privacy/data-purpose.ts'
import { consentReview, consentStates, guardianConsent } from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { conflict, fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { findChild } from './requests.ts'

const CONSENTS = every(guardianConsent, 'a text somebody agreed to stays, and a child has one consent, whoever looks')

const stateOf = (id: string) => stateRow(guardianConsent, id, 'consentStatus')

/** A purpose that rests on consent has the text; a text that guardians agreed to is changed under a new version alone. */
export const purposeHooks = hook(dataPurpose, {
  async beforeSave(ctx, row, before) {
    const { legalBasis, consentText, consentVersion, validFrom = '', validTo } = { ...before, ...row }
    if (validTo && validTo < validFrom) throw fault('validTo', '失效日期不能早于生效日期')
    if (legalBasis === BY_CONSENT && !consentText) throw fault('consentText', '以监护人同意为依据的，请填写同意书内容')
    if (legalBasis === BY_CONSENT && !consentVersion) throw fault('consentVersion', '请填写同意书版本')
    if (!before || consentText === before.consentText || consentVersion !== before.consentVersion) return
    if (await hasConsents(ctx, before.id)) throw fault('consentVersion', '已有监护人同意这一版，改动内容后请更换版本')
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) if (await hasConsents(ctx, id)) throw conflict('已有监护人同意的处理目的不能删除')
  },
})

async function hasConsents(ctx: Ctx, purposeId: string): Promise<boolean> {
  const found = await sql`select 1 from ${CONSENTS} c where c.purpose_id = ${purposeId} and c.is_deleted = 0
    limit 1`.execute(ctx.db)
  return found.rows.length > 0
}

/** A guardian takes a consent back. */
export const consentRun = runReview(
  consentReview,
  { nameRow: (row) => `${row.studentName} ${row.guardianName}` },
  reviewNotifier,
)

/**
 * A consent is to the version of the text that stands when it is written down; a guardian gives one at a time for a child and a
 * purpose.
 */
export const consentHooks = hook(guardianConsent, {
  async beforeSave(ctx, row, before) {
    if (before) await requireState(ctx, consentStates, stateOf(before.id), 'edit')
    const { givenDate = '', purposeId = '', studentId = '', guardianName = '' } = { ...before, ...row }
    if (givenDate > wallDay(ctx.now)) throw fault('givenDate', '同意日期不能晚于今天')
    await refuseSecond(ctx, { id: before?.id ?? '0', purposeId, studentId, guardianName })
    if (before) return
    const purpose = await findOrRefuse(dataPurpose, ctx, purposeId)
    if (purpose.legalBasis !== BY_CONSENT) throw fault('purposeId', '该处理目的不以监护人同意为依据')
    const { consentVersion } = purpose
    const consentStatus = consentStates.states.given.value
    Object.assign(row, await findChild(ctx, studentId), { consentVersion, consentStatus })
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, consentStates, stateOf(id), 'remove')
  },
  around: (ctx, input, work, action) => (action === 'submit' ? consentRun.submit(ctx, input, work) : work(ctx)),
})

interface Consented {
  /** Of the row itself; 0 of a new one. */
  id: string
  purposeId: string
  studentId: string
  guardianName: string
}

async function refuseSecond(ctx: Ctx, { id, purposeId, studentId, guardianName }: Consented): Promise<void> {
  await lockKey(ctx.db, `guardian-consent:${purposeId}:${studentId}`)
  const other = await sql`select 1 from ${CONSENTS} c where c.purpose_id = ${purposeId} and c.student_id = ${studentId}
    and c.guardian_name = ${guardianName} and c.id <> ${id} and c.is_deleted = 0 and c.consent_status = ${consentStates.states.given.value} limit 1`.execute(
    ctx.db,
  )
  if (other.rows.length > 0) throw refuse('这位监护人对这一处理目的已有有效的同意')
}
