import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from './harness.ts'
import { type Family, familyOf } from './family.ts'
import { type Row, RowMaker, pathOf, writePath } from './rows.ts'

/** Every entity as clients of this API family use it: nulls come as stand-ins, words beside keys, whole rows go back. */
const app = useTestApp()
let admin: Client
let family: Family
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  family = familyOf(app(), admin.token)
  maker = new RowMaker(admin, '家')
})

function fieldsOf(entity: AnyEntity): [string, Field][] {
  return Object.entries(entity.fields as Fields)
}

/** Numbers a row may go without. */
function optionalNumbers(entity: AnyEntity): string[] {
  return fieldsOf(entity).flatMap(([name, { kind, required, editable, numeric, multiple, default: preset }]) => {
    const isNumber = ['integer', 'decimal', 'flag'].includes(kind) || (kind === 'dict' && numeric && !multiple)
    return isNumber && !required && !editable && preset === undefined ? [name] : []
  })
}

describe.each(registry.entities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  let row: Row

  async function detailOf(id: unknown): Promise<Row> {
    return (await family.get<Row>(pathOf(entity, 'detail'), { id })).data
  }

  beforeAll(async () => {
    const none = Object.fromEntries(optionalNumbers(entity).map((name) => [name, undefined]))
    const made = await maker.create(entity, none)
    row = await detailOf(made['id'])
  })

  test('has the words of every dictionary key beside it', () => {
    const keyed = fieldsOf(entity).filter(([name, { kind }]) => kind === 'dict' && !(`${name}Name` in entity.fields))
    for (const [name] of keyed) {
      const isBlank = [null, '', -1].includes(row[name] as string) || JSON.stringify(row[name]) === '[]'
      expect(row[`${name}Name`], name).toEqual(isBlank ? '' : expect.stringMatching(/\S/))
    }
    if (entity.fields.parentId?.kind === 'ref') expect(row['parentName']).toEqual(expect.any(String))
  })

  test('carries who made it and when', () => {
    expect(row).toMatchObject({ createUser: admin.userId, status: 1, isDeleted: 0 })
    for (const name of ['createDept', 'createTime', 'updateUser', 'updateTime']) expect(row).toHaveProperty(name)
  })

  test('is taken back as it was sent, and is the same afterwards', async () => {
    const extras = { $index: 0, $status: '正常' }
    const answer = await family.post<Row>(writePath(entity), { ...row, ...extras })
    expect([answer.status, answer.msg]).toEqual([200, '操作成功'])
    const { updateTime: _now, ...after } = await detailOf(row['id'])
    const { updateTime: _then, ...before } = row
    expect(after).toEqual(before)
  })

  test('keeps no stand-in where a number is missing', async () => {
    const { data } = await admin.get<Row>(pathOf(entity, 'detail'), { id: row['id'] })
    for (const name of optionalNumbers(entity)) {
      if (row[name] === -1) expect(data[name], name).toBeNull()
    }
  })

  test.each(['createTime', 'updateTime', 'id', 'sort'])('takes an order by %s where it has one', async (name) => {
    if (name === 'sort' && !('sort' in entity.fields)) return
    for (const order of [{ descs: name }, { ascs: name }]) {
      expect((await family.get(pathOf(entity, 'list'), { current: 1, size: 5, ...order })).status).toBe(200)
    }
  })
})
