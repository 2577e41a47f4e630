import { sqlFile } from '../../platform/analytics/sql-file.ts'

/** One statement and the parameters it names; DuckDB refuses values for any other. */
export interface Statement {
  sql: string
  params: string[]
}

export interface ReportSql {
  rows: Statement
  totals?: Statement
}

const loaded = new Map<string, ReportSql>()

/**
 * Reads `sql/<name>`. Lines `-- rows` and `-- totals` begin the two statements;
 * what stands above them is the `with` both start with.
 */
export function reportSql(name: string): ReportSql {
  const known = loaded.get(name)
  if (known) return known
  const parsed = parseReportSql(sqlFile(import.meta.url, `sql/${name}`))
  loaded.set(name, parsed)
  return parsed
}

export function parseReportSql(text: string): ReportSql {
  const [shared = '', rest = ''] = text.split(/^-- rows$/m)
  const [rows = '', totals] = rest.split(/^-- totals$/m)
  return { rows: statement(shared + rows), ...(totals !== undefined && { totals: statement(shared + totals) }) }
}

function statement(text: string): Statement {
  const sql = text.replaceAll(/^\s*--.*\n/gm, '')
  return { sql, params: [...new Set([...sql.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? ''))] }
}

/** The values a statement names, null for those not given. */
export function bind(statement: Statement, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(statement.params.map((name) => [name, values[name] ?? null]))
}
