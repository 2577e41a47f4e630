import { readdirSync, readFileSync } from 'node:fs'

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

/**
 * The `.sql` files of a folder beside the caller by table name: `rank_lut` is `rank-lut.sql`. Throws unless the folder holds
 * exactly one file per name, so that a start finds what is missing or left over.
 */
export function sqlFolder(callerUrl: string, folder: string, names: string[]): Map<string, string> {
  const url = new URL(folder, callerUrl)
  const fileOf = (name: string) => `${name.replaceAll('_', '-')}.sql`
  const wanted = new Set(names.map(fileOf))
  const there = readdirSync(url).filter((file) => file.endsWith('.sql'))
  const missing = [...wanted].filter((file) => !there.includes(file))
  const leftOver = there.filter((file) => !wanted.has(file))
  if (missing.length > 0) throw new Error(`${folder}: no ${missing.join(', ')}`)
  if (leftOver.length > 0) throw new Error(`${folder}: nothing uses ${leftOver.join(', ')}`)
  return new Map(names.map((name) => [name, readFileSync(new URL(fileOf(name), url), 'utf8')]))
}

/** The tables a statement reads: what stands after `from` or `join`, without functions and its own `with` names. */
export function tablesRead(sql: string): string[] {
  const text = sql.replaceAll(/--.*|'[^']*'/g, '')
  const own = new Set(
    [...text.matchAll(/(\w+) as (?:not materialized )?\(\s*(?:select|with|from)\b/g)].map(([, name]) => name),
  )
  const read = [...text.matchAll(/\b(?:from|join)\s+(\w+)\b(?!\s*\()/g)].map(([, name]) => name ?? '')
  return [...new Set(read)].filter((name) => !own.has(name))
}

/** A string as an SQL literal: for file paths, which DuckDB takes only as text in `copy` and `create view`. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
