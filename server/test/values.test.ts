import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row, pathOf, removeRows, writePath } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
let admin: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

const picked = registry.entities.flatMap((entity) =>
  Object.entries(entity.fields as Fields)
    .filter(([, field]) => (field.kind === 'dict' || field.kind === 'ref') && field.editable !== 'never')
    .map(([name, field]) => [`${entity.name}.${name}`, entity, name, field] as const),
)

/** A value that is no key, in the form of the field. */
function unknown(field: Field): unknown {
  const one = field.numeric ? 98_765 : field.kind === 'ref' && !field.value ? '1234567' : 'zzz'
  return field.multiple ? [one] : one
}

async function refused(entity: AnyEntity, body: Row, name: string, label: string): Promise<void> {
  const { status, msg, data } = await admin.post<any>(writePath(entity), body)
  const message = `「${label}」不是有效的选项`
  expect([status, msg, data.problems]).toEqual([400, message, [{ field: name, message }]])
}

describe.each(picked)('%s', (_name, entity, name, field) => {
  test('takes no key that is not there, neither of a new row nor of a stored one', async () => {
    await refused(entity, { ...(await maker.body(entity)), [name]: unknown(field) }, name, field.label)
    if (field.editable === 'add') return
    const row = await maker.create(entity)
    await refused(entity, { id: row['id'], [name]: unknown(field) }, name, field.label)
    const { data } = await admin.get<Row>(pathOf(entity, 'detail'), { id: row['id'] })
    expect(data[name]).toEqual(row[name])
  })
})

const sealable = picked.filter(([, , , field]) => field.kind === 'dict' && !field.multiple && field.editable !== 'add')

describe.each(sealable)('%s', (_name, entity, name, field) => {
  test('keeps an entry that went out of use, and takes it for no other row', async () => {
    const row = await maker.create(entity)
    const body = await maker.body(entity)
    const key = row[name]
    if (key === null || key === '') return
    const db = app().app.database.tenant(TENANT)
    const seal = (isSealed: number) =>
      sql`update dict_biz set is_sealed = ${isSealed} where code = ${field.dict} and dict_key = ${String(key)}`.execute(
        db,
      )
    await seal(1)
    try {
      const kept = await admin.post(writePath(entity), { id: row['id'], [name]: key })
      expect([kept.status, kept.msg]).toEqual([200, '操作成功'])
      await refused(entity, { ...body, [name]: key }, name, field.label)
    } finally {
      await seal(0)
    }
  })
})

const trees = registry.entities.filter((entity) => entity.tree).map((entity) => [entity.name, entity] as const)

/** Where the level of a node follows from those above it. */
const LEVELS: Record<string, Row[]> = { newclasses: [{ nodeType: 1 }, { nodeType: 2 }, { nodeType: 3 }] }

describe.each(trees)('the tree of %s', (_name, entity) => {
  const parent = entity.tree as string

  test('has no circles, whatever is moved', async () => {
    if ((entity.fields as Fields)[parent]?.editable === 'add') return
    const levels = LEVELS[entity.name] ?? []
    const top = await maker.create(entity, { ...levels[0], [parent]: undefined })
    const middle = await maker.create(entity, { ...levels[1], [parent]: top['id'] })
    const low = await maker.create(entity, { ...levels[2], [parent]: middle['id'] })
    for (const below of [top, middle, low]) {
      const { status } = await admin.post(writePath(entity), { id: top['id'], [parent]: below['id'] })
      expect(status).toBe(400)
    }
    if (levels.length > 0) return
    for (const above of [top['id'], '0']) {
      const { status, msg } = await admin.post(writePath(entity), { id: low['id'], [parent]: above })
      expect([status, msg]).toEqual([200, '操作成功'])
    }
  })
})

const referring = picked.filter(([, , , field]) => field.kind === 'ref' && !field.multiple && !field.tree)

describe.each(referring)('%s', (_name, entity, name, field) => {
  test('takes no row that was removed', async () => {
    const other = registry.entity(field.ref as string)
    const gone = await maker.create(other)
    const removed = await removeRows(admin, other, [gone['id']])
    // What stands for something, a seal in use say, is never removed.
    if (removed.status === 409) return
    expect(removed.status).toBe(200)
    await refused(entity, { ...(await maker.body(entity)), [name]: gone[field.value ?? 'id'] }, name, field.label)
  })
})

test('calls written by hand take no key that is not there either', async () => {
  const body = { account: 'kinds', name: '甲', userType: 9, password: 'Quiet-Harbour-71' }
  expect(await admin.post('/api/blade-user/submit', body)).toMatchObject({
    status: 400,
    msg: '「用户平台」不是有效的选项',
  })
})
