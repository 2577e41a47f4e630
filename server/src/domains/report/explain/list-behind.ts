import { behindFields, type listBehind } from '@xueheng/contract/domains/report/explain-figure.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { DEFAULT_PAGE_SIZE, type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import type { Behind } from '@xueheng/contract/domains/report/indicator.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { maskRows } from '../../../platform/access/mask.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { type Disclosure } from '../disclosure/disclosure.ts'
import { discloserOf } from '../disclosure/discloser.ts'
import { derivedValues } from '../derived.ts'
import type { Library } from '../library.ts'
import { readRows } from '../read-rows.ts'
import {
  LIST_AHEAD,
  LIST_BEHIND,
  LIST_BEHIND_PAPER,
  LIST_BEHIND_POINTS,
  LIST_BEHIND_QUESTIONS,
  LIST_COURSES,
  LIST_LINE_PEERS,
  LIST_MATCHED,
  LIST_MOVED,
  LIST_MOVED_QUESTIONS,
  LIST_PAPER_QUESTIONS,
  LIST_PEERS,
  LIST_QUESTIONS,
  reportSql,
} from '../report-sql.ts'
import type { Row } from '../run.ts'
import { type AskedFigure, openFigure } from './asked-figure.ts'
import { isBand, isOfQuestions } from './figure-place.ts'
import type { UnitGrain } from '../unit-course.ts'

type BehindRow = Output<typeof listBehind>['records'][number]

/** What stands behind a figure for this reader: units where ranks are told, students for those who may see marks. */
export function listKind({ user }: Pick<Ctx, 'user'>, asked: AskedFigure, { ranks }: Disclosure): ListKind | undefined {
  const { indicator, unitGrain } = asked
  if (asked.report.grain === 'student') return ofStudent(user, asked, ranks)
  if (indicator.behind === undefined || unitGrain === undefined || !isPlaced(asked)) return undefined
  // who is among the first tells a place
  if (indicator.behind.startsWith('firstN') && ranks !== 'exact') return undefined
  if (indicator.behind === 'units') return ranks === 'exact' && unitGrain !== 'all' ? 'units' : undefined
  if (indicator.behind === 'inside') return unitGrain === 'class' ? undefined : 'units'
  if (isOfQuestions(indicator.behind)) return 'questions'
  return user.isAdministrator || user.permissions.has(studentScore.permission) ? 'students' : undefined
}

export type ListKind = 'students' | 'units' | 'parts' | 'questions'

/** Behind a figure of one student: who is ahead where the place itself is told, his courses and questions, the marks of his class. */
function ofStudent(
  user: Ctx['user'],
  { indicator: { behind }, student, question }: AskedFigure,
  ranks: Disclosure['ranks'],
): ListKind | undefined {
  if (!user.isAdministrator && !user.permissions.has(studentScore.permission)) return undefined
  if (behind === 'classAnswers') return question.questionId !== null || question.questionNo ? 'students' : undefined
  if (!student) return undefined
  if (behind === 'together') return 'students'
  if (behind === 'ahead' || behind === 'notAhead') return ranks === 'exact' ? 'students' : undefined
  return behind === 'courses' || behind === 'questions' ? 'parts' : undefined
}

/** Whether the figure says which line, band, N, question or knowledge point it is of. */
function isPlaced(asked: AskedFigure): boolean {
  const {
    indicator: { behind = 'sat' },
    report,
    column,
    courseId,
    lineNo,
    range,
    frontN,
    question,
  } = asked
  if (LINE_BEHIND.has(behind)) return lineNo !== undefined
  if (isBand(behind)) return range !== undefined
  if (behind.startsWith('firstN')) return frontN !== null
  if (behind === 'answeredPoint') return Boolean(question.pointName)
  if (behind === 'units' && column === 'onlineRank') return lineNo !== undefined
  if (behind === 'paperTakers' || behind === 'paperEnds') return Boolean(question.paperCode)
  if (isOfQuestions(behind)) return courseId > 0
  return report.family !== 'courseQuestion' || Boolean(question.questionNo)
}

const LINE_BEHIND: ReadonlySet<Behind> = new Set(['online', 'single', 'double', 'miss', 'below', 'above'])
/** A page of them, within units and data scopes of the reader, personal values masked. */
export async function listOf(ctx: Ctx, library: Library, input: Input<typeof listBehind>): Promise<Page<BehindRow>> {
  const asked = await openFigure(ctx, library, input)
  const place = { current: input.current ?? 1, size: input.size ?? DEFAULT_PAGE_SIZE }
  const discloser = await discloserOf(ctx, library, asked.source, { grain: 'student', courseId: asked.courseId })
  const kind = listKind(ctx, asked, discloser.disclosure)
  if (!kind) throw refuse('这个数字没有可以查看的名单')
  const statements = reportSql({ sql: fileOf(asked) })
  const given = valuesOf(asked)
  const values = { ...given, ...(await derivedValues(ctx, statements, asked.source, asked.before, given)) }
  const read = ({ current, size }: typeof place) =>
    readRows<Row>(ctx, statements.rows, { ...values, size, skip: (current - 1) * size }, discloser)
  const rows = await read(place)
  // Beyond the last page there is no row to tell how many there are.
  const [counted] = rows.length > 0 || place.current === 1 ? rows : await read({ current: 1, size: 1 })
  return pageOf(maskRows(behindFields, rows.map(toBehind)), Number(counted?.['rowsTotal'] ?? 0), place)
}

/** The statement of those behind a figure, where it is not that of students of a unit by their marks. */
const FILES: Partial<Record<Behind, string>> = {
  inside: LIST_PEERS,
  courses: LIST_COURSES,
  questions: LIST_QUESTIONS,
  ahead: LIST_AHEAD,
  notAhead: LIST_AHEAD,
  together: LIST_AHEAD,
  classAnswers: LIST_BEHIND_QUESTIONS,
  answeredPoint: LIST_BEHIND_POINTS,
  paperTakers: LIST_BEHIND_PAPER,
  paperEnds: LIST_BEHIND_PAPER,
  matched: LIST_MATCHED,
  moved: LIST_MOVED,
}

function fileOf({ report, column, question, indicator: { behind = 'sat' } }: AskedFigure): string {
  if (behind === 'moved' && question.questionNo) return LIST_MOVED_QUESTIONS
  if (behind === 'units') return column === 'onlineRank' ? LIST_LINE_PEERS : LIST_PEERS
  if (isOfQuestions(behind)) return LIST_PAPER_QUESTIONS
  return FILES[behind] ?? (report.family === 'courseQuestion' ? LIST_BEHIND_QUESTIONS : LIST_BEHIND)
}

/** What a unit consists of. */
const INSIDE: Partial<Record<UnitGrain, UnitGrain>> = { all: 'school', area: 'school', school: 'class' }

function valuesOf(asked: AskedFigure): Row {
  const { source, before, units, unitGrain, code, courseId, lineNo, indicator, column, range, frontN, question } = asked
  const { label: _label, ...lists } = units
  const { isCountOnly } = source.manifest.rule
  const isInside = indicator.behind === 'inside'
  const grain = isInside ? INSIDE[unitGrain ?? 'all'] : unitGrain
  const place = indicator.behind === 'units' ? column : null
  const behind = range ? 'band' : indicator.behind
  const band = range ?? { from10: null, to10: null, stream: null }
  const since = {
    before: before?.folder,
    beforeCourseId: before?.courseId,
    entryCourseId: before?.courseId,
    sdType: source.manifest.rule.sdType,
    sdBefore: before?.manifest.rule.sdType,
    schoolGroup: isInside ? asked.schoolGroup : null,
  }
  const of = { unitGrain: grain, code, courseId, lineNo, behind, place, frontN, ...band, ...question, ...asked.student }
  return { ...lists, ...of, ...since, package: source.folder, isCountOnly }
}

function toBehind(row: Row): BehindRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
  return {
    studentNumber: text('studentNumber'),
    studentCode: text('studentCode'),
    studentName: text('studentName'),
    areaName: text('areaName'),
    schoolName: text('schoolName'),
    className: text('className'),
    partName: text('partName'),
    score: number('score'),
    oldScore: number('oldScore'),
    fullScore: number('fullScore'),
    rank: number('rank'),
  }
}
