import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIVE_ENTITIES } from '@xueheng/contract/domains/settings/live.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { nextId } from '../src/platform/db/id.ts'
import { changeOf, hearEvents } from './fixtures/hear-events.ts'
import { type Client, OTHER_TENANT, useTestApp } from './harness.ts'

const SYSTEM = '/api/blade-system'
const app = useTestApp({ ROLES: 'web' })

let second: App
let origin: string
let dataDir: string
let admin: Client
const open: (() => void)[] = []

/** A second process on the same database: what is written through the first is heard from this one. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xueheng-second-'))
  second = await createApp({ ...app().config, dataDir })
  await second.http.listen({ port: 0, host: '127.0.0.1' })
  origin = second.http.listeningOrigin
  admin = await app().user({ role: 'administrator' })
})
afterAll(async () => {
  for (const end of open) end()
  await second.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The events a browser hears that is served by the second process. */
async function listen(user: Client): Promise<string[]> {
  const { heard, end } = await hearEvents(origin, user)
  open.push(end)
  return heard
}

/** Events pass through the database and another program: on a busy machine they take their time. */
async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { timeout: 30_000, interval: 50 }).toBe(true)
}

/** What is done last is heard last: when it is there, nothing before it is still to come. */
async function all(heard: string[]): Promise<string[]> {
  const name = `tail${nextId()}`
  const menus = () => heard.filter((event) => event === changeOf('menu')).length
  const before = menus()
  expect((await admin.post(`${SYSTEM}/menu/submit`, { name, code: name, path: '', category: 1, sort: 1 })).status).toBe(
    200,
  )
  await until(() => menus() > before)
  return heard.splice(0).filter((event) => event !== changeOf('menu'))
}

async function made(path: string, body: object): Promise<string> {
  const { data, msg } = await admin.post(`${SYSTEM}/${path}/submit`, body)
  expect(msg).toBe('操作成功')
  return data.id
}

describe('a browser at another process hears of', () => {
  const entry = (code: string) => ({ code, dictValue: '活', dictKey: '-1', sort: 1, isSealed: 0 })
  const steps: [string, string[], () => Promise<unknown>][] = [
    ['a dictionary', ['dictBiz'], () => made('dict-biz', entry('live_one'))],
    ['a shared dictionary', ['dict'], () => made('dict', entry('live_two'))],
    ['a parameter', ['param'], () => made('param', { paramName: '活', paramKey: 'live.one', paramValue: '1' })],
    ['a department', ['dept'], () => made('dept', { deptName: '活局', deptCategory: 1, sort: 1 })],
    ['a post', ['post'], () => made('post', { category: 1, postCode: 'live', postName: '活', sort: 1 })],
    ['a top menu and what it shows', ['topmenu', 'topmenu'], topMenu],
    ['a role and its rights', ['role', 'role'], role],
    ['the order of the menu', [], sorted],
    ['a package of menus', ['menuPackage'], () => made('menu-package', { packageName: '活套餐', sort: 1 })],
    ['a tenant', ['tenant'], tenant],
  ]

  test.each(steps)('%s', async (_title, expected, work) => {
    const heard = await listen(await app().user({ role: 'exam' }))
    await work()
    expect(await all(heard)).toEqual(expected.map((entity) => changeOf(entity)))
  })

  async function topMenu(): Promise<void> {
    const id = await made('topmenu', { code: 'live', name: '活', sort: 1 })
    expect((await admin.post(`${SYSTEM}/topmenu/grant`, { topMenuIds: [id], menuIds: [] })).status).toBe(200)
  }

  async function role(): Promise<void> {
    const id = await made('role', { roleName: '活', roleAlias: 'live', sort: 1 })
    expect((await admin.post(`${SYSTEM}/role/grant`, { roleIds: [id], menuIds: [] })).status).toBe(200)
  }

  async function sorted(): Promise<void> {
    const { data } = await admin.get(`${SYSTEM}/menu/list`)
    expect((await admin.post(`${SYSTEM}/menu/sort`, { ids: data.map((row: { id: string }) => row.id) })).status).toBe(
      200,
    )
  }

  async function tenant(): Promise<void> {
    const [own] = (await admin.get(`${SYSTEM}/tenant/list`, { tenantId: OTHER_TENANT })).data.records
    const { id, tenantName } = own ?? (await admin.get(`${SYSTEM}/tenant/list`)).data.records[0]
    expect((await admin.post(`${SYSTEM}/tenant/submit`, { id, tenantName })).status).toBe(200)
  }
})

test('rights of one user are told to that user alone', async () => {
  const [mine, other] = [await app().user({ role: 'exam' }), await app().user({ role: 'exam' })]
  const [told, untold] = [await listen(mine), await listen(other)]
  expect((await admin.post('/api/blade-user/update', { id: mine.userId, name: '改名' })).status).toBe(200)
  expect(await all(told)).toEqual([changeOf('user')])
  expect(await all(untold)).toEqual([])
})

test('what belongs to one tenant is told in no other, what is shared in all', async () => {
  const heard = await listen(await app().user({ role: 'administrator', tenantId: OTHER_TENANT }))
  await made('post', { category: 1, postCode: 'live2', postName: '活二', sort: 1 })
  await made('param', { paramName: '活二', paramKey: 'live.two', paramValue: '1' })
  await made('dict', { code: 'live_three', dictValue: '活', dictKey: '-1', sort: 1, isSealed: 0 })
  expect(await all(heard)).toEqual([changeOf('param'), changeOf('dict')])
})

test('reading and what fails are told to nobody', async () => {
  const heard = await listen(await app().user({ role: 'exam' }))
  expect((await admin.get(`${SYSTEM}/param/export`)).status).toBe(200)
  expect((await admin.post(`${SYSTEM}/param/submit`, { paramName: '', paramKey: 'x' })).status).toBe(400)
  expect(await all(heard)).toEqual([])
})

test('a message of the system is told to the account it is written for', async () => {
  const [mine, other] = [await app().user({ role: 'exam' }), await app().user({ role: 'exam' })]
  const [told, untold] = [await listen(mine), await listen(other)]
  const body = { title: '请核对', messageType: 1, account: `u${mine.userId}`, content: '成绩' }
  const { data } = await admin.post('/api/bigdata-service/sysMessage/submit', body)
  expect(await all(told)).toEqual([`event: message\ndata: {"id":"${data.id}","title":"请核对","link":""}`])
  expect(await all(untold)).toEqual([])
})

test('every entity that is followed is one of the steps above', () => {
  const covered = [
    'dict',
    'dictBiz',
    'param',
    'dept',
    'post',
    'topmenu',
    'role',
    'menuPackage',
    'tenant',
    'user',
    'menu',
  ]
  const byHooks = ['dataScope', 'apiScope']
  // Followed in the test of corrections, where there is an exam to be moved.
  const ofExams = ['examInfo', 'examScoreCorrection']
  expect(Object.keys(LIVE_ENTITIES).toSorted()).toEqual([...covered, ...byHooks, ...ofExams].toSorted())
})
