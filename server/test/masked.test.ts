import { registry } from '@xueheng/contract'
import { personalFields } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row, pathOf, writePath } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
let clerk: Client
let admin: Client
const rows = new Map<string, Row>()

const entities = registry.entities.filter((entity) => personalFields(entity).length > 0)
const masked = entities.flatMap((entity) =>
  personalFields(entity).map((name) => [`${entity.name}.${name}`, entity, name] as const),
)

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  for (const entity of entities) rows.set(entity.name, await maker.parent(entity.name))
  const permissions = registry.calls.flatMap((call) =>
    typeof call.access === 'object' ? [call.access.permission].filter((code) => code.endsWith('_view')) : [],
  )
  clerk = await app().user({ role: 'exam', permissions: [...new Set(permissions)] })
})

/** The whole value of a made row, as it is kept. */
async function valueOf(entity: AnyEntity, name: string): Promise<{ id: string; value: string }> {
  const id = String(rows.get(entity.name)?.['id'])
  const found = await sql<{ value: string | null }>`select ${sql.ref(snake(name))} as value
    from ${sql.table(entity.table)} where id = ${id}`.execute(app().app.database.tenant(TENANT))
  return { id, value: found.rows[0]?.value ?? '' }
}

async function idsOf(path: string, query: object): Promise<string[]> {
  const { data, status, msg } = await clerk.get(path, { size: 200, ...query })
  expect(status, msg).toBe(200)
  const list: Row[] = Array.isArray(data) ? data : data.records
  return list.map((row) => String(row['id']))
}

const BY_PARTS = ['like', 'notlike', 'likeleft', 'likeright', 'ge', 'le', 'gt', 'lt', 'datege', 'dateequal']

describe('a masked value', () => {
  test('is declared in several places', () => {
    expect(masked.length).toBeGreaterThan(4)
  })

  test.each(masked)('%s is found by the whole alone', async (_name, entity, name) => {
    const path = pathOf(entity, 'list')
    const { id, value } = await valueOf(entity, name)
    expect(await idsOf(path, {})).toContain(id)
    if (value.length < 8) return
    expect(await idsOf(path, { [name]: value })).toContain(id)
    expect(await idsOf(path, { [`${name}_equal`]: value })).toContain(id)
    for (const part of [value.slice(0, -1), value.slice(1), value.slice(0, 7), '%', `${value.slice(0, -1)}_`]) {
      expect(await idsOf(path, { [name]: part }), part).toEqual([])
    }
  })

  test.each(masked)('%s is not asked for by parts nor by its order', async (_name, entity, name) => {
    const { label } = (entity.fields as Fields)[name] as Field
    for (const call of readsOf(entity)) {
      for (const suffix of BY_PARTS) {
        const answer = await clerk.get(call.path, { [`${name}_${suffix}`]: '1', reason: '核对名单用途' })
        expect([suffix, answer.status, answer.msg]).toEqual([suffix, 400, `${label}已脱敏，只能按完整内容查询`])
      }
      for (const order of [{ ascs: name }, { descs: snake(name) }]) {
        const answer = await clerk.get(call.path, { ...order, reason: '核对名单用途' })
        expect([answer.status, answer.msg]).toEqual([400, `${label}已脱敏，不能排序`])
      }
    }
  })
})

/** A value of each kind of which little is hidden. */
const SHORT = {
  name: '张三',
  phone: '1381234',
  email: 'a@b.cn',
  address: '云川市文化路',
  idCard: '11010120010',
  studentCode: '51010420010',
} as const

describe.each(masked)('%s', (_name, entity, name) => {
  const db = () => app().app.database.tenant(TENANT)
  const row = () => String(rows.get(entity.name)?.['id'])
  const keep = (value: string) =>
    sql`update ${sql.table(entity.table)} set ${sql.ref(snake(name))} = ${value} where id = ${row()}`.execute(db())
  const shown = async () => (await admin.get<Row>(pathOf(entity, 'detail'), { id: row() })).data[name]

  test('is shown empty when nothing is kept', async () => {
    const { value } = await valueOf(entity, name)
    await keep('')
    expect(await shown()).toBe('')
    await keep(value)
  })

  test('stays as it is kept when what was shown is sent back, however little was hidden', async () => {
    if ((entity.fields as Fields)[name]?.editable === 'never') return
    const { value } = await valueOf(entity, name)
    const kind = (entity.fields as Fields)[name]?.personal ?? 'name'
    for (const short of [SHORT[kind], value]) {
      await keep(short)
      const sent = await admin.post(writePath(entity), { id: row(), [name]: await shown() })
      expect([sent.status, sent.msg]).toEqual([200, '操作成功'])
      expect((await valueOf(entity, name)).value).toBe(short)
    }
  })
})

/** Derived calls that filter and order rows. */
function readsOf(entity: AnyEntity): AnyCall[] {
  return registry.calls.filter(
    (call) =>
      'entity' in call &&
      call.entity === entity.name &&
      ['list', 'export', 'listall'].includes(String('action' in call && call.action)),
  )
}

describe('calls written by hand', () => {
  test('the list of users neither', async () => {
    const body = {
      account: 'probe',
      name: '探',
      phone: '13912345678',
      email: 'probe@example.cn',
      userType: 1,
      password: 'Quiet-Harbour-71',
    }
    expect((await admin.post('/api/blade-user/submit', body)).msg).toBe('操作成功')
    const found = async (query: object) => (await clerk.get('/api/blade-user/page', { size: 200, ...query })).data.total
    expect(await found({ account: 'probe' })).toBe(1)
    expect(await found({ phone: '13912345678' })).toBe(1)
    for (const part of ['139', '5678', '1391234567', '13912345%']) expect(await found({ phone: part })).toBe(0)
    for (const name of ['phone', 'email']) {
      expect((await clerk.get('/api/blade-user/page', { ascs: name })).status).toBe(400)
    }
  })

  test('no report is sorted by one', () => {
    const sorted = registry.reports.flatMap((report) =>
      (report.sortable ?? []).filter((name) => (report.columns as Fields)[name]?.personal),
    )
    expect(sorted).toEqual([])
  })
})
