import { readFileSync } from 'node:fs'

const loaded = new Map<string, string>()

/** Text of a `.sql` beside the caller, read once: `sqlFile(import.meta.url, 'quota.sql')`. Throws when it does not exist. */
export function sqlFile(callerUrl: string, name: string): string {
  const url = new URL(name, callerUrl)
  const known = loaded.get(url.href)
  if (known !== undefined) return known
  const text = readFileSync(url, 'utf8')
  loaded.set(url.href, text)
  return text
}

/** A string as an SQL literal: for file paths, which DuckDB takes only as text in `copy` and `create view`. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
