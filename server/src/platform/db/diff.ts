import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type pg from 'pg'
import { type Column, columnsOf, createStored, createTable, indexesOf, storedColumnsOf } from './ddl.ts'
import { createView, viewOf } from './large-tables.ts'
import type { Table } from './table.ts'

/** What the declarations want and a migrated database lacks, or has otherwise. */
export interface Difference {
  table: string
  /** The fault in words. */
  text: string
  /** Draft of the statement that mends it, where one can be drafted. */
  sql?: string
}

interface Actual {
  name: string
  type: string
  isNotNull: boolean
}

/** Compares every entity's table with its declaration. Columns the declarations do not know are differences too. */
export async function diffDatabase(client: pg.ClientBase, entities: AnyEntity[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (const entity of entities) found.push(...(await diffTable(client, entity)))
  return found
}

async function diffTable(client: pg.ClientBase, entity: AnyEntity): Promise<Difference[]> {
  const found = await diffColumns(client, entity.table, columnsOf(entity), () => createTable(entity))
  if (found.isMissing) return found.differences
  return [
    ...found.differences,
    ...(await diffIndexes(client, entity)),
    ...(entity.large ? await diffView(client, entity) : []),
    ...(entity.tenantless ? [] : await diffPolicy(client, entity.table)),
  ]
}

/** The same for a table without calls: columns, types, nulls, and the wall between tenants. */
export async function diffStored(client: pg.ClientBase, table: Table): Promise<Difference[]> {
  const found = await diffColumns(client, table.name, storedColumnsOf(table), () => createStored(table))
  if (found.isMissing || table.wall === 'open' || table.wall === 'none') return found.differences
  const wall = await diffPolicy(client, table.name)
  return [...found.differences, ...(table.wall === 'walled' ? wall : wall.filter(({ text }) => text === NOT_FORCED))]
}

interface ColumnDifferences {
  isMissing: boolean
  differences: Difference[]
}

async function diffColumns(
  client: pg.ClientBase,
  table: string,
  wanted: Column[],
  draft: () => string,
): Promise<ColumnDifferences> {
  const actual = await columnsIn(client, table)
  if (actual.length === 0) {
    return { isMissing: true, differences: [{ table, text: 'the table is missing', sql: draft() }] }
  }
  const named = (name: string) => actual.find((one) => one.name === name)
  const differences = [
    ...wanted.flatMap((column) => diffColumn(table, column, named(column.name))),
    ...actual
      .filter((column) => !wanted.some((one) => one.name === column.name))
      .map(({ name }) => ({ table, text: `column ${name} is not declared` })),
  ]
  return { isMissing: false, differences }
}

function diffColumn(table: string, wanted: Column, actual: Actual | undefined): Difference[] {
  const { name, type, rest } = wanted
  if (!actual) {
    return [
      {
        table,
        text: `column ${name} is missing`,
        sql: `alter table ${table} add column ${[name, type, rest].filter(Boolean).join(' ')};`,
      },
    ]
  }
  const differences: Difference[] = []
  if (actual.type !== type) {
    differences.push({
      table,
      text: `column ${name} is ${actual.type}, declared ${type}`,
      sql: `alter table ${table} alter column ${name} type ${type};`,
    })
  }
  const isRequired = /not null|primary key/.test(rest)
  if (actual.isNotNull !== isRequired) {
    differences.push({
      table,
      text: `column ${name} is ${actual.isNotNull ? 'not null' : 'nullable'}, declared otherwise`,
      sql: `alter table ${table} alter column ${name} ${isRequired ? 'set' : 'drop'} not null;`,
    })
  }
  return differences
}

async function columnsIn(client: pg.ClientBase, table: string): Promise<Actual[]> {
  const result = await client.query<{ name: string; type: string; is_not_null: boolean }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_not_null
     from pg_attribute a where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [`public.${table}`],
  )
  return result.rows.map(({ name, type, is_not_null: isNotNull }) => ({ name, type: shortType(type), isNotNull }))
}

/** PostgreSQL's long names as the declarations write them. */
function shortType(type: string): string {
  return type
    .replace('character varying', 'varchar')
    .replace(/^character\(/, 'char(')
    .replace(/^timestamp\((\d)\) without time zone$/, 'timestamp($1)')
}

/** An index is compared by what it says; one of its name that says something else goes. */
async function diffIndexes(client: pg.ClientBase, entity: AnyEntity): Promise<Difference[]> {
  const result = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = $1`,
    [entity.table],
  )
  const actual = new Set(result.rows.map(({ definition }) => essence(definition)))
  const isTaken = (name: string) => result.rows.some((row) => row.name === name)
  return indexesOf(entity)
    .filter((index) => !actual.has(essence(index.sql)))
    .map(({ name, sql }) => ({
      table: entity.table,
      text: `index ${name} is missing`,
      sql: isTaken(name) ? `drop index ${name};\n${sql}` : sql,
    }))
}

/** Uniqueness, way, columns and condition without the names, casts, brackets and quotes of numbers PostgreSQL adds. */
function essence(definition: string): string {
  return definition
    .toLowerCase()
    .replace(/^create (unique )?index \S+ on \S+ (?:using btree )?/, '$1')
    .replaceAll(/::[a-z]+( varying)?|[();]/g, '')
    .replaceAll(/'(-\d+)'/g, '$1')
}

/** The view of a large table has its columns, and the wall of its policy. */
async function diffView(client: pg.ClientBase, entity: AnyEntity): Promise<Difference[]> {
  const view = viewOf(entity)
  const wanted = columnsOf(entity).map(({ name }) => name)
  const actual = (await columnsIn(client, view)).map(({ name }) => name)
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_viewdef(c.oid) as text from pg_class c where c.oid = to_regclass($1) and c.relkind = 'v'`,
    [`public.${view}`],
  )
  const isWalled = entity.tenantless || rows[0]?.text.includes(`current_setting('app.tenant'::text, true)`)
  const isSame = wanted.length === actual.length && wanted.every((name) => actual.includes(name))
  if (isSame && isWalled) return []
  const text = actual.length === 0 ? `view ${view} is missing` : `view ${view} is not that of the table`
  return [{ table: entity.table, text, sql: createView(entity, wanted) }]
}

const NOT_FORCED = 'row level security is not forced'

/** Every table of tenants has row level security, also for its owner, with the one policy. */
export async function diffPolicy(client: pg.ClientBase, table: string): Promise<Difference[]> {
  const result = await client.query<{ is_forced: boolean; condition: string | null }>(
    `select c.relrowsecurity and c.relforcerowsecurity as is_forced,
       (select string_agg(coalesce(p.qual, ''), ' | ') from pg_policies p where p.schemaname = 'public' and p.tablename = $2) as condition
     from pg_class c where c.oid = to_regclass($1)`,
    [`public.${table}`, table],
  )
  const row = result.rows[0]
  const differences: Difference[] = []
  if (!row?.is_forced) {
    differences.push({
      table,
      text: NOT_FORCED,
      sql: `alter table ${table} enable row level security;\nalter table ${table} force row level security;`,
    })
  }
  if (!/^\(\(?tenant_id\)?(::text)? = current_setting\('app\.tenant'::text, true\)\)$/.test(row?.condition ?? '')) {
    differences.push({
      table,
      text: `its policy is ${row?.condition ?? 'missing'}`,
      sql: `create policy tenant on ${table} using (tenant_id = current_setting('app.tenant', true));`,
    })
  }
  return differences
}
