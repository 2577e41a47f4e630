import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, isListed } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { requiredMessage } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '../src/platform/sheet/read.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker, type Row, pathOf, removeRows, writePath } from './rows.ts'

const app = useTestApp()
/** One for each test that changes or removes some, and more than one page of `PAGE`. */
const ROWS = 9
const PAGE = 3
let admin: Client
let nobody: Client
/** May add rows of every kind, and no more. */
let adder: Client
let maker: RowMaker

/** Where a hook words a fault of the key more exactly than the generic message. */
const EXISTS: Record<string, string> = { basicSchool: '社会统一信用代码已存在', menu: '菜单名或编号已存在!' }

/** No right alone opens them: they are for administrators. */
const FOR_ADMINISTRATORS = new Set(['socialProvider', 'datasource', 'sms', 'oss'])

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  nobody = await app().user({ role: 'exam', permissions: [] })
  const rightsToAdd = registry.entities.map(({ permission }) => `${permission}_add`)
  adder = await app().user({ role: 'exam', permissions: rightsToAdd })
  maker = new RowMaker(admin)
})

function fieldsOf(entity: AnyEntity): [string, Field][] {
  return Object.entries(entity.fields as Record<string, Field>)
}

/** A plain value of the row that may be changed without touching a key, and what to change it to. */
function editable(entity: AnyEntity, row: Row = {}): [string, unknown] {
  const keys = new Set((entity.unique ?? []).flat())
  const plain = fieldsOf(entity).filter(
    ([name, { editable: when, check, personal }]) =>
      !when &&
      !check &&
      !personal &&
      !keys.has(name) &&
      !/^(stage|enterYear|studyYear|studentName|scoreText|newScore|courseName|name|driverClass|url|username|scopeColumn|parentNo)$/.test(
        name,
      ),
  )
  const typed = plain.find(([, { kind }]) => ['text', 'paragraph', 'decimal', 'integer'].includes(kind))
  const found = typed ?? plain.find(([, { kind }]) => kind === 'flag')
  if (!found) throw new Error(`${entity.name} has nothing to edit`)
  const [name, { kind, wireNumber, length = 0 }] = found
  const number = Number(row[name]) === 7 ? 8 : 7
  // Of each row its own, where there is room: two that were changed alike may be one too many.
  const text = `改过的值${length >= 10 ? String(row['id'] ?? '').slice(-6) : ''}`
  const value = kind === 'flag' ? 1 : kind === 'integer' || wireNumber ? number : kind === 'decimal' ? '7.25' : text
  return [name, value]
}

function optionalText(entity: AnyEntity): string | undefined {
  return fieldsOf(entity).find(
    ([name, { kind, required, editable: when, check }]) =>
      (kind === 'text' || kind === 'paragraph') &&
      !required &&
      !when &&
      !check &&
      name !== 'dictKey' &&
      name !== 'className' &&
      name !== 'studentName',
  )?.[0]
}

async function stored(entity: AnyEntity, id: unknown): Promise<Row> {
  const found = await sql<Row>`select * from ${sql.table(entity.table)} where id = ${id}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0] ?? {}
}

async function logOf(id: unknown): Promise<Row[]> {
  const found =
    await sql<Row>`select call, account, old_values, new_values from operation_log where row_id = ${id} order by id`.execute(
      app().app.database.tenant(TENANT),
    )
  return found.rows
}

function valuesOf(log: Row[], line: number, column: 'oldValues' | 'newValues'): Row {
  return (log[line]?.[column] ?? {}) as Row
}

async function listAll(entity: AnyEntity, query: Row = {}): Promise<Row[]> {
  const { data } = await admin.get<any>(pathOf(entity, 'list'), { size: 1000, ...query })
  const flat = (rows: Row[]): Row[] =>
    rows.flatMap(({ children, ...row }) => [row, ...flat((children as Row[] | undefined) ?? [])])
  return entity.tree ? flat(data as Row[]) : (data as { records: Row[] }).records
}

describe.each(registry.entities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const rows: Row[] = []

  beforeAll(async () => {
    for (let i = 0; i < ROWS; i += 1) rows.push(await maker.create(entity))
  })

  test('a new row has an id in text and answers its detail', async () => {
    for (const row of rows) expect(row['id']).toMatch(/^\d{15,19}$/)
    const { data } = await admin.get(pathOf(entity, 'detail'), { id: rows[0]?.['id'] })
    expect(data).toEqual(rows[0])
    expect(data).toMatchObject({ createUser: admin.userId, status: 1, isDeleted: 0 })
    expect(data['createTime']).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  })

  test('lists page by page, trees as a whole', async () => {
    if (entity.tree) {
      const ids = (await listAll(entity)).map((row) => row['id'])
      expect(rows.every((row) => ids.includes(row['id']))).toBe(true)
      return
    }
    const { data } = await admin.get(pathOf(entity, 'list'), { current: 2, size: PAGE })
    expect(data).toMatchObject({ current: 2, size: PAGE, pages: Math.ceil(data.total / PAGE) })
    expect(data.records).toHaveLength(PAGE)
    expect(data.total).toBeGreaterThanOrEqual(ROWS)
    const all = await listAll(entity)
    expect(all.slice(PAGE, 2 * PAGE)).toEqual(data.records)
    const odd = await admin.get(pathOf(entity, 'list'), { current: '1.7', size: '' })
    expect(odd.data).toMatchObject({ current: 1, size: 10 })
    for (const name of ['current', 'size']) {
      const wrong = await admin.get(pathOf(entity, 'list'), { [name]: 'x' })
      expect([wrong.status, wrong.msg]).toEqual([400, `请求参数格式错误: ${name}`])
    }
  })

  test('filters by its searched fields and their suffixes', async () => {
    const row = rows[3] as Row
    const all = await listAll(entity)
    const searched = fieldsOf(entity).filter(([, field]) => field.search && !field.multiple)
    for (const [name, field] of searched) {
      if (row[name] === null || row[name] === '' || field.personal) continue
      for (const suffix of ['', '_equal']) {
        const found = await listAll(entity, { [`${name}${suffix}`]: row[name] })
        expect(
          found.map((one) => one['id']),
          name + suffix,
        ).toContain(row['id'])
        for (const one of found) expect(String(one[name]), name + suffix).toContain(String(row[name]))
      }
      const others = await listAll(entity, { [`${name}_notequal`]: row[name] })
      expect(others.map((one) => one['id'])).not.toContain(row['id'])
      expect(await listAll(entity, { [`${name}_ignore`]: 'x' })).toHaveLength(all.length)
      expect(await listAll(entity, { [`${name}_null`]: 1, id: row['id'] })).not.toContainEqual(row)
    }
    const before = await listAll(entity, { createTime_dategt: '2999-01-01 00:00:00' })
    expect(before).toEqual([])
    expect((await listAll(entity, { createTime_datege: '2000-01-01 00:00:00' })).length).toBeGreaterThanOrEqual(ROWS)
    expect((await listAll(entity, { noSuchColumn: 'x', noSuch_like: '1' })).length).toBeGreaterThanOrEqual(ROWS)
  })

  test('sorts both ways by a column in either spelling', async () => {
    const [name] = editable(entity)
    const key = (row: Row) => JSON.stringify(row['id'])
    for (const spelled of [name, snake(name)]) {
      const up = await listAll(entity, { ascs: spelled })
      const down = await listAll(entity, { descs: spelled })
      expect(new Set(up.map(key))).toEqual(new Set(down.map(key)))
      const values = up.map((row) => row[name]).filter((value) => value !== null)
      if (typeof values[0] === 'number' && !entity.tree) {
        expect(values).toEqual((values as number[]).toSorted((a, b) => a - b))
        expect(down.map((row) => row[name])[0]).toBe(values.at(-1))
      }
    }
    const refused = await admin.get(pathOf(entity, 'list'), { ascs: 'password;drop,constructor' })
    expect([refused.status, refused.msg]).toEqual([400, '不能按「password;drop」排序'])
  })

  test('an edit changes what it names and nothing else', async () => {
    const before = rows[1] as Row
    const [name, value] = editable(entity, before)
    const optional = optionalText(entity)
    const body = { id: before['id'], [name]: value, ...(optional && optional !== name ? { [optional]: null } : {}) }
    const { data, status, msg } = await admin.post(writePath(entity), body)
    expect([status, msg]).toEqual([200, '操作成功'])
    const { updateTime, updateUser: _who, ...rest } = data as Row
    expect(rest).toMatchObject({
      ...without(before, 'updateTime', 'updateUser', name, ...derived(entity)),
      [name]: value,
    })
    expect(String(updateTime) > String(before['updateTime'])).toBe(true)
    if (!optional) return
    const emptied = await admin.post(writePath(entity), { id: before['id'], [optional]: '' })
    expect(emptied.data[optional]).toBe('')
    rows[1] = emptied.data
  })

  test('a stale edit is told so and changes nothing', async () => {
    const row = rows[2] as Row
    const [name, value] = editable(entity, row)
    const stale = await admin.post(writePath(entity), { ...row, [name]: value, updateTime: '2020-01-01 00:00:00' })
    expect([stale.status, stale.code]).toEqual([409, 409])
    // Where several people fill in the same rows, it is said who.
    expect(stale.msg).toMatch(entity.contested ? /^\S+已于.*修改了这条.*没有保存/ : /^数据已被他人修改/)
    expect((await admin.get(pathOf(entity, 'detail'), { id: row['id'] })).data).toEqual(row)
    const fresh = await admin.post(writePath(entity), { id: row['id'], [name]: value, updateTime: row['updateTime'] })
    expect(fresh.status).toBe(200)
    const again = await admin.post(writePath(entity), { id: row['id'], [name]: value, updateTime: row['updateTime'] })
    expect(again.status).toBe(409)
  })

  test('every missing value is asked for in the specified words', async () => {
    const wanted = fieldsOf(entity).filter(
      ([, field]) => field.required && field.default === undefined && field.editable !== 'never',
    )
    const { status, msg, data } = await admin.post<{ problems: Row[] }>(writePath(entity), {})
    expect(status).toBe(400)
    expect(data.problems).toEqual(wanted.map(([field, declared]) => ({ field, message: requiredMessage(declared) })))
    expect(msg).toBe(requiredMessage((wanted[0] as [string, Field])[1]))
  })

  test('a default stands for a required value that is left out or sent blank', async () => {
    const preset = fieldsOf(entity).filter(([, field]) => field.required && field.default !== undefined)
    for (const blank of [undefined, '', null]) {
      const left = Object.fromEntries(preset.map(([name]) => [name, blank]))
      const { data, msg } = await admin.post<{ problems?: Row[] }>(writePath(entity), left)
      const named = (data.problems ?? []).map((problem) => String(problem['field']))
      for (const [name] of preset) expect(named, `${name} ${msg}`).not.toContain(name)
    }
  })

  test('a key occurs once', async () => {
    for (const names of (entity.unique ?? []) as string[][]) {
      // From the table: personal values of an answer are masked.
      const taken = await stored(entity, rows[4]?.['id'])
      const key = Object.fromEntries(names.map((name) => [name, taken[name]]))
      const body = { ...(await maker.body(entity)), ...key }
      const { status, msg, data } = await admin.post<{ problems: Row[] }>(writePath(entity), body)
      if (names.some((name) => (entity.fields as Record<string, Field>)[name]?.editable === 'never')) {
        // Part of the key is given by the server: the new row has another one.
        expect(without(data as unknown as Row, 'id')).not.toMatchObject(key)
        continue
      }
      const labels = names.map((name) => (entity.fields as Record<string, Field>)[name]?.label).join('')
      expect([status, msg]).toEqual([400, EXISTS[entity.name] ?? `该${labels}已存在`])
      expect(data.problems).toHaveLength(1)
    }
  })

  test('what a body has no say in is ignored', async () => {
    const row = rows[5] as Row
    const sent = {
      id: row['id'],
      $index: 3,
      $status: 'x',
      createUser: '1',
      createTime: '2000-01-01 00:00:00',
      isDeleted: 1,
      status: 9,
      tenantId: '200001',
    }
    expect((await admin.post(writePath(entity), sent)).status).toBe(200)
    const { data } = await admin.get(pathOf(entity, 'detail'), { id: row['id'] })
    expect(data).toMatchObject({
      createUser: row['createUser'],
      createTime: row['createTime'],
      isDeleted: 0,
      status: 1,
    })
    if (!entity.tenantless) expect(await stored(entity, row['id'])).toMatchObject({ tenantId: TENANT })
  })

  test('without the right it is refused, without a token too, each with its own code', async () => {
    const calls = registry.calls.filter((call) => 'entity' in call && call.entity === entity.name)
    expect(calls.length).toBeGreaterThanOrEqual(5)
    for (const call of calls) {
      const path = call.path.replace(':id', '1')
      const send = (user: Client) =>
        call.method === 'GET' ? user.get(path, { id: '1' }) : user.post(path, { id: '1' }, { ids: '1' })
      const refused = await send(nobody)
      expect([refused.status, refused.code, refused.msg], path).toEqual([403, 403, '请求被拒绝'])
      const unknown = await send(app().anonymous)
      expect([unknown.status, unknown.msg], path).toEqual([401, '缺失令牌,鉴权失败'])
    }
  })

  test('the right to add is not the right to edit', async () => {
    expect((await adder.post(writePath(entity), {})).status).toBe(FOR_ADMINISTRATORS.has(entity.name) ? 403 : 400)
    expect((await adder.post(writePath(entity), { id: rows[0]?.['id'] })).status).toBe(403)
    expect((await adder.get(pathOf(entity, 'list'))).status).toBe(403)
  })

  test('a repeated submit with one key makes one row', async () => {
    const body = await maker.body(entity)
    const headers = { 'idempotency-key': `${entity.name}-once` }
    const first = await admin.post(writePath(entity), body, {}, headers)
    const second = await admin.post(writePath(entity), body, {}, headers)
    expect(first.status).toBe(200)
    expect(second.data).toEqual(first.data)
    const other = await admin.post(writePath(entity), { ...body, status: 2 }, {}, headers)
    expect(other.status).toBe(409)
    const broken = { 'idempotency-key': `${entity.name}-failed` }
    expect((await admin.post(writePath(entity), {}, {}, broken)).status).toBe(400)
    rows.push(first.data)
  })

  test('the workbook equals the list', async () => {
    const { raw, status } = await admin.get(`${entity.paths[0]}/export`, { reason: '核对名单' })
    expect(status).toBe(200)
    const path = join(app().dataDir, `${entity.name}.xlsx`)
    writeFileSync(path, raw)
    const lines: string[][] = []
    for await (const row of readSheets({ path, name: 'x.xlsx' })) lines.push(row.cells.map(String))
    const shown = fieldsOf(entity).filter(([, field]) => isListed(field))
    const [head = [], ...cells] = lines
    expect(head).toEqual(shown.map(([, field]) => (field.unit ? `${field.label}(${field.unit})` : field.label)))
    const list = await listAll(entity)
    expect(cells).toHaveLength(list.length)
    if (entity.tree) return
    for (const [i, [name, field]] of shown.entries()) {
      if (field.kind !== 'text' && field.kind !== 'integer') continue
      expect(
        cells.map((line) => line[i] ?? ''),
        name,
      ).toEqual(list.map((row) => String(row[name] ?? '')))
    }
  })

  test('every write leaves a line with old and new values', async () => {
    const row = await maker.create(entity)
    const [name, value] = editable(entity, row)
    await admin.post(writePath(entity), { id: row['id'], [name]: value })
    expect((await removeRows(admin, entity, [row['id']])).status).toBe(200)
    const log = await logOf(row['id'])
    expect(log.map((line) => line['call'])).toEqual(['add', 'update', 'remove'].map((verb) => `${entity.name}.${verb}`))
    expect(log[0]).toMatchObject({ oldValues: null })
    expect(valuesOf(log, 0, 'newValues')[name]).toEqual(row[name])
    expect(valuesOf(log, 1, 'oldValues')[name]).toEqual(row[name])
    expect(valuesOf(log, 1, 'newValues')[name]).toEqual(value)
    expect(log[2]).toMatchObject({ newValues: null })
    expect(valuesOf(log, 2, 'oldValues')[name]).toEqual(value)
  })

  test('removed rows are gone from sight and kept in the table', async () => {
    const nothing = await removeRows(admin, entity, [' ', ' '])
    expect([nothing.status, nothing.msg]).toEqual([400, '请选择至少一条数据'])
    const ids = [rows[6], rows[7]].map((row) => row?.['id'])
    const removed = await removeRows(admin, entity, ids)
    expect([removed.status, removed.msg, removed.data]).toEqual([200, '操作成功', {}])
    const left = (await listAll(entity)).map((row) => row['id'])
    expect(left).not.toContain(ids[0])
    expect(left).toContain(rows[8]?.['id'])
    expect(await stored(entity, ids[0])).toMatchObject({ isDeleted: 1 })
    expect((await admin.get(pathOf(entity, 'detail'), { id: ids[0] })).data).toEqual({})
    expect((await removeRows(admin, entity, [ids[0]])).status).toBe(404)
    expect((await admin.post(writePath(entity), { id: ids[0] })).status).toBe(404)
    expect((await admin.post(`${entity.paths[0]}/restore`, undefined, { ids: ids[0] })).status).toBe(200)
    expect((await listAll(entity)).map((row) => row['id'])).toContain(ids[0])
  })
})

/** Values hooks work out anew with every save. */
function derived(entity: AnyEntity): string[] {
  // Every change of a strategy is a version of it.
  if (entity.name === 'signstrategy') return ['version']
  return entity.name.endsWith('Import') ? ['checkStatus', 'checkMsg', 'archiveStatus', 'classCode'] : []
}

function without(row: Row, ...names: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}
