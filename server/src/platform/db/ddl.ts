import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { columnType } from './columns.ts'
import { createView, orderIndexes, pieceIndexes } from './large-tables.ts'
import { APP_ROLE } from './limited-pool.ts'
import type { Table } from './table.ts'

export interface Column {
  name: string
  type: string
  /** Behind the type: not null, default. */
  rest: string
}

const BASE: Column[] = [
  { name: 'create_user', type: 'bigint', rest: '' },
  { name: 'create_dept', type: 'bigint', rest: '' },
  { name: 'create_time', type: 'timestamp(0)', rest: 'not null default localtimestamp(0)' },
  { name: 'update_user', type: 'bigint', rest: '' },
  { name: 'update_time', type: 'timestamp(0)', rest: 'not null default localtimestamp(0)' },
  { name: 'status', type: 'integer', rest: 'not null default 1' },
  { name: 'is_deleted', type: 'smallint', rest: 'not null default 0' },
]

/** Every column of an entity's table, in order. */
export function columnsOf(entity: AnyEntity): Column[] {
  const own = Object.entries(entity.fields as Record<string, Field>).map(([name, field]) => ({
    name: snake(name),
    type: columnType(field),
    // The secret of a removed row is gone.
    rest: field.required && field.kind !== 'secret' ? 'not null' : '',
  }))
  const tenant = entity.tenantless ? [] : [{ name: 'tenant_id', type: 'varchar(12)', rest: 'not null' }]
  return [{ name: 'id', type: 'bigint', rest: 'primary key' }, ...tenant, ...own, ...BASE]
}

/** The same of a table without calls. */
export function storedColumnsOf(table: Table): Column[] {
  return Object.entries(table.columns).map(([name, { type, isNullable }]) => ({
    name: snake(name),
    type,
    rest: isNullable ? '' : 'not null',
  }))
}

export interface Index {
  name: string
  sql: string
}

/** Unique indexes of natural keys among the rows that live, those of the data scope columns, those of a large list. */
export function indexesOf(entity: AnyEntity): Index[] {
  const tenant = entity.tenantless ? [] : ['tenant_id']
  const unique = (entity.unique ?? []).map((names: string[], i: number) => {
    const columns = [...tenant, ...names.map((name) => nullSafe(entity, name))].join(', ')
    const name = `${entity.table}_uk${i + 1}`
    const where = ['is_deleted = 0', ...isGiven(entity, names)].join(' and ')
    return { name, sql: `create unique index ${name} on ${entity.table} (${columns}) where ${where};` }
  })
  const scope = [...new Set(Object.values(entity.scope ?? {}) as string[])]
  const single = [...(entity.bulk ? [] : scope), ...(entity.tree ? [entity.tree] : [])]
  const plain = [...single.map((name) => ({ name, columns: [snake(name)] })), ...orderIndexes(entity)].map(
    ({ name, columns }) => ({ name: `${entity.table}_${snake(name)}`, columns: [...tenant, ...columns] }),
  )
  const made = plain
    .filter((one) => !plain.some((other) => begins(other.columns, one.columns)))
    .map(({ name, columns }) => ({
      name,
      sql: `create index ${name} on ${entity.table} (${columns.join(', ')}) where is_deleted = 0;`,
    }))
  return [...unique, ...made, ...(entity.bulk ? [rangeIndex(entity, scope)] : []), ...pieceIndexes(entity)]
}

/** Costs next to nothing to write, and finds the few blocks in which the rows of a unit lie. */
function rangeIndex(entity: AnyEntity, scope: string[]): Index {
  const name = `${entity.table}_scope`
  const columns = scope.map(snake).join(', ')
  return { name, sql: `create index ${name} on ${entity.table} using brin (${columns});` }
}

/** Whether an index on `longer` does what one on `columns` would. */
function begins(longer: string[], columns: string[]): boolean {
  return longer.length > columns.length && columns.every((column, i) => longer[i] === column)
}

/** A key of one field that may be blank holds only where it is given. */
function isGiven(entity: AnyEntity, [name = '', ...others]: string[]): string[] {
  const isOptional = others.length === 0 && !entity.fields[name]?.required
  return isOptional ? [`${snake(name)} is not null`] : []
}

/** Two blanks are the same part of a key. */
function nullSafe(entity: AnyEntity, name: string): string {
  const field = (entity.fields as Record<string, Field>)[name]
  if (!field || field.required) return snake(name)
  const isText = columnType(field).startsWith('varchar') || columnType(field) === 'text'
  return isText ? `coalesce(${snake(name)}, '')` : `coalesce(${snake(name)}, -1)`
}

/** `create table` with its indexes, policy and grants, as it would stand in a migration. */
export function createTable(entity: AnyEntity): string {
  const indexes = indexesOf(entity).map((index) => index.sql)
  const columns = columnsOf(entity)
  return [
    `-- ${entity.title}`,
    printTable(entity.table, columns, !entity.tenantless, indexes),
    ...(entity.large
      ? [
          createView(
            entity,
            columns.map(({ name }) => name),
          ),
        ]
      : []),
  ].join('\n')
}

/** The same for a table without calls; its keys and indexes are added by hand. */
export function createStored(table: Table): string {
  return printTable(table.name, storedColumnsOf(table), table.wall === 'walled', [])
}

function printTable(name: string, columns: Column[], isWalled: boolean, indexes: string[]): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.rest].filter(Boolean).join(' ')}`)
  return [
    `create table ${name} (\n${lines.join(',\n')}\n);`,
    ...indexes,
    ...(isWalled ? tenantPolicy(name) : []),
    `grant select, insert, update, delete on ${name} to ${APP_ROLE};`,
  ].join('\n')
}

function tenantPolicy(table: string): string[] {
  return [
    `alter table ${table} enable row level security;`,
    `alter table ${table} force row level security;`,
    `create policy tenant on ${table} using (tenant_id = current_setting('app.tenant', true));`,
  ]
}
