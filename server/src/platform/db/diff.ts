import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type pg from 'pg'
import { type Column, columnsOf, createStored, createTable, indexesOf, storedColumnsOf } from './ddl.ts'
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

/** An index is compared by what it says, not by its name. */
async function diffIndexes(client: pg.ClientBase, entity: AnyEntity): Promise<Difference[]> {
  const result = await client.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = 'public' and tablename = $1`,
    [entity.table],
  )
  const actual = new Set(result.rows.map(({ definition }) => essence(definition)))
  return indexesOf(entity)
    .filter((index) => !actual.has(essence(index.sql)))
    .map((index) => ({ table: entity.table, text: `index ${index.name} is missing`, sql: index.sql }))
}

/** Uniqueness, columns and condition without the casts and brackets PostgreSQL adds. */
function essence(definition: string): string {
  const [, unique = '', columns = '', where = ''] =
    /^create (unique )?index \S+ on \S+ (?:using btree )?\((.*)\) where (.*?);?$/.exec(definition.toLowerCase()) ?? []
  return `${unique}${columns}|${where}`.replaceAll(/::[a-z]+( varying)?/g, '').replaceAll(/[()]/g, '')
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
