import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { sqlFile } from '../../platform/analytics/sql-file.ts'
import { fillSlots, type Grain, type Shape } from './report-slots.ts'

/** One statement and the parameters it names; DuckDB refuses values for any other. */
export interface Statement {
  sql: string
  params: string[]
}

export interface ReportSql {
  rows: Statement
  totals?: Statement
}

/** Reports that differ in their grain only share a file; the others have one of their own name. */
const SHARED: Record<string, string> = {
  areaFrontN: 'front-n.sql',
  schoolFrontN: 'front-n.sql',
  areaParagraph: 'paragraph.sql',
  schoolParagraph: 'paragraph.sql',
  oneScoreParagraphByArea: 'one-score-paragraph.sql',
  oneScoreParagraphBySchool: 'one-score-paragraph.sql',
  oneScoreTwoRateByArea: 'one-score-two-rate.sql',
  oneScoreTwoRateBySchool: 'one-score-two-rate.sql',
  oneScoreTwoRateByClass: 'one-score-two-rate.sql',
  scoreRankByClass: 'score-rank.sql',
}

const loaded = new Map<string, ReportSql>()

/**
 * Reads the SQL of a report. Lines `-- rows` and `-- totals` begin the two statements;
 * what stands above them is the `with` both start with. Slots `{{…}}` are filled for the grain of the report.
 */
export function reportSql(report: Pick<AnyReport, 'name' | 'sql' | 'grain'>, shape: Shape = {}): ReportSql {
  const key = [report.name, shape.isNarrowed, shape.courseId].join()
  const known = loaded.get(key)
  if (known) return known
  const text = sqlFile(import.meta.url, `sql/${SHARED[report.name] ?? report.sql}`)
  const parsed = parseReportSql(text, report.grain, shape)
  loaded.set(key, parsed)
  return parsed
}

export function parseReportSql(text: string, grain: Grain, shape: Shape = {}): ReportSql {
  const [shared = '', rest = ''] = text.split(/^-- rows$/m)
  const [rows = '', totals] = rest.split(/^-- totals$/m)
  return {
    rows: statement(shared + rows, grain, shape),
    ...(totals !== undefined && { totals: statement(shared + totals, grain, shape) }),
  }
}

function statement(text: string, grain: Grain, shape: Shape): Statement {
  const sql = fillSlots(text, grain, shape).replaceAll(/^\s*--.*\n/gm, '')
  return { sql, params: [...new Set([...sql.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? ''))] }
}

/** The values a statement names, null for those not given. */
export function bind(statement: Statement, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(statement.params.map((name) => [name, values[name] ?? null]))
}
