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
import type { Library } from '../library.ts'
import { readRows } from '../read-rows.ts'
import {
  LIST_AHEAD,
  LIST_BEHIND,
  LIST_BEHIND_POINTS,
  LIST_BEHIND_QUESTIONS,
  LIST_COURSES,
  LIST_PEERS,
  LIST_QUESTIONS,
  reportSql,
} from '../report-sql.ts'
import type { Row } from '../run.ts'
import { type AskedFigure, openFigure } from './asked-figure.ts'
import { isBand } from './figure-place.ts'

type BehindRow = Output<typeof listBehind>['records'][number]

/** What stands behind a figure for this reader: units where ranks are told, students for those who may see marks. */
export function listKind({ user }: Pick<Ctx, 'user'>, asked: AskedFigure, { ranks }: Disclosure): ListKind | undefined {
  const { indicator, unitGrain } = asked
  if (asked.report.grain === 'student') return ofStudent(user, asked, ranks)
  if (indicator.behind === undefined || unitGrain === undefined || !isPlaced(asked)) return undefined
  // who is among the first tells a place
  if (indicator.behind.startsWith('firstN') && ranks !== 'exact') return undefined
  if (indicator.behind === 'units') return ranks === 'exact' && unitGrain !== 'all' ? 'units' : undefined
  return user.isAdministrator || user.permissions.has(studentScore.permission) ? 'students' : undefined
}

export type ListKind = 'students' | 'units' | 'parts'

/** Behind a figure of one student: who is ahead where the place itself is told, his courses and questions, the marks of his class. */
function ofStudent(
  user: Ctx['user'],
  { indicator: { behind }, student, courseId, question }: AskedFigure,
  ranks: Disclosure['ranks'],
): ListKind | undefined {
  if (!user.isAdministrator && !user.permissions.has(studentScore.permission)) return undefined
  if (behind === 'classAnswers') return question.questionId !== null || question.questionNo ? 'students' : undefined
  if (!student) return undefined
  if (behind === 'ahead') return ranks === 'exact' ? 'students' : undefined
  if (behind === 'courses') return 'parts'
  return behind === 'questions' ? (courseId > 0 ? 'parts' : undefined) : undefined
}

/** Whether the figure says which line, band, N, question or knowledge point it is of. */
function isPlaced({ indicator: { behind = 'sat' }, report, lineNo, range, frontN, question }: AskedFigure): boolean {
  if (LINE_BEHIND.has(behind)) return lineNo !== undefined
  if (isBand(behind)) return range !== undefined
  if (behind.startsWith('firstN')) return frontN !== null
  if (behind === 'answeredPoint') return Boolean(question.pointName)
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
  const statement = reportSql({ sql: fileOf(kind, asked) }).rows
  const read = ({ current, size }: typeof place) =>
    readRows<Row>(ctx, statement, { ...valuesOf(asked), size, skip: (current - 1) * size }, discloser)
  const rows = await read(place)
  // Beyond the last page there is no row to tell how many there are.
  const [counted] = rows.length > 0 || place.current === 1 ? rows : await read({ current: 1, size: 1 })
  return pageOf(maskRows(behindFields, rows.map(toBehind)), Number(counted?.['rowsTotal'] ?? 0), place)
}

function fileOf(kind: ListKind, { report, indicator }: AskedFigure): string {
  if (kind === 'units') return LIST_PEERS
  if (kind === 'parts') return indicator.behind === 'courses' ? LIST_COURSES : LIST_QUESTIONS
  if (indicator.behind === 'ahead') return LIST_AHEAD
  if (indicator.behind === 'classAnswers') return LIST_BEHIND_QUESTIONS
  if (indicator.behind === 'answeredPoint') return LIST_BEHIND_POINTS
  return report.family === 'courseQuestion' ? LIST_BEHIND_QUESTIONS : LIST_BEHIND
}

function valuesOf(asked: AskedFigure): Row {
  const { source, units, unitGrain, code, courseId, lineNo, indicator, column, range, frontN, question } = asked
  const { label: _label, ...lists } = units
  const { isCountOnly } = source.manifest.rule
  const place = indicator.behind === 'units' ? column : null
  const behind = range ? 'band' : indicator.behind
  const band = range ?? { from10: null, to10: null, stream: null }
  const of = { unitGrain, code, courseId, lineNo, behind, place, frontN, ...band, ...question, ...asked.student }
  return { ...lists, ...of, package: source.folder, isCountOnly }
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
    fullScore: number('fullScore'),
    rank: number('rank'),
  }
}
