import { batchStates } from '@xueheng/contract/domains/mp/batch-states.ts'
import {
  type FollowerFilter,
  type MiniProgram,
  type TemplateValue,
  batchCancel,
  batchPreview,
  batchResume,
  batchSend,
  msgTemplate,
  renderTemplate,
} from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateBatch } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { into, visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { stateRow, transition } from '../../platform/states.ts'
import { type Account, assertPublic, chosenAccount, chosenAppid, findAccount } from './account.ts'
import { followersWith } from './followers-with.ts'
import { quotaLeft } from './quota.ts'
import { sendBatchJob } from './send-batch.ts'
import type { MpDeps } from './deps.ts'

const VALUES = z
  .array(
    z.object({ name: z.string().min(1).max(64), value: z.string().max(2000), color: z.string().max(20).nullish() }),
  )
  .min(1)
const FILTER = z.object({
  openid: z.string().nullish(),
  nickname: z.string().nullish(),
  city: z.string().nullish(),
  province: z.string().nullish(),
  remark: z.string().nullish(),
  qrSceneStr: z.string().nullish(),
  tagid: z.union([z.number().int(), z.string().regex(/^\d*$/)]).nullish(),
})
const SHOWN = 10

interface BatchInput {
  templateId: string
  wxUserFilterParams: unknown
  data: unknown
  url: string | null
  miniprogram: unknown
  appid: string | null
}

export function batchHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(batchPreview, (ctx, input) => preview(deps, ctx, input)),
    implement(batchSend, (ctx, input) => send(deps, ctx, input)),
    implement(batchResume, (ctx, { id }) => resume(deps, ctx, id)),
    implement(batchCancel, async (ctx, { id }) => {
      const batch = await findBatch(ctx, id)
      await transition(ctx, batchStates, stateRow(templateBatch, batch.id, 'batchStatus'), 'cancel')
      await logOperation(ctx, batchCancel.name, batchCancel.title, { entity: templateBatch.name, rowId: batch.id })
    }),
  ]
}

interface Plan {
  appid: string
  template: { name: string; templateId: string; content: string }
  data: TemplateValue[]
  filter: FollowerFilter
  condition: RawBuilder<unknown>
}

async function planOf(ctx: Ctx, appid: string, input: BatchInput): Promise<Plan> {
  const template = await templateOf(ctx, appid, input.templateId)
  const data = VALUES.safeParse(input.data)
  if (!data.success) throw fault('data', '请填写模板内容')
  const given = FILTER.safeParse(input.wxUserFilterParams ?? {})
  if (!given.success) throw fault('wxUserFilterParams', '粉丝条件的格式不正确')
  const filter = Object.fromEntries(
    Object.entries(given.data).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as FollowerFilter
  return { appid, template, data: data.data as TemplateValue[], filter, condition: followersWith(appid, filter) }
}

async function templateOf(ctx: Ctx, appid: string, key: string): Promise<Plan['template']> {
  const found = await sql<
    Plan['template'] & { isEnabled: number }
  >`select t.name, t.template_id, coalesce(t.content, '') as content,
      t.is_enabled
    from ${visible(ctx, msgTemplate)} t where t.appid = ${appid} and (t.template_id = ${key} or t.id::text = ${key})
    order by t.id::text = ${key} desc, t.is_enabled desc, t.id limit 1`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw fault('templateId', '请选择模板')
  if (row.isEnabled !== 1) throw fault('templateId', '该模板已不可用，请先同步消息模板')
  return row
}

async function preview(deps: MpDeps, ctx: Ctx, input: BatchInput) {
  const plan = await planOf(ctx, await chosenAppid(ctx, input.appid), input)
  const found = await sql<{ openid: string; nickname: string; remark: string; total: number }>`select u.openid,
      coalesce(u.nickname, '') as nickname, coalesce(u.remark, '') as remark, count(*) over ()::int as total
    from ${visible(ctx, wxUser)} u where ${plan.condition} order by u.id limit ${SHOWN}`.execute(ctx.db)
  const account = await findAccount(ctx.db, deps, ctx.user.tenantId, plan.appid)
  return {
    total: found.rows[0]?.total ?? 0,
    users: found.rows.map(({ openid, nickname, remark }) => ({ openid, nickname, remark })),
    text: renderTemplate(plan.template.content, plan.data),
    quotaLeft: await quotaLeft(ctx.db, account),
  }
}

async function send(deps: MpDeps, ctx: Ctx, input: BatchInput & { requestId: string | null }) {
  const account = await chosenAccount(ctx, deps, input.appid)
  assertPublic(account)
  const plan = await planOf(ctx, account.appid, input)
  const total = await countFollowers(ctx, plan)
  if (total === 0) throw refuse('没有符合条件的粉丝')
  const requestId = input.requestId || randomUUID()
  const batch = await addBatch(ctx, account, plan, { ...input, requestId, total })
  const jobId = batch.jobId || (await startSending(deps, ctx, batch.id))
  return { batchId: batch.id, total: batch.total, jobId }
}

async function countFollowers(ctx: Ctx, { condition }: Plan): Promise<number> {
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from ${visible(ctx, wxUser)} u where ${condition}`.execute(ctx.db)
  return found.rows[0]?.n ?? 0
}

interface Batch {
  id: string
  appid: string
  total: number
  jobId: string | null
}

/** Asked twice with one number it is the same batch. */
async function addBatch(
  ctx: Ctx,
  account: Account,
  plan: Plan,
  { url, miniprogram, requestId, total }: BatchInput & { requestId: string; total: number },
): Promise<Batch> {
  const id = nextId()
  const { user } = ctx
  const json = [plan.data, (miniprogram ?? {}) as MiniProgram, plan.filter].map((value) => JSON.stringify(value))
  const added =
    await sql`insert into ${into(templateBatch)} (id, tenant_id, appid, template_name, template_id, data, url, miniprogram,
      filter, request_id, batch_status, is_written, total, create_user, create_dept, update_user)
    values (${id}, ${user.tenantId}, ${account.appid}, ${plan.template.name}, ${plan.template.templateId}, ${json[0]}::jsonb, ${url},
      ${json[1]}::jsonb, ${json[2]}::jsonb, ${requestId}, ${batchStates.states.sending.value}, 0, ${total}, ${user.id},
      ${user.deptId || null}, ${user.id})
    on conflict (tenant_id, appid, request_id) do nothing`.execute(ctx.db)
  if (added.numAffectedRows !== 0n) {
    await logOperation(ctx, batchSend.name, batchSend.title, {
      entity: templateBatch.name,
      rowId: id,
      after: { appid: account.appid, template: plan.template.name, total },
    })
  }
  const found = await sql<Batch>`select b.id, b.appid, b.total, b.job_id from ${visible(ctx, templateBatch)} b
    where b.appid = ${account.appid} and b.request_id = ${requestId}`.execute(ctx.db)
  return found.rows[0] as Batch
}

/** A batch in sight. */
async function findBatch(ctx: Ctx, id: string): Promise<Batch> {
  const found = await sql<Batch>`select b.id, b.appid, b.total, b.job_id from ${visible(ctx, templateBatch)} b
    where b.id::text = ${id}`.execute(ctx.db)
  if (!found.rows[0]) throw new AppError('row.notFound')
  return found.rows[0]
}

async function startSending(deps: MpDeps, ctx: Ctx, batchId: string): Promise<string> {
  const jobId = await ctx.jobs.start(ctx, sendBatchJob(deps), { batchId })
  await sql`update ${into(templateBatch)} set job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return jobId
}

async function resume(deps: MpDeps, ctx: Ctx, id: string): Promise<{ jobId: string }> {
  const batch = await findBatch(ctx, id)
  await transition(ctx, batchStates, stateRow(templateBatch, batch.id, 'batchStatus'), 'resume')
  await logOperation(ctx, batchResume.name, batchResume.title, { entity: templateBatch.name, rowId: batch.id })
  return { jobId: await startSending(deps, ctx, batch.id) }
}
