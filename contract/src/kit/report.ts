import type { Fields } from './field.ts'
import { snake } from './name.ts'

/**
 * Groups of measures repeated per key (a course, a band, a unit): a two-level header and flat row keys `<key>.<measure>`.
 * A group has those of the measures its cells carry; neighbours whose cells name the same `over` stand under it.
 */
export interface Pivot {
  /** Title of what the groups are: 科目, 分数段. */
  title: string
  columns: Fields
}

/**
 * `bar` from zero, `difference` from the mean of everyone, `histogram` of marks with the lines of the exam, `line` over
 * what has an order, `box` for the spread of a unit, `heat` for units and groups, `scatter` for two measures of a row, `stack` for shares
 * of a row's groups.
 */
export interface Chart {
  kind: 'bar' | 'difference' | 'histogram' | 'line' | 'box' | 'heat' | 'slope' | 'scatter' | 'stack'
  /** Column of the category axis. */
  x: string
  /**
   * Columns drawn; for `box` min, q1, median, q3, max; for `heat` and `slope` the pivot measure; for `histogram` the count and
   * its parts, which are drawn in its place where the exam tells them.
   */
  y: string[]
  /** For `heat`: the value in the middle of two colours, 50 of T. Without it the colour rises from zero. */
  neutral?: number
}

/** Grains of rows with their titles, widest first. */
export const GRAINS = { all: '全体', area: '县区', school: '学校', class: '班级', student: '学生' } as const
export type Grain = keyof typeof GRAINS

export interface ReportOptions<P extends Fields, C extends Fields> {
  title: string
  /** Behind /api/bigdata-service/. */
  path: string
  aliases?: string[]
  /** Parameters beside `examId`, which every report has. */
  params: P
  columns: C
  pivot?: Pivot
  /** Header groups over consecutive columns: title → column names. */
  groups?: Record<string, string[]>
  /** Finest unit the rows show; decides how the user's data scope cuts them. */
  grain: Grain
  paged?: boolean
  /** It is of one unit of this grain: of the first one in sight where none is chosen. */
  oneUnit?: 'school' | 'class'
  /** Order the rows come in is the bureau's; these columns may be sorted on screen. */
  sortable?: string[]
  /** The report one level below and the parameters filled from a row: param → column. */
  drill?: { report: string; params: Record<string, string> }
  chart?: Chart
  /** Numeric columns coloured against the total row. */
  highlight?: string[]
  /** Columns that stay in sight. */
  fixed?: string[]
  /** Footnotes: tie rules, band ends. */
  notes?: string[]
  /** Its rows or figures follow from places alone: nothing of it is told where ranks are not. */
  isOfPlaces?: boolean
  /** Of the reader's own units alone, whatever the policy shows of other schools. */
  isOfOwn?: boolean
  /** Name of the SQL file without its ending, if not the report's own in kebab case. */
  sql?: string
  /** Name of the family it belongs to, if it does not stand alone. */
  family?: string
}

/** One report: one `.sql` over a package, one screen. */
export interface Report<P extends Fields = Fields, C extends Fields = Fields> extends ReportOptions<P, C> {
  name: string
  /** Full path of the call. */
  url: string
  permission: string
  sql: string
  family: string
}

export function defineReport<const P extends Fields, const C extends Fields>(
  name: string,
  options: ReportOptions<P, C>,
): Report<P, C> {
  return {
    sql: snake(name).replaceAll('_', '-'),
    family: name,
    ...options,
    name,
    url: `/api/bigdata-service/${options.path}`,
    permission: `${name.toLowerCase()}_view`,
  }
}

/** One node of a report's column tree, sent with every answer so that screen and workbook share it. */
export interface Header {
  key: string
  title: string
  kind?: string
  scale?: number
  unit?: string
  fixed?: boolean
  sortable?: boolean
  highlight?: boolean
  /** Key of the status that says why there is no value. */
  statusKey?: string
  children?: Header[]
}

/** What stands above a report on paper. */
export interface Heading {
  bureau: string
  exam: string
  /** The units it is about: 全体, one by name, or how many. */
  units: string
  /** What a reader must know before any number: the data have changed since. Empty where they have not. */
  alert: string
}

/** A line of the exam: 优秀线 at so many marks. */
export interface MarkLine {
  name: string
  mark: number
}

/** What every report answers inside the envelope. */
export interface ReportAnswer {
  heading: Heading
  records: Record<string, unknown>[]
  total: number
  size: number
  current: number
  pages: number
  headers: Header[]
  /** Rows computed from students over everything the user may see compared: 合计, 本校, 联考. */
  totals: Record<string, unknown>[]
  /** Lines of the course asked for, or of the total. */
  lines: MarkLine[]
  /** The calculation basis, one line each. */
  basis: string[]
  notes: string[]
  /** Why there is no row, where it does not lie in what was chosen. */
  reason?: string
  packageVersion: number
}
