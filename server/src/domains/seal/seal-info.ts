import * as calls from '@xueheng/contract/domains/seal/seal-info.ts'
import { sealReview, sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../platform/access/doors.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { type RunningReview, runReview } from '../../platform/review/review.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { fromDatabase, selectColumns } from '../../platform/rows/rows.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { readSeal } from './crypto/ses.ts'
import { bodyOf } from './make-seal.ts'
import { pictureUrl } from './mould.ts'

const { sealInfo } = calls

export type SealRow = EntityRow<typeof sealInfo.fields>

/** A change of state counts for the seal and for whoever opens an old document: it is written into the log of the seal. */
export const sealRun: RunningReview<typeof sealInfo.fields, keyof typeof sealStates.actions> = runReview(
  sealReview,
  { nameRow: (row) => row.sealName },
  reviewNotifier,
)

export const sealHandlers = [
  ...sealRun.handlers,
  implement(calls.sealInfoList, (ctx, { query }) => listOf(ctx, calls.sealInfoList, query, visible(ctx, sealInfo))),
  implement(calls.sealInfoDetail, async (ctx, { id }) => {
    const row = await findOrRefuse(sealInfo, ctx, id)
    const { picture, pictureType } = readSeal(await bodyOf(ctx, row.id))
    return { ...shown(row), picture: pictureUrl(pictureType, picture) }
  }),
  implement(calls.sealInfoSubmit, async (ctx, input) => {
    await findOrRefuse(sealInfo, ctx, input.id)
    const asked = { ...input, reason: input.stateReason }
    const answered = await sealRun.submit(ctx, asked, (inside) => saveRemark(inside, input.id, input.remark))
    return answered as SealRow
  }),
  implement(calls.sealInfoRemove, (ctx, input) => removeSeals(ctx, idsOf(input))),
  implement(calls.sealInfoDownload, async (ctx, { id }) => {
    const row = await findOrRefuse(sealInfo, ctx, id)
    return { name: `${row.esId}.esl`, contentType: 'application/octet-stream', body: await bodyOf(ctx, row.id) }
  }),
]

function shown(row: SealRow): SealRow {
  return maskRows(sealInfo.fields, [row])[0] ?? row
}

async function saveRemark(ctx: Ctx, id: string, remark: string | null): Promise<SealRow> {
  const before = await findOrRefuse(sealInfo, ctx, id)
  await sql`update ${into(sealInfo)} set remark = ${remark}, update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${before.id}`.execute(
    ctx.db,
  )
  const after = await findOrRefuse(sealInfo, ctx, id)
  await logChange(ctx, sealInfo, id, before, after)
  return shown(after)
}

/** Only those nobody signs with any more; what was signed with them is still verified. */
async function removeSeals(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of new Set(ids)) {
    const row = await findOrRefuse(sealInfo, ctx, id)
    await requireState(ctx, sealStates, stateRow(sealInfo, row.id, 'sealState'), 'remove')
    await sql`update ${into(sealInfo)} set is_deleted = 1, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
      where id = ${row.id}`.execute(ctx.db)
    await logChange(ctx, sealInfo, row.id, row, undefined)
  }
}

/** Seals whose certificates lie in a lost key rest with it and come back with it; revoked ones do not. */
export async function sealsFollowKey(ctx: Ctx, ukeyId: string, action: 'suspend' | 'resume'): Promise<void> {
  const from = sealStates.actions[action].from.map((state) => sealStates.states[state].value)
  const { rows } = await sql<{
    id: string
  }>`select s.id from ${every(sealInfo, 'a lost key stops its seals, whoever sees them')} s
    where s.ukey_id = ${ukeyId} and s.is_deleted = 0 and s.seal_state = any(${from}::int[])`.execute(ctx.db)
  const reason = action === 'suspend' ? 'UKey不可用' : ''
  for (const { id } of rows) await moveSeal(ctx, id, action, reason)
}

/** Moves a seal because something else was decided. */
export async function moveSeal(
  ctx: Ctx,
  id: string,
  action: keyof typeof sealStates.actions,
  reason: string,
): Promise<void> {
  const row = await sealRow(ctx, id)
  if (row) await sealRun.move(ctx, row, action, reason)
}

/** A seal for what is decided by it, whoever sees it, removed or not. */
export async function sealRow(ctx: Pick<Ctx, 'db'>, id: string): Promise<SealRow | undefined> {
  const { rows } = await sql<SealRow>`select ${selectColumns(sealInfo)}
    from ${every(sealInfo, 'what a document was signed with is known to whoever verifies it')} s where s.id = ${id}`.execute(
    ctx.db,
  )
  return fromDatabase(sealInfo, rows)[0]
}
