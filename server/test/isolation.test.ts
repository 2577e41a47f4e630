import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDictionaries } from '../src/domains/settings/dict/seed-dict.ts'
import { nextId } from '../src/platform/db/id.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { type Answer, type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row } from './rows.ts'

const app = useTestApp()

/** Rows of every entity that somebody else must neither see nor change; `mark` stands in their texts. */
interface World {
  mark: string
  tenantId: string
  rows: Map<string, Row>
  schoolCode: string
  classCode: string
  areaCode: string
  batchId: string
}

/** The managing tenant may reach into others by design; nobody of this one may. */
const ORDINARY_TENANT = '200003'

let superuser: pg.Client
let foreignTenant: World
let foreignSchool: World
let stranger: Client
let schoolUser: Client
let classUser: Client
let ownWorld: World
/** Of the own school, in charge of a class that is none of the own world's. */
let neighbour: Client

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: app().databaseUrl })
  await superuser.connect()
  const admin = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  await seedDictionaries(app().app.database.tenant(OTHER_TENANT), OTHER_TENANT)
  const shared = await sharedRows(admin)
  foreignTenant = await build(other, 'FOREIGN', OTHER_TENANT, 0, shared)
  foreignSchool = await build(admin, 'OTHERSCHOOL', TENANT, 400, shared)
  const own = await build(admin, 'OWN', TENANT, 700, shared)
  stranger = await app().user({ role: 'administrator', tenantId: ORDINARY_TENANT })
  const permissions = rightsInUnit()
  const unit = { schoolCode: own.schoolCode }
  schoolUser = await app().user({ role: 'school', permissions, ...unit })
  classUser = await app().user({ role: 'teacher', permissions, ...unit, classCodes: [own.classCode] })
  ownWorld = own
  neighbour = await app().user({ role: 'teacher', permissions, ...unit, classCodes: ['another'] })
  await watch()
})
afterAll(() => superuser.end())

/** Everything may be looked at; what belongs to a unit may also be written. */
function rightsInUnit(): string[] {
  const views = registry.calls.flatMap((call) => (typeof call.access === 'object' ? call.access.permission : []))
  const scoped = registry.entities.filter((entity) => entity.scope).map((entity) => entity.permission)
  const writes = scoped.flatMap((code) => [`${code}_add`, `${code}_edit`, `${code}_delete`])
  return [...new Set([...views.filter((code) => code.endsWith('_view')), ...writes])]
}

/** Rows that belong to no tenant, which only the managing tenant writes. */
async function sharedRows(admin: Client): Promise<Map<string, Row>> {
  const maker = new RowMaker(admin, 'SHARED', 900)
  const rows = new Map<string, Row>()
  for (const entity of registry.entities) if (entity.tenantless) rows.set(entity.name, await maker.parent(entity.name))
  return rows
}

async function build(
  user: Client,
  mark: string,
  tenantId: string,
  base: number,
  shared: Map<string, Row>,
): Promise<World> {
  const maker = new RowMaker(user, mark, base)
  maker.know(shared)
  const rows = new Map(shared)
  for (const entity of registry.entities) {
    if (entity.tenantless) continue
    const inClass = { classCode: rows.get('schoolClasses')?.['classCode'] }
    const row = entity.name === 'basicStudent' ? await maker.create(entity, inClass) : await maker.parent(entity.name)
    rows.set(entity.name, row)
    maker.know(new Map([[entity.name, row]]))
  }
  const school = rows.get('basicSchool') as Row
  const exam = rows.get('examInfo') as Row
  const batchId = nextId()
  await superuser.query(
    `insert into exam_import_batch (id, tenant_id, exam_id, kind, message) values ($1, $2, $3, 'student', $4)`,
    [batchId, tenantId, exam['id'], mark],
  )
  return {
    mark,
    tenantId,
    rows,
    schoolCode: String(school['schoolCode']),
    classCode: String(rows.get('schoolClasses')?.['classCode']),
    areaCode: String(school['areaCode']),
    batchId,
  }
}

function entityOf(call: AnyCall): AnyEntity | undefined {
  return registry.entities.find((entity) => entity.paths.some((path: string) => call.path.startsWith(`${path}/`)))
}

/** What an attacker who knows the ids of a world would send. */
function inputOf(call: AnyCall, world: World): Row {
  const entity = entityOf(call) ?? registry.entity('examInfo')
  const own = world.rows.get(entity.name) as Row
  const input: Row = { id: own['id'], ids: own['id'] }
  for (const [name, field] of Object.entries(call.input as Fields)) input[name] = valueOf(name, field, world, own)
  return { ...input, ...('action' in call && call.action === 'submit' ? { id: own['id'] } : {}) }
}

function valueOf(name: string, field: Field, world: World, own: Row): unknown {
  if (name === 'id' || name === 'ids') return own['id']
  if (name === 'batchId') return world.batchId
  if (field.ref) {
    const value = world.rows.get(field.ref)?.[field.value ?? 'id']
    return field.multiple ? [value] : value
  }
  if (/^(schoolCode|schoolCodes|code)$/.test(name)) return world.schoolCode
  if (/^classCodes?$/.test(name)) return world.classCode
  if (name === 'areaCode') return world.areaCode
  if (name === 'format') return undefined
  if (field.kind === 'json') return []
  if (field.kind === 'integer' || field.kind === 'flag') return name === 'size' ? 100 : 1
  return own[name] ?? (field.kind === 'date' ? '2026-09-01' : field.kind === 'text' ? '1' : undefined)
}

async function send(user: Client, call: AnyCall, world: World): Promise<Answer> {
  const input = inputOf(call, world)
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name] ?? '1')))
  if (call.method === 'GET') return user.get(path, input)
  if (call.body === 'upload') return user.upload(path, { examId: input['examId'], kind: 'student' }, [CSV])
  if (call.body === 'array') return user.post(path, [{ gradeCode: 7, classNum: 1, startNo: 9, rowId: 1 }])
  return user.post(path, input, { ids: input['ids'] })
}

const CSV = { name: 'a.csv', body: Buffer.from('考号,姓名,学校,班级\n1,张三,某校,1班\n') }

/**
 * Notes every change of a row of the business, with what the row said before and after. Numbers kept beside rows are folded
 * by the clock; the rows they count are watched.
 */
async function watch(): Promise<void> {
  await superuser.query(`
    create table touched (tenant_id text, row text);
    create function note_touched() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
      insert into touched
      select changed.tenant_id, tg_table_name || ' ' || tg_op || ' ' || changed.row
      from (values
        (case when tg_op <> 'DELETE' then new.tenant_id::text end, case when tg_op <> 'DELETE' then new::text end),
        (case when tg_op <> 'INSERT' then old.tenant_id::text end, case when tg_op <> 'INSERT' then old::text end)
      ) as changed (tenant_id, row)
      where changed.row is not null;
      return null;
    end $$`)
  const tables = await superuser.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const { name } of tables.rows) {
    if (
      /^(touched|operation_log|auth_session|job|idempotency_key|client_error_log|log_.*|audit_.*|.*_count)$/.test(name)
    )
      continue
    await superuser.query(
      `create trigger note_touched after insert or update or delete on ${name}
       for each row execute function note_touched()`,
    )
  }
}

/** The rows of a world that were changed since this was asked last. */
async function touchedRows(world: World): Promise<string[]> {
  const found = await superuser.query<{ row: string }>(
    `with gone as (delete from touched returning *)
     select row from gone where tenant_id = $1 and (tenant_id = $2 or row like $3 or row like $4)`,
    [world.tenantId, OTHER_TENANT, `%${world.mark}%`, `%${world.schoolCode}%`],
  )
  return found.rows.map(({ row }) => row)
}

/** Sign-in is about nobody's rows, streams never end. */
const calls = registry.calls
  .filter((call) => call.answer !== 'stream' && !call.path.includes('/oauth/'))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

/** Whether an answer says anything about a world; a refusal may repeat what it was asked. */
async function leaks(answer: Answer, call: AnyCall, world: World): Promise<boolean> {
  let text = await textOf(answer)
  if (answer.status >= 400) {
    for (const sent of Object.values(inputOf(call, world))) text = text.replaceAll(String(sent), '')
  }
  return text.includes(world.mark) || text.includes(world.schoolCode)
}

/** Workbooks are packed: their cells are read. */
async function textOf(answer: Answer): Promise<string> {
  if (!answer.raw.subarray(0, 2).equals(Buffer.from('PK'))) return answer.raw.toString()
  const path = join(app().dataDir, `${nextId()}.xlsx`)
  writeFileSync(path, answer.raw)
  const cells: string[] = []
  for await (const row of readSheets({ path, name: 'a.xlsx' })) cells.push(...row.cells)
  return cells.join('\n')
}

describe('another tenant', () => {
  test.each(calls)('%s shows and changes nothing', async (_name, call) => {
    const answer = await send(stranger, call, foreignTenant)
    expect(answer.status, answer.msg).toBeLessThan(500)
    expect(await leaks(answer, call, foreignTenant), answer.raw.toString().slice(0, 400)).toBe(false)
    expect(await touchedRows(foreignTenant)).toEqual([])
  })

  const named = registry.calls.filter(
    (call) => 'action' in call && call.method === 'GET' && Object.keys(call.input).join() === 'tenantId',
  )

  test.each(named.map((call) => [call.name, call] as const))(
    'is refused by %s, which takes the name of the own one',
    async (_name, { path }) => {
      const own = await stranger.get(path, { tenantId: ORDINARY_TENANT })
      const plain = await stranger.get(path)
      expect([own.status, own.data], own.msg).toEqual([plain.status, plain.data])
      const other = await stranger.get(path, { tenantId: OTHER_TENANT })
      expect([400, 403], other.msg).toContain(other.status)
    },
  )
})

/** Rows that belong to the whole tenant, by design seen by everybody in it who holds the right. */
function isShared(call: AnyCall): boolean {
  const entity = entityOf(call)
  return entity !== undefined && !entity.scope
}

const unitCalls = calls.filter(([, call]) => !isShared(call))

describe.each([
  ['a user of another school', () => schoolUser],
  ['a user of another class', () => classUser],
])('%s', (_title, user) => {
  test('sees the own rows, in lists and workbooks', async () => {
    for (const name of ['basicStudent', 'schoolClasses', 'basicSchool']) {
      const [path] = registry.entity(name).paths
      const list = await user().get(`${path}/list`, { size: 100 })
      expect(await textOf(list), name).toContain('OWN')
      expect(list.data.total, name).toBe(1)
      expect(await textOf(await user().get(`${path}/export`, { reason: '核对名单' })), name).toContain('OWN')
    }
  })

  test.each(unitCalls)('%s shows and changes nothing', async (_name, call) => {
    const answer = await send(user(), call, foreignSchool)
    expect(answer.status, answer.msg).toBeLessThan(500)
    expect(await leaks(answer, call, foreignSchool), answer.raw.toString().slice(0, 400)).toBe(false)
    expect(await touchedRows(foreignSchool)).toEqual([])
  })

  test.each(registry.entities.filter((entity) => entity.scope).map((entity) => [entity.name, entity] as const))(
    'a row of %s cannot be moved or added there',
    async (_name, entity) => {
      if (!entity.scope?.school) return
      const row = { ...foreignSchool.rows.get(entity.name), id: undefined, classNo: 77, studyYear: 2030 }
      const answer = await user().post(`${entity.paths[0]}/submit`, row)
      expect(answer.status, answer.msg).toBeGreaterThanOrEqual(400)
      expect(await touchedRows(foreignSchool)).toEqual([])
    },
  )
})

/** What a row says of a child, or of its parents. */
const OF_A_CHILD = /^(student(Name|Code|Number|Id|Userid)?|parentUserid|externalUserid)$/
/** What parents say of a book, everybody in the shop reads. */
const PUBLIC = ['bookcommentreply']

const aboutChildren = registry.entities.filter(
  ({ name, scope, fields }) =>
    scope &&
    !PUBLIC.includes(name) &&
    Object.entries<Field>(fields).some(([key, { ref }]) => OF_A_CHILD.test(key) || ref === 'userparentinfo'),
)

test('rows about children are many kinds', () => expect(aboutChildren.length).toBeGreaterThan(15))

test.each(aboutChildren.map((entity) => [entity.name, entity] as const))(
  'the teacher of another class of the school sees no child of %s',
  async (_name, entity) => {
    const own = ownWorld.rows.get(entity.name)
    for (const call of registry.calls) {
      if (!('action' in call) || entityOf(call) !== entity) continue
      if (call.action !== 'list' && call.action !== 'detail') continue
      const answer = await send(neighbour, call, ownWorld)
      expect(answer.status, answer.msg).toBeLessThan(500)
      expect(answer.raw.toString(), call.path).not.toContain(`"id":"${String(own?.['id'])}"`)
    }
  },
)

test('a change of a row of a world is noticed', async () => {
  const school = foreignSchool.rows.get('basicSchool') as Row
  await superuser.query('update basic_school set remark = remark where id = $1', [school['id']])
  expect(await touchedRows(foreignSchool)).toEqual([])
  await superuser.query(`update basic_school set remark = 'changed' where id = $1`, [school['id']])
  expect(await touchedRows(foreignSchool)).toHaveLength(2)
})

describe('the second wall', () => {
  const tables = registry.entities.filter((entity) => !entity.tenantless).map((entity) => entity.table)

  test.each(tables)('%s: raw SQL of one tenant sees no row of another', async (table) => {
    const all = await superuser.query(`select 1 from ${table} where tenant_id = $1`, [OTHER_TENANT])
    expect(all.rows.length).toBeGreaterThan(0)
    const { database } = app().app
    const there = await sql<Row>`select distinct tenant_id from ${sql.table(table)}`.execute(
      database.tenant(OTHER_TENANT),
    )
    expect(there.rows).toEqual([{ tenantId: OTHER_TENANT }])
    const open = await sql`select 1 from ${sql.table(table)}`.execute(database.open)
    expect(open.rows).toEqual([])
    const changed = await sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${TENANT}`.execute(
      database.tenant(OTHER_TENANT),
    )
    expect(changed.numAffectedRows).toBe(0n)
  })

  test('a row cannot be written into another tenant', async () => {
    const write = sql`insert into param (id, tenant_id, param_name, param_key, param_value) values (${nextId()}, ${TENANT}, 'a', 'a', 'a')`
    await expect(write.execute(app().app.database.tenant(OTHER_TENANT))).rejects.toThrow(/row-level security/)
    await expect(write.execute(app().app.database.open)).rejects.toThrow(/row-level security/)
  })

  test('connections that change tenants keep them apart', async () => {
    const { database } = app().app
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_none, i) => {
        const tenantId = i % 2 === 0 ? TENANT : OTHER_TENANT
        const found = await sql<Row>`select distinct tenant_id from dict_biz`.execute(database.tenant(tenantId))
        return found.rows.length === 1 && found.rows[0]?.['tenantId'] === tenantId
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
  })
})
