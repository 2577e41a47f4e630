import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  INTEGER,
  JSDuckDBValueConverter,
  LIST,
  listValue,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api'

const AS_NUMBER = new Set<DuckDBTypeId>([DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT, DuckDBTypeId.HUGEINT])
const AS_TEXT = new Set<DuckDBTypeId>([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
])

/** DuckDB to JavaScript, once: whole numbers and decimals as numbers, moments as `yyyy-MM-dd[ HH:mm:ss]`, nests as nests. */
export const toJs: DuckDBValueConverter<unknown> = (value, type, converter) => {
  if (value === null) return null
  if (AS_NUMBER.has(type.typeId)) return Number(value)
  if (AS_TEXT.has(type.typeId)) return String(value)
  return (JSDuckDBValueConverter as DuckDBValueConverter<unknown>)(value, type, converter)
}

export interface Bindings {
  values: Record<string, DuckDBValue>
  types: Record<string, DuckDBType>
}

/** JavaScript to DuckDB: numbers, texts, flags, null, and lists of one kind; `undefined` counts as null. */
export function toBindings(params: Record<string, unknown>): Bindings {
  const bindings: Bindings = { values: {}, types: {} }
  for (const [name, given] of Object.entries(params)) {
    const type = typeOf(name, given)
    bindings.types[name] = type
    bindings.values[name] = Array.isArray(given) ? listValue(given as DuckDBValue[]) : ((given ?? null) as DuckDBValue)
  }
  return bindings
}

function typeOf(name: string, given: unknown): DuckDBType {
  if (given === null || given === undefined) return SQLNULL
  if (Array.isArray(given)) return LIST(given.length > 0 ? widest(name, given) : VARCHAR)
  if (typeof given === 'string') return VARCHAR
  if (typeof given === 'boolean') return BOOLEAN
  if (typeof given !== 'number') throw new TypeError(`parameter ${name}: ${typeof given} cannot be bound`)
  if (!Number.isSafeInteger(given)) return DOUBLE
  return Math.abs(given) < 2 ** 31 ? INTEGER : BIGINT
}

/** One type for all items: a single fraction makes a list of numbers a list of doubles. */
function widest(name: string, items: unknown[]): DuckDBType {
  const types = items.map((item) => typeOf(name, item))
  return types.find((type) => type === DOUBLE) ?? types.find((type) => type === BIGINT) ?? types[0] ?? VARCHAR
}
