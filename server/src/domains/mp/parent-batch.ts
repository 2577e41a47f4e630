import { SEND_STATUS, batchStates } from '@xueheng/contract/domains/mp/batch-states.ts'
import type { TemplateValue } from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateBatch, templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { stateRow, transition } from '../../platform/states.ts'
import type { BoundParent } from './bound-parents.ts'
import type { MpDeps } from './deps.ts'
import type { Outbox } from './outboxes.ts'
import { sendBatchJob } from './send-batch.ts'

const BATCHES = every(templateBatch, 'news for parents is one batch of an account, whoever sends it')
const LOG = every(templateMsgLog, 'whoever was told under this number is not told again, whoever asks')

/** A message for a parent of one child. */
export interface ParentLetter extends BoundParent {
  data: TemplateValue[]
}

/** The batch of an account for news of this number: there is one, and it takes further lines. */
export async function parentBatch(ctx: Ctx, { account, letter }: Outbox, requestId: string): Promise<string> {
  const { user } = ctx
  const miniprogram = JSON.stringify(letter.miniprogram ?? {})
  await sql`insert into ${into(templateBatch)} (id, tenant_id, appid, template_name, template_id, data, url, miniprogram, request_id,
      batch_status, is_written, total, create_user, create_dept, update_user)
    values (${nextId()}, ${user.tenantId}, ${account.appid}, ${letter.name}, ${letter.templateId}, '[]'::jsonb, ${letter.url},
      ${miniprogram}::jsonb, ${requestId}, ${batchStates.states.sending.value}, 1, 0, ${user.id}, ${user.deptId || null}, ${user.id})
    on conflict (tenant_id, appid, request_id) do nothing`.execute(ctx.db)
  const found = await findBatches(ctx.db, requestId, account.appid)
  const [batch] = found
  if (!batch) throw new AppError('row.notFound')
  if (batch.templateId !== letter.templateId) throw refuse(`已经用模板「${batch.templateName}」通知过，请用同一个模板`)
  return batch.id
}

interface Batch {
  id: string
  templateId: string
  templateName: string
}

async function findBatches(db: Db, requestId: string, appid?: string): Promise<Batch[]> {
  const { rows } = await sql<Batch>`select b.id, b.template_id, b.template_name from ${BATCHES} b
    where b.request_id = ${requestId} and (${appid ?? null}::text is null or b.appid = ${appid ?? null})`.execute(db)
  return rows
}

/** Writes lines that are not there yet. */
export async function writeLetters(
  ctx: Ctx,
  batchId: string,
  { letter }: Outbox,
  letters: ParentLetter[],
): Promise<void> {
  const rows = letters.map((one) => ({ ...one, student_code: one.studentCode, id: nextId() }))
  await sql`insert into ${into(templateMsgLog)} (id, tenant_id, appid, batch_id, touser, student_code, template_id, url, data, send_status)
    select r.id, ${ctx.user.tenantId}, r.appid, ${batchId}, r.openid, r.student_code, ${letter.templateId}, ${letter.url}, r.data,
      ${SEND_STATUS.queued}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, appid text, openid text, student_code text, data jsonb)
    on conflict (tenant_id, batch_id, touser, coalesce(student_code, '')) where batch_id is not null do nothing`.execute(
    ctx.db,
  )
}

/** Lets a batch go out with all the lines it has now; one that was ended by hand stays so. Answers how many wait. */
export async function sendLetters(deps: MpDeps, ctx: Ctx, batchId: string): Promise<number> {
  const counted = await sql<{ total: number; queued: number }>`select count(*)::int as total,
      count(*) filter (where l.send_status = ${SEND_STATUS.queued})::int as queued
    from ${LOG} l where l.batch_id = ${batchId}`.execute(ctx.db)
  const { total, queued } = counted.rows[0] ?? { total: 0, queued: 0 }
  await transition(ctx, batchStates, stateRow(templateBatch, batchId, 'batchStatus'), 'extend')
  const jobId = await ctx.jobs.start(ctx, sendBatchJob(deps), { batchId })
  await sql`update ${into(templateBatch)} set total = ${total}, job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return queued
}

/** Who has a line of this news already: `appid openid student`. */
export async function toldAlready(db: Db, requestId: string): Promise<ReadonlySet<string>> {
  const batches = await findBatches(db, requestId)
  const { rows } = await sql<{
    key: string
  }>`select l.appid || ' ' || l.touser || ' ' || l.student_code as key from ${LOG} l
    where l.batch_id = any(${batches.map(({ id }) => id)}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export function keyOfParent({ appid, openid, studentCode }: BoundParent): string {
  return `${appid} ${openid} ${studentCode}`
}
