import { DIALECTS, type Dialect, type Entity, defineEntity } from '@xueheng/contract/kit/entity.ts'
import { type AnyEntity, defineDomain } from '@xueheng/contract/kit/domain.ts'
import { defineRegistry } from '@xueheng/contract/derive/registry.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Allowance } from '../src/platform/http/allowance.ts'
import { registerRoutes } from '../src/platform/http/route.ts'
import { createServer } from '../src/platform/http/server.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { TENANT, useTestApp } from './harness.ts'

const app = useTestApp({ ROLES: 'web' })
const dialects = Object.keys(DIALECTS) as Dialect[]

/** One entity per dialect, all on the table of posts. */
function entityOf(dialect: Dialect): Entity<typeof post.fields> {
  return defineEntity(`${dialect}Post`, {
    title: '岗位',
    service: 'probe',
    table: post.table,
    permission: post.permission,
    dialect,
    fields: post.fields,
    unique: [['postCode']],
  })
}

let http: FastifyInstance

beforeAll(async () => {
  const admin = await app().user({ role: 'administrator' })
  const ctx = (await app().app.ctxOf(TENANT, admin.userId)) as Ctx
  const session = { user: ctx.user, scope: ctx.scope, expires: Infinity }
  const entities: AnyEntity[] = dialects.map(entityOf)
  http = await createServer('silent', {})
  registerRoutes(http, {
    registry: defineRegistry([defineDomain({ name: 'probe', title: '试', entities })], []),
    modules: [],
    findSession: async (token) => (token === 'one' ? session : undefined),
    makeCtx: (_session, request) => ({ ...ctx, origin: { requestId: request.id, ip: request.ip } }),
    uploadLimit: 1,
    scan: async () => undefined,
    allowance: new Allowance(100),
  })
})

afterAll(() => http.close())

async function send(method: 'GET' | 'POST', url: string, query: Record<string, string>, payload?: object) {
  const response = await http.inject({
    method,
    url,
    query,
    headers: { 'blade-auth': 'bearer one', 'x-nulls': 'keep' },
    ...(payload && { payload }),
  })
  const body: { msg: string; data: any } = response.json()
  return { status: response.statusCode, ...body }
}

let made = 0
function body() {
  made += 1
  return { category: 1, postCode: `P${made}`, postName: `岗位${made}`, sort: made }
}

describe.each(dialects)('dialect %s', (dialect) => {
  const names = DIALECTS[dialect]
  const base = `/api/probe/${dialect}Post`
  const [adding] = names.submit
  const add = async () => (await send('POST', `${base}/${adding}`, {}, body())).data
  const list = async () => (await send('GET', `${base}/${names.list}`, { size: '200' })).data.records
  const remove = (ids: string[]) =>
    names.hasIdsInBody
      ? send('POST', `${base}/${names.remove}`, {}, ids)
      : send('POST', `${base}/${names.remove}`, { ids: ids.join(',') })

  test.each(names.submit.filter((name) => !name.includes(':')))('adds and changes by %s', async (segment) => {
    const row = body()
    const added = await send('POST', `${base}/${segment}`, {}, row)
    expect([added.status, added.msg]).toEqual([200, '操作成功'])
    expect(added.data).toMatchObject(row)
    const changed = await send('POST', `${base}/${segment}`, {}, { id: added.data.id, postName: '改名' })
    expect(changed.data).toMatchObject({ ...row, id: added.data.id, postName: '改名' })
    expect((await list()).filter((one: { postCode: string }) => one.postCode === row.postCode)).toHaveLength(1)
  })

  test.each(names.submit.filter((name) => name.includes(':')))('changes by %s, and never adds', async (segment) => {
    const row = await add()
    const path = (id: string) => `${base}/${segment.replace(':id', id)}`
    const changed = await send('POST', path(row.id), {}, { postName: '改名' })
    expect(changed.data).toMatchObject({ id: row.id, postCode: row.postCode, postName: '改名' })
    const count = (await list()).length
    expect((await send('POST', path('nonsense'), {}, body())).status).toBe(404)
    expect((await send('POST', path('1'), {}, body())).status).toBe(404)
    expect(await list()).toHaveLength(count)
  })

  test.each(names.detail)('answers one row by %s', async (segment) => {
    const row = await add()
    const inPath = segment.includes(':')
    const found = await send('GET', `${base}/${segment.replace(':id', row.id)}`, inPath ? {} : { id: row.id })
    expect(found.data).toEqual(row)
  })

  test('removes what its clients name, and nothing else', async () => {
    const rows = [await add(), await add(), await add()]
    const [one, two, three] = rows.map((row) => String(row.id)) as [string, string, string]
    expect(await remove([one, two])).toMatchObject({ status: 200, msg: '操作成功' })
    const left = (await list()).map((row: { id: string }) => row.id)
    expect(left).not.toContain(one)
    expect(left).not.toContain(two)
    expect(left).toContain(three)
    expect(await remove([])).toMatchObject({ status: 400, msg: '请选择至少一条数据' })
    expect((await remove([one])).status).toBe(404)
  })

  test('pages its list', async () => {
    await Promise.all([add(), add()])
    const page = await send('GET', `${base}/${names.list}`, { current: '2', size: '1', ascs: 'post_code' })
    expect(page.data).toMatchObject({ current: 2, size: 1 })
    expect(page.data.records).toHaveLength(1)
  })
})

test('a body that is no array removes nothing where the ids are the body', async () => {
  const row = (await send('POST', '/api/probe/mpPost/save', {}, body())).data
  expect((await send('POST', '/api/probe/mpPost/delete', { ids: row.id }, {})).status).toBe(400)
  expect((await send('GET', `/api/probe/mpPost/info/${row.id}`, {})).data).toEqual(row)
})
