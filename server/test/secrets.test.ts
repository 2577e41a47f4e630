import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { flagOfSecret, secretNames } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { decryptField } from '../src/platform/secret.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row, pathOf, removeRows, writePath } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
const entities = registry.entities.filter((entity) => secretNames(entity.fields).length > 0)
let admin: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

/** What stands in the columns of the secrets. */
async function stored(entity: AnyEntity, id: string): Promise<Record<string, string | null>> {
  const columns = secretNames(entity.fields).map((name) => sql.ref(snake(name)))
  const found = await sql<Record<string, string | null>>`select ${sql.join(columns)} from ${sql.table(entity.table)}
    where id = ${id}`.execute(app().app.database.tenant(TENANT))
  return found.rows[0] ?? {}
}

async function make(entity: AnyEntity) {
  const body = await maker.body(entity)
  const answer = await admin.post<Row>(writePath(entity), body)
  expect(answer.msg).toBe('操作成功')
  return { body, answer, id: String(answer.data['id']) }
}

async function change(entity: AnyEntity, id: string, values: Row): Promise<Row> {
  const answer = await admin.post<Row>(writePath(entity), { id, ...values })
  expect(answer.msg).toBe('操作成功')
  return answer.data
}

/** Every text that leaves the server about a row, and what is kept of it elsewhere. */
async function texts(entity: AnyEntity, id: string): Promise<string[]> {
  const [first = ''] = secretNames(entity.fields)
  const tricks = { [first]: 'v1', [`${first}_like`]: 'v1', [`${first}_notnull`]: '1', ascs: first }
  const calls = registry.calls.filter(
    (call) => 'entity' in call && call.entity === entity.name && call.method === 'GET',
  )
  const answers = calls.flatMap((call) => [
    admin.get(call.path.replace(':id', id), { id }),
    admin.get(call.path, tricks),
  ])
  const log = await sql`select * from operation_log`.execute(app().app.database.tenant(TENANT))
  const bin = await admin.get('/api/blade-system/recycle/list', { entity: entity.name })
  const bodies = (await Promise.all(answers)).map((answer) => answer.raw.toString())
  return [...bodies, bin.raw.toString(), JSON.stringify(log.rows), await workbookOf(entity)]
}

async function workbookOf(entity: AnyEntity): Promise<string> {
  const path = join(app().dataDir, 'tmp', `${entity.name}.xlsx`)
  const { raw, status } = await admin.get(`${entity.paths[0]}/export`, { reason: '核对密钥不外泄' })
  expect(status).toBe(200)
  writeFileSync(path, raw)
  const cells: string[] = []
  for await (const row of readSheets({ path, name: 'a.xlsx' })) cells.push(...row.cells.map(String))
  return cells.join('\n')
}

test('several entities have secrets', () => {
  expect(entities.length).toBeGreaterThan(0)
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('secrets of %s', (_name, entity) => {
  const names = secretNames(entity.fields)

  test('are encrypted for their row and column and leave by no call, workbook, log or bin', async () => {
    const { body, answer, id } = await make(entity)
    const columns = await stored(entity, id)
    for (const name of names) {
      const row = { ...columns, id }
      expect(columns[name]).toMatch(/^v1\.[\w-]+$/)
      expect(decryptField(app().config.masterKey, entity, row, name)).toBe(body[name])
      expect(() => decryptField(app().config.masterKey, entity, { ...row, id: `${id}1` }, name)).toThrow()
      expect(answer.data[name]).toBeUndefined()
      expect(answer.data[flagOfSecret(name)]).toBe(1)
    }
    for (const text of [answer.raw.toString(), ...(await texts(entity, id))]) {
      for (const name of names) expect(text).not.toContain(body[name])
      expect(text).not.toMatch(/v1\.[\w-]{20}/)
    }
  })

  test('stay as they are while nothing is typed', async () => {
    const { id } = await make(entity)
    const before = await stored(entity, id)
    for (const blank of ['', null, '******', undefined]) {
      const row = await change(entity, id, Object.fromEntries(names.map((name) => [name, blank])))
      for (const name of names) expect(row[flagOfSecret(name)]).toBe(1)
      expect(await stored(entity, id)).toEqual(before)
    }
  })

  test('are replaced by what is typed, with a line in the log that says which', async () => {
    const { id } = await make(entity)
    const [name = ''] = names
    const next = String((await maker.body(entity))[name])
    await change(entity, id, { [name]: next })
    expect(decryptField(app().config.masterKey, entity, { id, ...(await stored(entity, id)) }, name)).toBe(next)
    const log = await sql<{ newValues: Row }>`select new_values from operation_log
      where row_id = ${id} and call = ${`${entity.name}.secret`} order by id`.execute(app().app.database.tenant(TENANT))
    expect(log.rows.at(-1)?.newValues).toEqual({ changed: name })
  })

  test('are cleared by their flag where the row can do without', async () => {
    const { id } = await make(entity)
    for (const name of names) {
      const isRequired = entity.fields[name].required === true
      const row = await change(entity, id, { [flagOfSecret(name)]: 0 })
      expect([name, row[flagOfSecret(name)]]).toEqual([name, isRequired ? 1 : 0])
      expect((await stored(entity, id))[name] === null).toBe(!isRequired)
    }
  })

  test('are gone with the row, and do not come back with it', async () => {
    const { id } = await make(entity)
    expect((await removeRows(admin, entity, [id])).status).toBe(200)
    expect(Object.values(await stored(entity, id))).toEqual(names.map(() => null))
    await admin.post(`${entity.paths[0]}/restore`, undefined, { ids: id })
    const { data } = await admin.get<Row>(pathOf(entity, 'detail'), { id })
    for (const name of names) expect(data[flagOfSecret(name)]).toBe(0)
  })
})
