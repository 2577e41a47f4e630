import { registry } from '@xueheng/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnsOf, createTable, indexesOf } from '../src/platform/db/ddl.ts'
import { diffDatabase, diffPolicy, diffStored } from '../src/platform/db/diff.ts'
import { APP_ROLE } from '../src/platform/db/limited-pool.ts'
import { cloneDatabase } from './clone-database.ts'
import { declaredTables, tabledEntities } from '../src/cli/declared-tables.ts'

let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase() })
  await client.connect()
})
afterAll(() => client.end())

test('tables, columns, types and indexes are as declared', async () => {
  expect(await diffDatabase(client, await tabledEntities())).toEqual([])
})

test('tables without calls are as declared: columns, types, nulls, the wall between tenants', async () => {
  const tables = await declaredTables()
  expect(tables.length).toBeGreaterThan(60)
  const found = []
  for (const { table } of tables) found.push(...(await diffStored(client, table)))
  expect(found).toEqual([])
})

test('every table of the database is declared', async () => {
  const declared = new Set([
    ...(await tabledEntities()).map((entity) => entity.table),
    ...(await declaredTables()).map(({ table }) => table.name),
  ])
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(rows.map((row) => row.name).filter((name) => !declared.has(name))).toEqual([])
})

describe('the comparison', () => {
  test.each([
    ['a missing table', 'drop table app_biz', 'the table is missing'],
    ['a missing column', 'alter table param drop column remark', 'column remark is missing'],
    ['a column too many', 'alter table param add column extra int', 'column extra is not declared'],
    ['another type', 'alter table param alter column remark type varchar(1000)', 'column remark is varchar(1000)'],
    ['a lost not null', 'alter table param alter column param_key drop not null', 'column param_key is nullable'],
    ['a lost unique index', 'drop index param_uk1', 'index param_uk1 is missing'],
    ['a lost wall', 'alter table param disable row level security', 'row level security is not forced'],
    ['a lost policy', 'drop policy tenant on param', 'its policy is missing'],
  ])('notices %s and drafts the remedy', async (_title, damage, text) => {
    await client.query('begin')
    try {
      await client.query(damage)
      const found = await diffDatabase(client, await tabledEntities())
      expect(found).toHaveLength(1)
      expect(found[0]?.text).toContain(text)
      if (!found[0]?.sql) return
      await client.query(found[0].sql)
      expect(await diffDatabase(client, await tabledEntities())).toEqual([])
    } finally {
      await client.query('rollback')
    }
  })
})

test('every entity prints as a table that can be made', async () => {
  await client.query('begin')
  try {
    await client.query('create schema printed; set local search_path = printed, public')
    for (const entity of registry.entities) await client.query(createTable(entity))
    const made = await client.query(`select count(*)::int as n from pg_tables where schemaname = 'printed'`)
    expect(made.rows[0]).toEqual({ n: registry.entities.length })
  } finally {
    await client.query('rollback')
  }
  expect(columnsOf(registry.entity('param'))[0]).toEqual({ name: 'id', type: 'bigint', rest: 'primary key' })
  expect(indexesOf(registry.entity('param'))).toHaveLength(1)
})

test('every table with a tenant stands behind row level security', async () => {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const open = (await declaredTables()).filter(({ table }) => table.wall === 'open').map(({ table }) => table.name)
  const walled = tables.rows.map((row) => row.name).filter((name) => !open.includes(name))
  expect(walled.length).toBeGreaterThan(20)
  for (const name of walled) expect(await diffPolicy(client, name), name).toEqual([])
})

/** Keys of rows that hang on one number of the whole installation; a server divided by tenants adds the tenant (docs/deploy/database.md). */
const KEYS_WITHOUT_TENANT = [
  'auth_session_refresh_hash_key',
  'auth_session_token_hash_key',
  'exam_course_exam_id_course_name_key',
  'exam_model_result_run',
  'exam_model_result_version',
  'exam_score_student_number',
  'gather_push_student',
  'mall_vote_seq',
  'mall_vote_turn',
  'wecom_delivery_dept',
  'wf_task_execution',
]

test('unique keys of tables with a tenant carry it, but for primary keys and those that hang on one', async () => {
  const { rows } = await client.query<{ name: string; has_tenant: boolean }>(
    `select i.relname as name, a.attnum = any(x.indkey::int2[]) as has_tenant
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and x.indisunique and not x.indisprimary
     order by 1`,
  )
  expect(rows.filter((row) => row.has_tenant).length).toBeGreaterThan(50)
  expect(rows.filter((row) => !row.has_tenant).map((row) => row.name)).toEqual(KEYS_WITHOUT_TENANT)
})

test('the program works under a role that cannot pass the wall', async () => {
  const role = await client.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname = $1`,
    [APP_ROLE],
  )
  expect(role.rows[0]).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolcanlogin: false,
  })
  const owned = await client.query(`select relname from pg_class where relowner = $1::regrole`, [APP_ROLE])
  expect(owned.rows).toEqual([])
  const member = await client.query(
    `select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = $1::regrole`,
    [APP_ROLE],
  )
  expect(member.rows).toEqual([])
  const log = await client.query(
    `select has_table_privilege($1, 'operation_log', 'update') as up, has_table_privilege($1, 'operation_log', 'delete') as del`,
    [APP_ROLE],
  )
  expect(log.rows[0]).toEqual({ up: false, del: false })
})
