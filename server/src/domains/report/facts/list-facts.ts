import { DEFAULT_PAGE_SIZE, type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import type { Fields, Row } from '@xueheng/contract/kit/field.ts'
import type { List } from '@xueheng/contract/kit/list.ts'
import { maskRows } from '../../../platform/access/mask.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { type Query, textOf } from '../../../platform/rows/read.ts'
import type { Course } from '../course.ts'
import { coursesOf } from '../courses.ts'
import type { ExamPackage } from '../exam-packages.ts'
import { hiddenUnits } from '../hidden-units.ts'
import type { Library } from '../library.ts'
import { newestExam, openExam, unitsOf } from '../open-exam.ts'
import { bind, type Statement } from '../report-sql.ts'
import { readRows } from '../read-rows.ts'
import { discloserOf } from '../disclosure/discloser.ts'
import { assertTold, withRankBand } from '../disclosure/rank-band.ts'
import { unitCourse } from '../unit-course.ts'
import { withCorrections } from './pending-corrections.ts'
import { type Asked, askedOf, courseStatement, namedCourses, oneLine, studentStatement } from './fact-sql.ts'

type StatementOf = (courses: Course[], asked: Asked) => Statement

interface Place {
  current: number
  size: number
}

/** A list of facts and the statement that reads it. */
interface Facts<F extends Fields, C extends Fields> {
  list: List<F, C>
  statementOf: StatementOf
}

export function studentFacts<F extends Fields, C extends Fields>(list: List<F, C>): Facts<F, C> {
  return { list, statementOf: studentStatement }
}

export function courseFacts<F extends Fields, C extends Fields>(list: List<F, C>): Facts<F, C> {
  return { list, statementOf: courseStatement }
}

/**
 * A page of the facts of one exam: as its newest package has them, within the units and data scopes of the caller, personal
 * values masked. Without an exam it is the newest one the caller may read.
 */
export async function listFacts<F extends Fields, C extends Fields>(
  ctx: Ctx,
  library: Library,
  { list, statementOf }: Facts<F, C>,
  query: Query,
): Promise<Page<Row<F & C>>> {
  const place = { current: Number(query['current'] ?? 1), size: Number(query['size'] ?? DEFAULT_PAGE_SIZE) }
  const examId = textOf(query['examId'] ?? query['examId_equal'])
  const asked = askedOf(ctx, list, query)
  const source = examId === '' ? await newestExam(ctx, library) : await openExam(ctx, library, examId)
  if (!source) return pageOf([], 0, place)
  const read = await readerOf(ctx, library, source, statementOf)
  assertTold(read.disclosure, list.fields, query)
  const chosen = { ...asked, courses: namedCourses(read.courses, list, query) }
  const { rows, total } = await read.page<Row<F & C>>(chosen, place)
  const isBeyond = rows.length === 0 && place.current > 1
  const count = isBeyond ? (await read.page(chosen, { current: 1, size: 1 })).total : total
  return pageOf(maskRows({ ...list.output }, rows), count, place)
}

/** One fact by its id: of the exam, the student and, for a paper, the course; one out of sight is none. */
export async function findFact<F extends Fields, C extends Fields>(
  ctx: Ctx,
  library: Library,
  { list, statementOf }: Facts<F, C>,
  id: string,
): Promise<Row<F & C>> {
  const [examId = '', sid, courseId] = /^\d+(-\d{1,9}){1,2}$/.test(id) ? id.split('-') : []
  const source = await openExam(ctx, library, examId)
  const read = await readerOf(ctx, library, source, statementOf)
  const values = { sid: Number(sid), ...(courseId !== undefined && { courseId: Number(courseId) }) }
  const { rows } = await read.page<Row<F & C>>(oneLine(list, values), { current: 1, size: 1 })
  const [found] = maskRows({ ...list.output }, rows)
  if (!found) throw new AppError('row.notFound')
  return found
}

const RANKS = ['allRank', 'areaRank', 'schoolRank', 'classRank', 'groupRank', 'seqRank']

/** What a statement tells beside the columns of its list. */
const UNDECLARED = ['rowsTotal', 'combinationName']

/** Reads lines of one package as far as the caller sees it. */
async function readerOf(ctx: Ctx, library: Library, source: ExamPackage, statementOf: StatementOf) {
  const { label: _label, ...units } = await unitsOf(ctx, library, source, {})
  const all = await coursesOf(ctx.analytics, library, source.folder)
  const { rule } = source.manifest
  const inTotal = new Set(source.manifest.courses.flatMap((one) => (one.isInTotal === 1 ? [one.courseId] : [])))
  const byLevels = new Set(source.manifest.levels?.map(({ courseId }) => courseId))
  const courses = all
    .filter(({ courseId }) => courseId > 0)
    .map((course) => {
      const isLevel = byLevels.has(course.courseId)
      const column = isLevel && rule.totalBy === 'level' ? 'v' : 'c'
      return { ...course, isLevel, counted: inTotal.has(course.courseId) ? column : undefined } as const
    })
  const discloser = await discloserOf(ctx, library, source, { grain: 'student', courseId: 0 })
  const hidden = await hiddenUnits(ctx, library, source)
  const untold = all.map(({ courseId }) => courseId).filter((courseId) => hidden.has(unitCourse('all', {}, courseId)))
  const exam = { examId: source.examId, package: source.folder, untold }
  async function page<T extends Record<string, unknown>>(asked: Asked, { current, size }: Place) {
    const read = statementOf(asked.courses ?? courses, asked)
    const values = { ...units, ...exam, ...asked.values, size, skip: (current - 1) * size }
    const found = await readRows<T & { rowsTotal: number }>(ctx, read, bind(read, values), discloser)
    const total = found[0]?.rowsTotal ?? 0
    const rows: T[] = await withCorrections(
      ctx,
      source,
      found.map((line) => withRankBand(line, RANKS)),
    )
    for (const line of rows) for (const name of UNDECLARED) Reflect.deleteProperty(line, name)
    return { rows, total }
  }
  return { courses, page, disclosure: discloser.disclosure }
}
