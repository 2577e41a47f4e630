import {
  COMMON_FIELDS,
  KIND_FIELDS,
  type KindField,
  type PortfolioKind,
  kindOf,
} from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Problem } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { AppError, fault, faults, refuse } from '../../platform/error.ts'
import { findRow } from '../../platform/rows/read.ts'
import { type StateRow, requireState, stateRow } from '../../platform/states.ts'
import { keptPictures } from '../resource/index.ts'
import { CERTIFICATES } from './pictures.ts'
import { findTeacher } from './teachers.ts'
import { every } from '../../platform/access/doors.ts'

const ENTRIES = every(teacherPortfolio, 'what an entry may not repeat counts, whoever sees it')

export type Entry = EntityRow<typeof teacherPortfolio.fields>

/** The row whose audit status moves. */
export function entryState(id: string): StateRow {
  return stateRow(teacherPortfolio, id, 'auditStatus')
}

/** The entry as it is kept, if the caller may see it. */
export async function findEntry(ctx: Ctx, id: string): Promise<Entry> {
  const row = await findRow(teacherPortfolio, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** What an entry must be before it is kept: whose, of which kind, complete, with pictures of one's own. */
export async function checkEntry(ctx: Ctx, row: Partial<Entry>, before: Entry | undefined): Promise<void> {
  if (before) await requireState(ctx, portfolioStates, entryState(before.id), 'edit')
  else await setOwner(ctx, row)
  const whole = { ...before, ...row }
  const kind = kindOf(whole.portfolioType, whole.portfolioChildType)
  if (!kind) throw fault('portfolioType', '档案类别不是有效的选项')
  if (!before) Object.assign(row, { portfolioChildType: kind.portfolioChildType ?? null, auditStatus: 0, version: 1 })
  leaveOut(row, before, kind)
  if (row.certImageUrl) row.certImageUrl = await keptPictures(ctx, CERTIFICATES, row.certImageUrl, before?.certImageUrl)
  const problems = [...missing(kind, { ...before, ...row }), ...wrongDates(ctx, { ...before, ...row })]
  if (problems[0]) throw faults(problems)
}

/** The teacher, the school and the area as they are now; later moves do not rewrite them. */
async function setOwner(ctx: Ctx, row: Partial<Entry>): Promise<void> {
  const isForOthers = Boolean(row.teacherCode) && row.teacherCode !== ctx.user.account
  if (isForOthers && ctx.scope.level === 'class') throw fault('teacherCode', '只能填报本人的档案')
  const teacher = await findTeacher(ctx, row.teacherCode || ctx.user.account, row.schoolCode ?? '')
  if (!teacher) throw fault('teacherCode', unknownTeacher(ctx, row))
  const { id: teacherId, teacherCode, teacherName, schoolCode, areaCode } = teacher
  Object.assign(row, { teacherId, teacherCode, teacherName, schoolCode, areaCode })
}

function unknownTeacher(ctx: Ctx, row: Partial<Entry>): string {
  if (row.teacherCode) return '您的单位里没有这位教师'
  return ctx.scope.level === 'class' ? '您还没有任教的学校，请联系学校管理员' : '请选择教师'
}

/** Values of other kinds are not kept. */
function leaveOut(row: Partial<Entry>, before: Entry | undefined, kind: PortfolioKind): void {
  const own = new Set([...kind.fields.map((field) => field.name), ...COMMON_FIELDS])
  const values = row as Record<string, unknown>
  for (const name of KIND_FIELDS) {
    if (!own.has(name) && (values[name] !== undefined || !before)) values[name] = null
  }
}

/** What the kind asks for and is not there, in the order of the form. */
export function missing(kind: PortfolioKind, row: Partial<Entry>): Problem[] {
  const values = row as Record<string, unknown>
  const isBlank = ({ name, message }: KindField) =>
    message !== undefined && String(values[name] ?? '').trim() === '' && !(name === 'certEndDate' && row.isToNow === 1)
  return kind.fields.filter(isBlank).map(({ name, message }) => ({ field: name, message: message ?? '' }))
}

function wrongDates(ctx: Ctx, row: Partial<Entry>): Problem[] {
  const today = `${wallDay(ctx.now)} 23:59:59`
  const problems: Problem[] = []
  if (row.certDate && row.certDate > today) problems.push({ field: 'certDate', message: '颁发证书日期不能晚于今天' })
  if (row.certBeginDate && row.certEndDate && row.certEndDate < row.certBeginDate) {
    problems.push({ field: 'certEndDate', message: '截至时间不能早于开始时间' })
  }
  return problems
}

/** Of entries that say the same about a teacher one counts: another may not wait or be valid meanwhile. Held until the end. */
export async function assertOnce(ctx: Ctx, entry: Entry): Promise<void> {
  const kind = kindOf(entry.portfolioType, entry.portfolioChildType)
  if (!kind?.onceBy) return
  await lockKey(ctx.db, `portfolio-once:${entry.teacherId}`)
  const values: Record<string, unknown> = entry
  const same = kind.onceBy.map((name) => sql`coalesce(${sql.ref(snake(name))}, '') = ${values[name] ?? ''}`)
  const { waitSchool, waitBureau, passed } = portfolioStates.states
  const found = await sql`select 1 from ${ENTRIES} where is_deleted = 0 and teacher_id = ${entry.teacherId}
    and portfolio_type = ${entry.portfolioType} and portfolio_child_type is not distinct from ${entry.portfolioChildType}
    and audit_status = any(${[waitSchool.value, waitBureau.value, passed.value]}::int[])
    and id <> ${entry.id} and id::text <> ${entry.previousId ?? ''} and ${sql.join(same, sql` and `)} limit 1`.execute(
    ctx.db,
  )
  if (found.rows.length > 0) throw refuse(`相同的「${kind.title}」已在审核中或已通过；有变化请在原档案上申请变更`)
}
