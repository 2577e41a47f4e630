import { kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { type PortfolioAction, portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId, findRow } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, conflict, fault, refuse } from '../../platform/error.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { setting } from '../../platform/settings.ts'
import { transition } from '../../platform/states.ts'
import { sendMessage } from '../notices/index.ts'
import { type Entry, assertOnce, entryState } from './rules.ts'
import { own } from '../../platform/db/table.ts'
import { portfolioAuditLog } from './tables.ts'
import { every, into } from '../../platform/access/doors.ts'

const everyTeacherPortfolio = every(teacherPortfolio, '?')

/** 0: what a school passes is valid at once. */
const SECOND_AUDIT = 'portfolio.secondAudit'
const SHORTEST_REASON = 2

type Step = 'owner' | 'school' | 'bureau'

/** Whose step an action is. */
const STEPS: Record<PortfolioAction, Step> = {
  edit: 'owner',
  remove: 'owner',
  submit: 'owner',
  withdraw: 'owner',
  change: 'owner',
  passSchool: 'school',
  passFinally: 'school',
  refuseSchool: 'school',
  passBureau: 'bureau',
  refuseBureau: 'bureau',
  archive: 'bureau',
}

const REFUSALS: PortfolioAction[] = ['refuseSchool', 'refuseBureau']
const NEWS: Partial<Record<PortfolioAction, string>> = {
  passSchool: '学校审核通过，等待教育局审核',
  passFinally: '审核通过',
  passBureau: '审核通过',
  refuseSchool: '被学校驳回',
  refuseBureau: '被教育局驳回',
}

/** The entry as it is kept, if the caller may see it. */
export async function findEntry(ctx: Ctx, id: string): Promise<Entry> {
  const row = await findRow(teacherPortfolio, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row as unknown as Entry
}

/**
 * One step of an entry: who may, from which state, what is remembered, who is told. Throws a refusal and changes nothing
 * when the step is not the caller's or the state is another one by now.
 */
export async function act(ctx: Ctx, entry: Entry, wanted: PortfolioAction, opinion = ''): Promise<void> {
  const action = await actual(ctx, wanted)
  assertStep(ctx, entry, action)
  if (REFUSALS.includes(action) && [...opinion.trim()].length < SHORTEST_REASON) {
    throw fault('auditOpinion', '请填写驳回原因')
  }
  if (action === 'submit') await assertOnce(ctx, entry)
  const toStatus = await transition(ctx, portfolioStates, entryState(entry.id), action)
  await remember(ctx, entry.id, action, opinion.trim())
  await logStep(ctx, entry, action, toStatus, opinion.trim())
  if (toStatus === portfolioStates.states.passed.value) await replace(ctx, entry)
  await tellOwner(ctx, entry, action, opinion.trim())
}

/** Where the bureau does not look a second time, the school's word is the last. */
async function actual(ctx: Ctx, wanted: PortfolioAction): Promise<PortfolioAction> {
  if (wanted !== 'passSchool' && wanted !== 'passFinally') return wanted
  const isLast = (await setting(ctx.db, SECOND_AUDIT, '1')) === '0'
  if (wanted === 'passFinally' && !isLast) throw refuse('学校审核后还需教育局审核')
  return isLast ? 'passFinally' : 'passSchool'
}

function assertStep(ctx: Ctx, entry: Entry, action: PortfolioAction): void {
  const step = STEPS[action]
  if (step === 'owner') return assertMay(ctx, 'teacherportfolio_edit')
  assertMay(ctx, step === 'school' ? 'teacherportfolio_audit1' : 'teacherportfolio_audit2')
  if (entry.teacherId === ctx.user.id) throw refuse('不能审核本人的档案')
  const { level } = ctx.scope
  if (level === 'class' || (step === 'bureau' && level === 'school')) throw new AppError('access.refused')
}

const NOW = sql`date_trunc('second', localtimestamp)`

/** What the row keeps of the step; the time of change moves on, so that forms opened before are told. */
async function remember(ctx: Ctx, id: string, action: PortfolioAction, opinion: string): Promise<void> {
  const sets = [
    ...kept(ctx, action, opinion),
    sql`update_user = ${ctx.user.id}`,
    sql`update_time = greatest(localtimestamp(0), update_time + interval '1 second')`,
  ]
  await sql`update ${into(teacherPortfolio)} set ${sql.join(sets)} where id = ${id}`.execute(ctx.db)
}

function kept(ctx: Ctx, action: PortfolioAction, opinion: string) {
  const isRefusal = REFUSALS.includes(action)
  const refused = isRefusal ? [sql`reject_reason = ${opinion}`, sql`reject_count = coalesce(reject_count, 0) + 1`] : []
  switch (STEPS[action]) {
    case 'school':
      return [sql`audit1_user = ${ctx.user.name}, audit1_time = ${NOW}, audit1_opinion = ${opinion}`, ...refused]
    case 'bureau':
      if (action === 'archive') return []
      return [sql`audit2_user = ${ctx.user.name}, audit2_time = ${NOW}, audit2_opinion = ${opinion}`, ...refused]
    case 'owner':
      return action === 'submit' ? [sql`submit_time = ${NOW}, reject_reason = null`] : []
  }
}

async function logStep(ctx: Ctx, entry: Entry, action: PortfolioAction, toStatus: number, opinion: string) {
  const { title } = portfolioStates.actions[action]
  await sql`insert into ${own(portfolioAuditLog)} (id, tenant_id, portfolio_id, from_status, to_status, action, opinion, user_id, user_name)
    values (${nextId()}, ${ctx.user.tenantId}, ${entry.id}, ${entry.auditStatus}, ${toStatus}, ${title}, ${opinion},
      ${ctx.user.id}, ${ctx.user.name})`.execute(ctx.db)
  await logOperation(ctx, `teacherPortfolio.${action}`, `教师档案${title}`, {
    entity: teacherPortfolio.name,
    rowId: entry.id,
    before: { auditStatus: entry.auditStatus },
    after: { auditStatus: toStatus, ...(opinion && { opinion }) },
  })
}

/** A change that has passed puts the entry it was made from into the archive. */
async function replace(ctx: Ctx, entry: Entry): Promise<void> {
  if (!entry.previousId) return
  const { passed, archived } = portfolioStates.states
  const old = await sql<Entry>`select id, audit_status from ${everyTeacherPortfolio}
    where id = ${entry.previousId} and audit_status = ${passed.value} and is_deleted = 0 for update`.execute(ctx.db)
  const row = old.rows[0]
  if (!row) return
  await transition(ctx, portfolioStates, entryState(row.id), 'archive')
  await remember(ctx, row.id, 'archive', '')
  await logStep(ctx, row, 'archive', archived.value, '变更已通过')
}

/** 审核消息 */
const AUDIT_NEWS = 1

async function tellOwner(ctx: Ctx, entry: Entry, action: PortfolioAction, opinion: string): Promise<void> {
  const news = NEWS[action]
  if (!news || !entry.teacherCode) return
  const kind = kindOf(entry.portfolioType, entry.portfolioChildType)?.title ?? ''
  const name = [kind, entry.certName].filter(Boolean).join('：')
  await sendMessage(ctx, {
    account: entry.teacherCode,
    messageType: AUDIT_NEWS,
    title: `教师档案${news}`,
    content: opinion ? `「${name}」${news}。意见：${opinion}` : `「${name}」${news}。`,
    link: '/portfolio/teacherPortfolio',
  })
}

/** All or none: the first entry that cannot take the step takes the others back with it. */
export async function decide(
  ctx: Ctx,
  ids: string[],
  step: 'school' | 'bureau',
  { isPass, opinion, seen }: { isPass: boolean; opinion: string; seen: Record<string, string> },
): Promise<void> {
  const action = step === 'school' ? (isPass ? 'passSchool' : 'refuseSchool') : isPass ? 'passBureau' : 'refuseBureau'
  for (const id of inOneOrder(ids)) {
    await sql`select 1 from ${everyTeacherPortfolio} where id = ${checkId(id)} for update`.execute(ctx.db)
    const entry = await findEntry(ctx, id)
    if (seen[id] !== undefined && seen[id] !== entry.updateTime) throw conflict('数据已变更，请刷新')
    await act(ctx, entry, action, opinion)
  }
}

/** Valid entries, all or none, become read-only. */
export async function archive(ctx: Ctx, ids: string[]): Promise<void> {
  for (const id of inOneOrder(ids)) await act(ctx, await findEntry(ctx, id), 'archive')
}

/** Each once, and sorted: two who work on the same entries do not wait for each other in a circle. */
function inOneOrder(ids: string[]): string[] {
  if (ids.length === 0) throw new AppError('request.noSelection')
  return [...new Set(ids)].toSorted()
}
