import { camel } from '@xueheng/contract/kit/name.ts'
import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'

/** Identifiers that a builder is given in camel case become columns; rows are named by the driver, once. */
export class SnakeCaseIdentifiers extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

const known = new Map<string, string>()
const MOST_KNOWN = 20_000

/** The name a column has in a row: `study_year` comes out as `studyYear`. Only columns; what stands in JSON stays. */
export function rowName(column: string): string {
  const name = known.get(column)
  if (name !== undefined) return name
  const made = camel(column)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(column, made)
  return made
}

/** Rows that came as arrays, under their names. */
export function namedRows<R>(fields: readonly { name: string }[], rows: readonly unknown[][]): R[] {
  const names = fields.map((field) => rowName(field.name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) row[names[i] as string] = values[i]
    return row as R
  })
}
