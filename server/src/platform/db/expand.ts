/** The last migration of the first release; those up to it never ran beside another version. */
const FIRST_RELEASE = '20261126T0240_table_import.sql'

/** Steps the version before would stumble over, by what they are. */
const BREAKING: readonly RegExp[] = [
  /\bdrop\s+table\b/i,
  /\bdrop\s+column\b/i,
  /\brename\s+(column\b|to\b|\w+\s+to\b)/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\balter\s+(column\s+)?\w+\s+set\s+not\s+null\b/i,
]
const ADDED =
  /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b|primary\b|unique\b|check\b|foreign\b|exclude\b)\w+[^,]*/gi
const MARK = /--\s*contract: unused since \d+\.\d+\.\d+/

/**
 * Statements of a migration that the version before could not live with, while both run on one database. A file that says
 * `-- contract: unused since 0.3.0` takes away what no version from that one on uses.
 */
export function breakingSteps(name: string, text: string): string[] {
  if (name <= FIRST_RELEASE || MARK.test(text)) return []
  const plain = text.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  const made = new Set(
    [...plain.matchAll(/\bcreate\s+(?:temp\s+|temporary\s+)?table\s+(\w+)/gi)].map(([, table]) => table),
  )
  return plain
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => !made.has(tableOf(statement)) && isBreaking(statement))
    .map((statement) => `${name}: ${statement}`)
}

/** Of a table that the same migration makes nobody knows yet. */
function tableOf(statement: string): string | undefined {
  return /^(?:drop|alter)\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/i.exec(statement)?.[1]
}

function isBreaking(statement: string): boolean {
  if (BREAKING.some((step) => step.test(statement))) return true
  if (!/^alter\s+table\b/i.test(statement)) return false
  return [...statement.matchAll(ADDED)].some(([step]) => /\bnot\s+null\b/i.test(step) && !/\bdefault\b/i.test(step))
}
