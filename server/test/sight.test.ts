import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { madeValue } from '../../contract/test/made-row.ts'
import { every, into, visible, visibleEver } from '../src/platform/access/doors.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { nextId } from '../src/platform/db/id.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { type Answer, type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row } from './rows.ts'

/** Stands in every text of the rows that the data scopes hide. */
const MARK = 'HIDDENROW'

const app = useTestApp()
const hidden = new Map<string, Row>()
let narrow: Client
let wide: Client

beforeAll(async () => {
  const admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin, MARK, 500)
  maker.know(await sharedRows(admin))
  for (const entity of registry.entities) if (!entity.tenantless) hidden.set(entity.name, await makeRow(maker, entity))
  const permissions = registry.calls.flatMap((call) => (typeof call.access === 'object' ? call.access.permission : []))
  hidden.set('user', await makeUser(admin))
  narrow = await app().user({ role: 'exam', permissions: [...new Set(permissions)] })
  wide = await app().user({ role: 'exam', permissions: [...new Set(permissions)] })
  await narrowEverything(await roleOf(narrow))
})

/** Rows that belong to no tenant are everybody's. */
async function sharedRows(admin: Client): Promise<Map<string, Row>> {
  const maker = new RowMaker(admin, 'SHARED', 900)
  const rows = new Map<string, Row>()
  for (const { name, tenantless } of registry.entities) if (tenantless) rows.set(name, await maker.parent(name))
  return rows
}

function makeRow(maker: RowMaker, entity: AnyEntity): Promise<Row> {
  const inClass = { classCode: hidden.get('schoolClasses')?.['classCode'] }
  return entity.name === 'basicStudent' ? maker.create(entity, inClass) : maker.parent(entity.name)
}

async function makeUser(admin: Client): Promise<Row> {
  const account = `${MARK}account`
  const body = { account, name: `${MARK}name`, realName: `${MARK}real`, password: 'Quiet-Harbour-71', userType: 1 }
  const { data, msg } = await admin.post<Row>('/api/blade-user/submit', body)
  expect(msg).toBe('操作成功')
  return { ...body, ...data }
}

function db() {
  return app().app.database.tenant(TENANT)
}

async function roleOf(user: Client): Promise<string> {
  const found = await sql<{
    id: string
  }>`select role_ids[1]::text as id from sys_user where id = ${user.userId}`.execute(db())
  return found.rows[0]?.id ?? ''
}

/** Only the own rows of every resource there is: none of those above. */
async function narrowEverything(roleId: string): Promise<void> {
  const menu = await sql<{ id: string }>`select id from menu limit 1`.execute(db())
  for (const { name } of registry.resources) {
    const id = nextId()
    await sql`insert into data_scope (id, tenant_id, menu_id, scope_name, resource_code, scope_type)
      values (${id}, ${TENANT}, ${menu.rows[0]?.id}, ${name}, ${name}, 2)`.execute(db())
    await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id) values (${TENANT}, ${roleId}, ${id})`.execute(
      db(),
    )
  }
}

/** What somebody who knows every id and code would ask. */
function inputOf(call: AnyCall): Row {
  const entity = registry.resources.find((one) => one.paths.some((path: string) => call.path.startsWith(`${path}/`)))
  const own = hidden.get(entity?.name ?? 'examInfo') ?? {}
  const input: Row = { id: own['id'], ids: own['id'] }
  for (const [name, field] of Object.entries(call.input as Fields)) input[name] = valueOf(name, field, own)
  return input
}

const CODES: Record<string, [string, string]> = {
  schoolCode: ['basicSchool', 'schoolCode'],
  code: ['basicSchool', 'schoolCode'],
  classCode: ['schoolClasses', 'classCode'],
  areaCode: ['basicSchool', 'areaCode'],
  userId: ['user', 'id'],
}

function valueOf(name: string, field: Field, own: Row): unknown {
  if (name === 'id' || name === 'ids') return own['id']
  if (name === 'entity') return 'basicSchool'
  const [entity, code] = field.ref ? [field.ref, field.value ?? 'id'] : (CODES[name] ?? [])
  if (entity && code) return hidden.get(entity)?.[code]
  if (name === 'format' || /^(ascs|descs|parentId|keyword|state)$/.test(name)) return undefined
  if (field.kind === 'integer' || field.kind === 'flag') return { size: 200, current: 1 }[name]
  return name === 'reason' ? '核对数据范围' : undefined
}

function send(user: Client, call: AnyCall): Promise<Answer> {
  const input = inputOf(call)
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name] ?? '1')))
  return call.method === 'GET' ? user.get(path, input) : user.post(path, input)
}

/** Whether an answer tells anything of the hidden rows; workbooks are packed, so their cells are read. */
async function tells(answer: Answer): Promise<boolean> {
  if (answer.status >= 400) return false
  if (!answer.raw.subarray(0, 2).equals(Buffer.from('PK'))) return answer.raw.toString().includes(MARK)
  const path = join(app().dataDir, `${nextId()}.xlsx`)
  writeFileSync(path, answer.raw)
  for await (const row of readSheets({ path, name: 'a.xlsx' })) if (row.cells.join().includes(MARK)) return true
  return false
}

/** Rows of the operation log are what happened, not the rows they tell of. */
const HISTORY = /^\/api\/(blade-log|log|ops)|operation/
const reads = registry.calls
  .filter((call) => (call.method === 'GET' || call.readOnly) && call.answer !== 'stream' && call.body !== 'upload')
  .filter((call) => !call.path.includes('/oauth/') && !HISTORY.test(call.path))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

const told: string[] = []

describe('a user whose data scopes show only the own rows', () => {
  test.each(reads)('%s tells nothing of the rows of others', async (name, call) => {
    const open = await send(wide, call)
    if (await tells(open)) told.push(name)
    const answer = await send(narrow, call)
    expect(answer.status, answer.msg).toBeLessThan(500)
    expect(await tells(answer), answer.raw.toString().slice(0, 600)).toBe(false)
  })

  test('is told apart from one without scopes by most of what reads rows', () => {
    expect(told.length).toBeGreaterThan(60)
    expect(told.some((name) => name.includes('lazy-tree'))).toBe(true)
  })

  test('finds no number of them either', async () => {
    const { data } = await narrow.get('/api/bigdata-service/statistics/all')
    const all = await wide.get('/api/bigdata-service/statistics/all')
    const names = ['areaNum', 'schoolNum', 'classNum', 'studentNum', 'teacherNum', 'examNum'] as const
    expect(names.filter((name) => data[name] !== 0)).toEqual([])
    expect(names.filter((name) => !(all.data[name] > 0))).toEqual([])
    const year = await wide.get('/api/bigdata-service/statistics/all', { studyYear: 1900 })
    const ofNoYear = { ...all.data, examNum: 0, scoreNum: 0, exams: [], statuses: [] }
    expect(year.data).toEqual(ofNoYear)
  })
})

/** Calls that do something with one exam, whichever its state. */
const ofAnExam = registry.calls
  .filter((call) => call.method === 'POST' && !call.readOnly && call.body !== 'upload')
  .filter((call) => (call.input as Fields)['examId']?.ref === 'examInfo' && (call.input as Fields)['examId']?.required)
  .map((call) => [`${call.method} ${call.path}`, call] as const)

function anything([name, field]: [string, Field]): [string, unknown] {
  const { kind, shape } = field
  if (name === 'taskCode') return [name, 'STAT_BASE']
  if (kind === 'json') return [name, shape ? madeValue(name, field, 1) : [{}]]
  return [name, kind === 'integer' || kind === 'flag' ? 1 : '1']
}

function defined(input: Row): Row {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** What is said of an exam nobody made; calls of reports do not tell one without a report from one that is not there. */
const NOT_THERE = [
  [404, '数据不存在或已被删除'],
  [400, '该考试不存在或尚未生成报表'],
]

describe('an exam that the data scopes hide', () => {
  test.each(ofAnExam)('%s does not find it', async (_name, call) => {
    const input = {
      ...Object.fromEntries(Object.entries(call.input as Fields).map(anything)),
      ...defined(inputOf(call)),
    }
    const answer = await narrow.post(call.path, call.body === 'array' ? [input] : input, input)
    expect(NOT_THERE).toContainEqual([answer.status, answer.msg])
  })
})

/** As a statement of one's own asks, whatever kind of call it belongs to. */
const ctxOf = async (client: Client): Promise<Ctx> => (await app().app.ctxOf(TENANT, client.userId)) as Ctx

async function countIn(rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${rows} r`.execute(db())
  return found.rows[0]?.n ?? 0
}

describe('the doors to a table', () => {
  const walled = registry.resources.filter((entity) => hasRows(entity))

  test.each(walled.map((entity) => [entity.name, entity] as const))(
    '%s: visible shows no hidden row, every all of them; an administrator sees the hidden one',
    async (_name, entity) => {
      const [poor, admin] = [await ctxOf(narrow), await ctxOf(await app().user({ role: 'administrator' }))]
      const all = await countIn(every(entity, 'the number of all rows'))
      expect(all).toBeGreaterThan(0)
      expect(await countIn(visible(poor, entity))).toBeLessThan(all)
      expect(await idsIn(visible(poor, entity))).not.toContain(hidden.get(entity.name)?.['id'])
      expect(await idsIn(visibleEver(admin, entity))).toContain(hidden.get(entity.name)?.['id'])
    },
  )

  test('a removed row is shown by no door but those that say so', async () => {
    const admin = await ctxOf(await app().user({ role: 'administrator' }))
    const post = registry.entity('post')
    const id = nextId()
    await sql`insert into ${into(post)} (id, tenant_id, category, post_code, post_name, sort, is_deleted)
      values (${id}, ${TENANT}, 1, 'gone', '已撤岗位', 1, 1)`.execute(db())
    expect(await idsIn(visible(admin, post))).not.toContain(id)
    expect(await idsIn(visibleEver(admin, post))).toContain(id)
    expect(await idsIn(every(post, 'removed ones too'))).toContain(id)
  })

  test('a source for the builder carries the columns of the declaration', async () => {
    const ctx = await ctxOf(wide)
    const rows = await ctx.db
      .selectFrom(visible(ctx, basicSchool, 's'))
      .leftJoin(visible(ctx, schoolClasses, 'c'), 'c.schoolCode', 's.schoolCode')
      .where('s.id', '=', String(hidden.get('basicSchool')?.['id']))
      .select(['s.schoolCode', 's.schoolName', 'c.classCode'])
      .execute()
    expect(rows[0]).toMatchObject({ schoolCode: hidden.get('basicSchool')?.['schoolCode'] })
    // @ts-expect-error a bare name is no table
    expect(() => ctx.db.selectFrom('basicSchool').compile()).not.toThrow()
  })
})

function hasRows(entity: AnyEntity): boolean {
  return registry.entities.includes(entity)
}

async function idsIn(rows: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`select r.id from ${rows} r`.execute(db())
  return found.rows.map((row) => row.id)
}
