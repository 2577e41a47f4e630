import { registry } from '@xueheng/contract'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Fields, isListed } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { childField, childKey } from '../src/platform/audit/child-access.ts'
import { nextId } from '../src/platform/db/id.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import { type Row, RowMaker } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
const LOG = '/api/blade-log/child-access'
const REASON = '家长来电核对学籍'
let admin: Client
const rows = new Map<string, { id: string; code: string }>()

const entities = registry.entities.filter((entity) => childField(entity.fields as Fields) !== undefined)
const KINDS: Record<string, string> = {
  list: 'listed',
  listall: 'listed',
  select: 'listed',
  detail: 'seen',
  reveal: 'revealed',
  export: 'exported',
}
const acts = entities.flatMap((entity) =>
  Object.entries(KINDS).flatMap(([action, kind]) => {
    const call = registry.calls.find((one) => one.name === `${entity.name}.${action}`)
    return call ? [[call.name, entity, call, kind] as const] : []
  }),
)

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  for (const entity of entities) {
    const made: Row = await maker.parent(entity.name)
    const column = sql.ref(snake(childField(entity.fields as Fields) ?? ''))
    const found = await sql<{ code: string | null }>`select ${column} as code from ${sql.table(entity.table)}
      where id = ${String(made['id'])}`.execute(app().app.database.tenant(TENANT))
    const code = found.rows[0]?.code ?? `G${nextId()}`
    // One that comes from elsewhere and is not typed in.
    if (!found.rows[0]?.code) {
      await sql`update ${sql.table(entity.table)} set ${column} = ${code} where id = ${String(made['id'])}`.execute(
        app().app.database.tenant(TENANT),
      )
    }
    rows.set(entity.name, { id: String(made['id']), code })
  }
})

function showsPersonal({ fields }: AnyEntity): boolean {
  return Object.values(fields as Fields).some((field) => field.personal && isListed(field))
}

async function actsAbout(code: string, user = admin): Promise<Row[]> {
  const { status, msg, data } = await user.get(`${LOG}/list`, { studentCode: code, size: 100 })
  expect(status, msg).toBe(200)
  return data.records
}

function ask(entity: AnyEntity, call: AnyCall) {
  const id = rows.get(entity.name)?.id
  const field = childField(entity.fields as Fields)
  const input = { id, field, reason: REASON, ...(call.answer === 'page' && { size: 200 }) }
  if (call.method === 'POST') return admin.post(call.path, input)
  return admin.get(call.path, call.name.endsWith('.detail') ? { id } : { ...input, id: undefined })
}

describe('who looks at a child', () => {
  test('is declared of several lists', () => {
    expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(['basicStudent', 'gatherStudent']))
    expect(acts.length).toBeGreaterThan(20)
  })

  test.each(acts)('%s leaves a line', async (name, entity, call, kind) => {
    const code = rows.get(entity.name)?.code ?? ''
    const before = await actsAbout(code)
    const { status, msg } = await ask(entity, call)
    expect(status, msg).toBe(200)
    const after = await actsAbout(code)
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({ kind, call: name, account: `u${admin.userId}`, remoteIp: '127.0.0.1' })
    expect(Number(after[0]?.['childNum'])).toBeGreaterThan(0)
    // A workbook without a personal column asks for no reason.
    const isAsked = kind === 'revealed' || (kind === 'exported' && showsPersonal(entity))
    if (isAsked) expect(after[0]).toMatchObject({ reason: REASON })
  })
})

const CODE = 'G110101201501010011'

/** An act about children, as it would be written in a school. */
async function addAct(id: number, children: number, schoolCode: string | null): Promise<void> {
  const db = app().app.database.tenant(TENANT)
  await sql`insert into child_access (id, tenant_id, kind, user_id, account, user_name, call, title, children, school_code)
    values (${id}, ${TENANT}, 'listed', 1, 'somebody', '某人', 'x.list', '列表', ${children}, ${schoolCode})`.execute(
    db,
  )
  await sql`insert into child_access_child (tenant_id, child_key, access_id)
    values (${TENANT}, ${childKey(TENANT, CODE)}::bigint, ${id})`.execute(db)
}

describe('the log', () => {
  beforeAll(async () => {
    await addAct(1, 1, 'S-own')
    await addAct(2, 1, 'S-other')
    await addAct(3, 20, null)
  })
  const idsOf = (found: Row[]) => found.map(({ id }) => String(id)).toSorted((a, b) => a.localeCompare(b))

  test('shows the bureau every act, a school those about one child of its own, a class and another tenant none', async () => {
    const permissions = ['child_access_view']
    expect(idsOf(await actsAbout(CODE))).toEqual(['1', '2', '3'])
    const school = await app().user({ role: 'school', schoolCode: 'S-own', permissions })
    expect(idsOf(await actsAbout(CODE, school))).toEqual(['1'])
    expect(idsOf((await school.get(`${LOG}/list`)).data.records)).toEqual(['1'])
    expect((await school.get(`${LOG}/detail`, { id: 2 })).status).toBe(404)
    const teacher = await app().user({ role: 'teacher', schoolCode: 'S-own', classCodes: ['C1'], permissions })
    expect(await actsAbout(CODE, teacher)).toEqual([])
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect(await actsAbout(CODE, other)).toEqual([])
    const clerk = await app().user({ role: 'exam', permissions: ['log_operation_view'] })
    expect((await clerk.get(`${LOG}/list`)).status).toBe(403)
  })

  test('keeps no student code', async () => {
    await admin.get('/api/exam-base/basicstudent/list', { studentCode: CODE })
    const found = await sql`select 1 from child_access where (child_access::text) like ${`%${CODE}%`}`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(found.rows).toEqual([])
  })

  test('is only added to, and cut by its time', async () => {
    const db = app().app.database.tenant(TENANT)
    await expect(sql`delete from child_access`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`update child_access_child set access_id = 9`.execute(db)).rejects.toThrow(/permission denied/)
    await sql`insert into child_access (id, tenant_id, kind, user_id, account, user_name, call, title, children, create_time)
      values (4, ${TENANT}, 'seen', 1, 'a', 'a', 'x', 'x', 1, now() - interval '1096 days')`.execute(db)
    const cut = async (tenant: string) =>
      (await sql<{ n: string }>`select child_access_cut(${tenant}, 1095) as n`.execute(db)).rows[0]?.n
    expect(await cut(TENANT)).toBe('1')
    expect(idsOf(await actsAbout(CODE))).toEqual(['1', '2', '3'])
    await expect(cut(OTHER_TENANT)).rejects.toThrow(/another tenant/)
  })

  test('leaves as a workbook', async () => {
    const { status, raw } = await admin.get(`${LOG}/export`, { studentCode: CODE })
    expect([status, raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})
