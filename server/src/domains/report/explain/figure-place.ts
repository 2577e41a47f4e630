import type { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import type { BandBehind, Behind, QuestionsBehind } from '@xueheng/contract/domains/report/indicator.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Course } from '../course.ts'
import { UNIT_GRAINS, type UnitGrain } from '../unit-course.ts'

/** What is asked about a figure. */
export type FigureInput = Input<typeof explainFigure>

/** 选项分布 is of all units the reader asked for and sees, taken together; its rows say of which grain they are. */
export function isOfUnitsInScope({ name }: AnyReport): boolean {
  return name === 'questionOption'
}

/** Reports whose cells stand for units beside each other. */
const BESIDE_UNITS: ReadonlySet<string> = new Set(['oneScoreParagraph', 'courseQuestion', 'knowledgeRate'])

/** The unit a cell or column of a report over marks or questions is of, where that is not the unit of its row. */
export function unitOfCell(
  report: AnyReport,
  column: string,
  group: string,
  { areaCode, schoolCode, unitGrain: told }: FigureInput,
): { unitGrain: UnitGrain | undefined; code: string | null } | undefined {
  if (isOfUnitsInScope(report)) return { unitGrain: UNIT_GRAINS.find((one) => one === told), code: null }
  const { family, grain } = report
  if (!BESIDE_UNITS.has(family)) return undefined
  if (column === 'areaRate') return unitNamed('area', areaCode)
  if (column === 'schoolRate') return unitNamed('school', schoolCode)
  const isOfEveryone = group === '' || group === '联考' || column === 'share'
  if (isOfEveryone || grain === 'all' || grain === 'student') return { unitGrain: 'all', code: null }
  // a class without a code is named by its number alone
  return grain === 'class' && /^u\d+$/.test(group) ? unitNamed('class', null) : unitNamed(grain, group)
}

function unitNamed(unitGrain: UnitGrain, code: string | null) {
  return code ? { unitGrain, code } : { unitGrain: undefined, code: null }
}

/** How many are the first N of a cell: of its group `n100`, else as the report was asked for. */
export function frontNOf(group: string, { countNum }: Pick<FigureInput, 'countNum'>): number | null {
  const [, n] = /^n(\d+)$/.exec(group) ?? []
  return n === undefined ? (countNum ?? null) : Number(n)
}

/** Marks a band holds, in tenths: from the first, which belongs to it, to the second, which does not; null where nothing limits it. */
export interface MarkRange {
  from10: number | null
  to10: number | null
  /** Students of one stream alone. */
  stream: number | null
}

const STREAMS: Partial<Record<Behind, number>> = { artsBand: 1, artsAbove: 1, scienceBand: 2, scienceAbove: 2 }
const CUMULATIVE: readonly (Behind | undefined)[] = ['bandAbove', 'artsAbove', 'scienceAbove'] satisfies BandBehind[]
const BANDS: ReadonlySet<Behind> = new Set([
  'band',
  'bandAbove',
  'artsBand',
  'artsAbove',
  'scienceBand',
  'scienceAbove',
  'tenBand',
] satisfies BandBehind[])

const QUESTIONS: ReadonlySet<Behind> = new Set([
  'paperQuestions',
  'easyQuestions',
  'middleQuestions',
  'hardQuestions',
  'poorQuestions',
  'pointQuestions',
] satisfies QuestionsBehind[])

/** Whether questions stand behind a figure, not students. */
export function isOfQuestions(behind: Behind | undefined): boolean {
  return behind !== undefined && QUESTIONS.has(behind)
}

/** Whether those behind a figure are told by a band of marks. */
export function isBand(behind: Behind | undefined): behind is BandBehind {
  return behind !== undefined && BANDS.has(behind)
}

/** Width of a band where the report was asked for none. */
type Widths = { total: number; course: number }

/** The band of a cell `b90` of 分数段, or of a row of 一分一段; nothing of any other figure. */
export function rangeOf(
  { family }: AnyReport,
  behind: Behind | undefined,
  group: string,
  { bandLow, step: given, low, high }: FigureInput,
  course: Course | undefined,
  widths: Widths,
): MarkRange | undefined {
  const [, told] = /^b(-?\d+)$/.exec(group) ?? []
  const bottom = told === undefined ? bandLow : Number(told)
  const isOneMark = family === 'oneScoreParagraph'
  if (!isBand(behind)) return undefined
  // a line below the marks is of all of them
  if (isOneMark && typeof bottom !== 'number') return { from10: null, to10: null, stream: STREAMS[behind] ?? null }
  if (typeof bottom !== 'number') return undefined
  const step = given ?? (isOneMark ? 1 : course?.courseId === 0 ? widths.total : widths.course)
  const ends = endsOf(Math.floor(course?.full ?? 0), step, isOneMark ? { low: null, high: null } : { low, high })
  const [from, to] = behind === 'tenBand' ? tenOf(bottom, ends) : bandOf(bottom, step, ends)
  const top = CUMULATIVE.includes(behind) ? null : to
  return {
    from10: from === null ? null : from * 10,
    to10: top === null ? null : top * 10,
    stream: STREAMS[behind] ?? null,
  }
}

interface Ends {
  first: number
  last: number
}

/** Where the lowest and the highest band begin: the ends gather what lies outside, the top one is closed at the full mark. */
function endsOf(full: number, step: number, { low, high }: Pick<FigureInput, 'low' | 'high'>): Ends {
  const top = step === 1 ? full : Math.floor((full - 1) / step) * step
  const last = Math.min(high === null ? top : Math.floor(high / step) * step, top)
  return { first: Math.min(low === null ? 0 : Math.floor(low / step) * step, last), last }
}

function bandOf(bottom: number, step: number, { first, last }: Ends): [number | null, number | null] {
  if (bottom < 0) return [null, first]
  return [bottom, bottom >= last ? null : bottom + step]
}

function tenOf(bottom: number, { last }: Ends): [number, number | null] {
  const from = Math.floor(bottom / 10) * 10
  return [from, Math.floor(last / 10) * 10 === from ? null : from + 10]
}
