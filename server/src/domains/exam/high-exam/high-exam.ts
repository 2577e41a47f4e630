import * as calls from '@xueheng/contract/domains/exam/high-exam.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into, visible } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict, fault, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { findSchool } from '../../school/index.ts'
import { findExam } from '../exam-row.ts'
import { checkRows } from './check-rows.ts'

const { examScoreHighExam } = calls

/** Rows of one exam, or of one year. */
interface Whose {
  examId: string | null
  examYear: number | null
}

/** The area is that of the school, the score for admission that of the sum; what is archived is locked. */
export const highExamHooks = hook(examScoreHighExam, {
  async beforeSave(ctx, row, before) {
    if (before) refuseArchived([before])
    const all = { ...before, ...row }
    if (all.examId) await findExam(ctx, all.examId)
    const school = await findSchool(ctx, String(all.schoolCode))
    if (!school) throw fault('schoolCode', '学校不存在')
    const finalScore = Number(all.totalScore) + Number(all.bonusScore ?? 0)
    Object.assign(row, { areaCode: school.areaCode, finalScore, checkStatus: 0, checkMsg: null, archiveStatus: 0 })
  },
  async beforeRemove(_ctx, rows) {
    refuseArchived(rows)
  },
})

function refuseArchived(rows: { archiveStatus: number | null }[]): void {
  if (rows.some((row) => row.archiveStatus === 1)) throw conflict('已归档的高考成绩不能改动，请先撤销归档')
}

interface Counts {
  total: number
  open: number
  archived: number
  errors: number
  warnings: number
}

/** Locks the rows that were asked for and the caller may see, and tells what stands in them. */
async function holdRows(ctx: Ctx, whose: Whose): Promise<{ ids: RawBuilder<unknown>; counts: Counts }> {
  const { examId, examYear } = whose
  if (ctx.scope.level !== 'all') throw refuse('高考成绩由教育局校验、归档和清空')
  if (!examId && !examYear) throw refuse('请选择考试或高考年份')
  if (examId) await findExam(ctx, examId)
  await lockKey(ctx.db, 'exam-high-exam')
  const ids = sql`(select v.id from ${visible(ctx, examScoreHighExam)} v
    where (${examId}::bigint is null or v.exam_id = ${examId}) and (${examYear}::int is null or v.exam_year = ${examYear}))`
  const counted = await sql<Counts>`select count(*)::int as total,
      count(*) filter (where h.check_status = 0)::int as open,
      count(*) filter (where h.archive_status = 1)::int as archived,
      count(*) filter (where h.check_status = 2)::int as errors,
      count(*) filter (where h.check_status = 3)::int as warnings
    from ${visible(ctx, examScoreHighExam)} h where h.id in ${ids}`.execute(ctx.db)
  const counts = counted.rows[0]
  if (!counts || counts.total === 0) throw refuse('没有这次考试或这一年的高考成绩')
  return { ids, counts }
}

async function clear(ctx: Ctx, whose: Whose, confirmText: string | null) {
  const { ids, counts } = await holdRows(ctx, whose)
  const wanted = whose.examId ? (await findExam(ctx, whose.examId)).examName : String(whose.examYear)
  if (confirmText !== wanted) throw refuse('请输入考试名称或年份以确认清空')
  if (counts.archived > 0) throw conflict('已归档的高考成绩不能清空，请先撤销归档')
  await sql`update ${into(examScoreHighExam)} set is_deleted = 1, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id in ${ids}`.execute(ctx.db)
  await log(ctx, 'clear', '清空高考成绩', whose, counts.total)
  return { removed: counts.total }
}

async function check(ctx: Ctx, whose: Whose) {
  const { ids, counts } = await holdRows(ctx, whose)
  if (counts.archived > 0) throw conflict('已归档的高考成绩不能重新校验，请先撤销归档')
  await checkRows(ctx, ids)
  const { counts: after } = await holdRows(ctx, whose)
  return { checked: after.total, errors: after.errors, warnings: after.warnings }
}

async function archive(ctx: Ctx, whose: Whose, isConfirmed: boolean) {
  const { ids, counts } = await holdRows(ctx, whose)
  if (counts.archived === counts.total) throw conflict('这些高考成绩已经归档')
  if (counts.open > 0) throw conflict(`还有 ${counts.open} 条没有校验，请先校验`)
  if (counts.errors > 0) throw conflict(`还有 ${counts.errors} 条有错误，请先改正`)
  if (counts.warnings > 0 && !isConfirmed) throw conflict(`有 ${counts.warnings} 条警告，请确认后归档`)
  await setArchived(ctx, ids, 1)
  await log(ctx, 'archive', '归档高考成绩', whose, counts.total)
  return { archived: counts.total }
}

async function unarchive(ctx: Ctx, whose: Whose, reason: string) {
  const { ids, counts } = await holdRows(ctx, whose)
  if (counts.archived === 0) throw conflict('这些高考成绩没有归档')
  await setArchived(ctx, ids, 0)
  await log(ctx, 'unarchive', '撤销高考成绩归档', whose, counts.archived, reason)
  return { unarchived: counts.archived }
}

async function setArchived(ctx: Ctx, ids: RawBuilder<unknown>, status: number): Promise<void> {
  await sql`update ${into(examScoreHighExam)} set archive_status = ${status}, update_user = ${ctx.user.id},
    update_time = localtimestamp(0) where id in ${ids}`.execute(ctx.db)
}

async function log(ctx: Ctx, action: string, title: string, whose: Whose, rows: number, reason?: string) {
  const after = { ...whose, rows, ...(reason !== undefined && { reason }) }
  await logOperation(ctx, `examScoreHighExam.${action}`, title, { entity: examScoreHighExam.name, after })
}

const ARCHIVED = every(examScoreHighExam, 'places are counted among all students of the year')
const DEFAULT_NUM = 100

/** Students up to the place asked for, each stream by itself; of the newest archived year where none is named. */
async function listBeforeN(ctx: Ctx, year: number | null, countNum: number | null, query: Record<string, unknown>) {
  const newest = await sql<{ year: number | null }>`select max(a.exam_year) as year from ${ARCHIVED} a
    where a.archive_status = 1 and a.is_deleted = 0`.execute(ctx.db)
  const examYear = year ?? newest.rows[0]?.year ?? 0
  const source = sql`(select v.id, p.rank, v.province_rank, v.student_name, v.arts_science, v.area_code, v.school_code,
      v.total_score, v.bonus_score, v.final_score
    from (
      select a.id, rank() over (partition by a.arts_science order by a.province_rank)::int as rank from ${ARCHIVED} a
      where a.exam_year = ${examYear} and a.archive_status = 1 and a.is_deleted = 0 and a.province_rank is not null
    ) p join ${visible(ctx, examScoreHighExam)} v on v.id = p.id
    where p.rank <= ${countNum ?? DEFAULT_NUM})`
  const page = await listOf(ctx, calls.queryHighExamBeforeN, query, source)
  return { ...page, records: page.records.map((line) => ({ ...line, examYear })) }
}

export const highExamHandlers = [
  implement(calls.highExamListStudent, (ctx, { query }) =>
    listOf(ctx, calls.highExamListStudent, query, sql`(select * from ${visible(ctx, examScoreHighExam)} r)`),
  ),
  implement(calls.highExamClear, (ctx, { confirmText, ...whose }) => clear(ctx, whose, confirmText)),
  implement(calls.highExamCheck, check),
  implement(calls.highExamArchive, (ctx, { confirmWarnings, ...whose }) => archive(ctx, whose, confirmWarnings === 1)),
  implement(calls.highExamUnarchive, (ctx, { reason, ...whose }) => unarchive(ctx, whose, reason)),
  implement(calls.queryHighExamBeforeN, (ctx, { examYear, countNum, query }) =>
    listBeforeN(ctx, examYear, countNum, query),
  ),
]
