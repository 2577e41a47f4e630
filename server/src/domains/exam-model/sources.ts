import type { ExamUsed } from '@xueheng/contract/domains/exam-model/explain.ts'
import { GRAIN, type GrainName } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sqlFile } from '../../platform/analytics/sql-file.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { examPackages, openPackage } from '../report/index.ts'
import type { UnitSums } from './quota-fields.ts'

/** Who is evaluated. */
export interface Unit {
  unitCode: string
  unitName: string
  areaCode: string | null
  areaName: string | null
  schoolCode: string | null
  schoolName: string | null
  classCode: string | null
  schoolGroup: string | null
}

export type UnitRow = Unit & UnitSums & { unitId: number }

/** An exam whose package is read. */
export interface Source extends ExamUsed {
  folder: string
}

const MOST_EXAMS = 10

/** The ids of 考试 as they are written; the first is the exam evaluated, the last the entry exam. */
export function examIdsOf(text: string): string[] {
  const ids = partsOf(text)
  if (ids.length === 0) throw refuse('请选择考试')
  if (ids.length > MOST_EXAMS) throw refuse(`一次最多选择${MOST_EXAMS}次考试`)
  if (new Set(ids).size < ids.length) throw refuse('同一次考试只能选择一次')
  return ids
}

const READABLE = [examStates.states.published.value, examStates.states.sealed.value] as number[]

/** The published packages of the exams, in the order given. */
export async function openSources(ctx: Ctx, examIds: string[]): Promise<Source[]> {
  const sources: Source[] = []
  for (const examId of examIds) {
    const found = await openPackage(ctx, examPackages, examId)
    if (!READABLE.includes(found.examStatus)) throw refuse(`考试「${found.examName}」尚未发布，不能用于评价`)
    sources.push({ examId, examName: found.examName, packageVersion: found.version, folder: found.folder })
  }
  return sources
}

export function grainName(grain: number): GrainName {
  const found = (Object.keys(GRAIN) as GrainName[]).find((name) => GRAIN[name] === grain)
  if (!found) throw refuse('请选择评价对象')
  return found
}

/** Number of a course in a package; 0 is the total. */
export async function courseIdOf(ctx: Ctx, source: Source, courseName: string | null): Promise<number> {
  const name = courseName || TOTAL_COURSE
  const [found] = await ctx.analytics.query<{ id: number }>(
    `select course_id as id from read_parquet($package || '/course.parquet') where course_name = $name`,
    { package: source.folder, name },
  )
  if (!found) throw refuse(`考试「${source.examName}」没有科目「${name}」`)
  return found.id
}

/** Every unit of a grain with its counts and sums; for teachers without a course over all they teach. */
export async function readUnits(
  ctx: Ctx,
  source: Source,
  grain: GrainName,
  courseName: string | null,
): Promise<UnitRow[]> {
  const isTeacher = grain === 'teacher'
  const courseId = isTeacher && !courseName ? null : await courseIdOf(ctx, source, courseName)
  if (isTeacher) {
    return ctx.analytics.query<UnitRow>(sqlFile(import.meta.url, 'sql/teacher-values.sql'), {
      package: source.folder,
      courseId,
    })
  }
  return ctx.analytics.query<UnitRow>(sqlFile(import.meta.url, 'sql/unit-values.sql'), {
    package: source.folder,
    grain,
    courseId,
  })
}

/** How many of each unit are among the first `n` of all, by the unit's number. */
export async function readFront(
  ctx: Ctx,
  source: Source,
  grain: 'area' | 'school',
  courseName: string | null,
  n: number,
): Promise<Map<number, number>> {
  const sql = sqlFile(import.meta.url, 'sql/front-values.sql').replaceAll('{{grain}}', grain)
  const courseId = await courseIdOf(ctx, source, courseName)
  const rows = await ctx.analytics.query<{ unitId: number; num: number }>(sql, { package: source.folder, courseId, n })
  return new Map(rows.map(({ unitId, num }) => [unitId, num]))
}

export interface AddedValue {
  unitCode: string
  n: number
  slope: number | null
  intercept: number | null
  residual: number | null
}

/** F55 between the entry exam and the present one, for the total or one course. */
export async function readValueAdded(
  ctx: Ctx,
  now: Source,
  before: Source,
  grain: GrainName,
  courseName: string | null,
): Promise<AddedValue[]> {
  const later = await scoreColumn(ctx, now, '$package', courseName)
  const earlier = await scoreColumn(ctx, before, '$before', courseName)
  const sql = sqlFile(import.meta.url, 'sql/value-added.sql')
    .replaceAll('{{now}}', later.column)
    .replaceAll('{{now_join}}', later.join)
    .replaceAll('{{before}}', earlier.column)
    .replaceAll('{{before_join}}', earlier.join)
  return ctx.analytics.query<AddedValue>(sql, { package: now.folder, before: before.folder, grain })
}

/** The standard score of the total stands with the student, that of a course is looked up by the score. */
async function scoreColumn(ctx: Ctx, source: Source, folder: string, courseName: string | null) {
  const courseId = await courseIdOf(ctx, source, courseName)
  if (courseId === 0) return { column: 'student.z', join: '' }
  const join = `left join read_parquet(${folder} || '/std_score.parquet') as std
    on std.course_id = ${courseId} and std.score10 = student.c${courseId} and student.r${courseId} is not null`
  return { column: 'std.z', join }
}
