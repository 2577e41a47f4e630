import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { scoreBook } from '@xueheng/contract/domains/report/score-book.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { sqlFile, sqlFolder } from '../../platform/analytics/sql-file.ts'

/** What the statements of reports share: units, students, measures (`sql/macros.sql`). */
export const REPORT_MACROS = sqlFile(import.meta.url, 'sql/macros.sql')

/** The statements behind the search for students, which is a call of its own. */
export const FIND_STUDENTS = 'find-students'

/** The statement behind the reader's last exam, a call of its own too. */
export const LAST_EXAM = 'last-exam'

/** The statement behind the T of students over several exams. */
export const STUDENT_HISTORY = 'student-history'

/** The statement behind the knowledge points a student lost marks by. */
export const LOST_POINTS = 'lost-points'

/** The statement behind what is withheld. */
export const OWN_AND_ABOVE = 'own-and-above'
/** The same at lines of single streams. */
export const OWN_AND_ABOVE_LINES = 'own-and-above-lines'

/** The statements behind the origin of a figure. */
export const EXPLAIN_FIGURE = 'explain-figure'
export const EXPLAIN_LINE = 'explain-line'
export const LIST_BEHIND = 'list-behind'
export const LIST_BEHIND_QUESTIONS = 'list-behind-questions'
export const LIST_BEHIND_POINTS = 'list-behind-points'
export const LIST_BEHIND_PAPER = 'list-behind-paper'
export const LIST_PAPER_QUESTIONS = 'list-paper-questions'
export const LIST_MATCHED = 'list-matched'
export const LIST_MOVED = 'list-moved'
export const LIST_MOVED_QUESTIONS = 'list-moved-questions'
export const LIST_PEERS = 'list-peers'
export const LIST_LINE_PEERS = 'list-line-peers'
export const LIST_AHEAD = 'list-ahead'
export const LIST_COURSES = 'list-courses'
export const LIST_QUESTIONS = 'list-questions'
export const EXPLAIN_MARK = 'explain-mark'

/** The statements behind what two packages say together. */
const GAINED = 'gained'
const MOVED = 'moved'

/** The statement behind what moved with lines. */
export const LINE_CHANGE = 'line-change'

/** The statement behind the bands of places. */
export const PLACE_SIZES = 'place-sizes'

/** The statement behind the names of other schools. */
export const OTHER_SCHOOLS = 'other-schools'

/** The same at questions. */
export const OWN_AND_ABOVE_QUESTIONS = 'own-and-above-questions'

/** The statement behind 文理上线, which compares two exams. */
export const LINE_WEN_LI = 'line-wen-li'

/** One statement and the parameters it names; DuckDB refuses values for any other. */
export interface Statement {
  sql: string
  params: string[]
  /** The same over a file that holds its rows `derived` already, named by the parameter `derived`. */
  kept?: Statement
}

export interface ReportSql {
  rows: Statement
  totals?: Statement
  /** One row with a cell for each head of all pages, where the rows of all of them are too many to look. */
  heads?: Statement
  /** The rows the others read as `derived`, which depend on the packages alone and not on who asks. */
  derived?: Statement
}

const NAMES = [...reportDomain.reports, scoreBook].map(({ sql }) => sql)
const FILES = sqlFolder(import.meta.url, 'sql/', [
  'macros',
  GAINED,
  MOVED,
  FIND_STUDENTS,
  LAST_EXAM,
  LINE_WEN_LI,
  PLACE_SIZES,
  LINE_CHANGE,
  EXPLAIN_FIGURE,
  EXPLAIN_LINE,
  LIST_BEHIND,
  LIST_BEHIND_QUESTIONS,
  LIST_BEHIND_POINTS,
  LIST_BEHIND_PAPER,
  LIST_PAPER_QUESTIONS,
  LIST_MATCHED,
  LIST_MOVED,
  LIST_MOVED_QUESTIONS,
  LIST_PEERS,
  LIST_LINE_PEERS,
  LIST_AHEAD,
  LIST_COURSES,
  LIST_QUESTIONS,
  EXPLAIN_MARK,
  OTHER_SCHOOLS,
  STUDENT_HISTORY,
  LOST_POINTS,
  OWN_AND_ABOVE,
  OWN_AND_ABOVE_LINES,
  OWN_AND_ABOVE_QUESTIONS,
  ...NAMES,
])
const STATEMENTS = new Map([...FILES].map(([name, text]) => [name, parseReportSql(text, FILES)]))

/** The statements of a report by the name of its file. */
export function reportSql({ sql }: Pick<AnyReport, 'sql'>): ReportSql {
  const found = STATEMENTS.get(sql)
  if (!found) throw new Error(`no report reads ${sql}.sql`)
  return found
}

/**
 * Lines `-- rows`, `-- totals` and `-- heads` begin the statements of a file, in this order; what stands above them is the `with` all start with.
 * A line `-- derived: <file>` names the one of `files` whose rows they read as `derived`.
 */
export function parseReportSql(text: string, files: ReadonlyMap<string, string> = new Map()): ReportSql {
  const [shared = '', rest = ''] = text.split(/^-- rows$/m)
  const [told = '', heads] = rest.split(/^-- heads$/m)
  const [rows = '', totals] = told.split(/^-- totals$/m)
  const [, file] = /^-- derived: (\S+)$/m.exec(text) ?? []
  const derived = file === undefined ? undefined : toStatement(files.get(file) ?? '')
  const read = (part: string) => overDerived(toStatement(shared + part), derived)
  return {
    rows: read(rows),
    ...(totals !== undefined && { totals: read(totals) }),
    ...(heads !== undefined && { heads: read(heads) }),
    ...(derived && { derived }),
  }
}

function toStatement(text: string): Statement {
  return withParams(text.replaceAll(/^\s*--.*\n/gm, ''))
}

function withParams(sql: string): Statement {
  return { sql, params: [...new Set([...sql.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? ''))] }
}

/** The statement with the rows `derived` computed within it, and with those of a file. */
function overDerived(statement: Statement, derived: Statement | undefined): Statement {
  if (!derived) return statement
  const over = (source: string) => withParams(statement.sql.replace(/^\s*with\b/, () => `with derived as (${source}),`))
  return { ...over(derived.sql), kept: over(`from read_parquet($derived)`) }
}

/** The values a statement names, null for those not given. */
export function bind(statement: Statement, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(statement.params.map((name) => [name, values[name] ?? null]))
}
