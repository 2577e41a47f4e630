import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextId } from '../src/platform/db/id.ts'
import type { Program } from './chaos/program.ts'
import { type Client, type TestApp, startTestApp } from './harness.ts'
import type { Row } from './rows.ts'
import { type WecomStandIn, startWecom } from './stand-ins/wecom.ts'
import { Workers, ageJobs } from './workers.ts'

const BASE = '/api/blade-qyweixin'
const SEND = '/cgi-bin/message/send'
const SECRET = 'secretOfTheApplication0000000000'
const CORP = 'ww0000000000000001'
/** As many as one message may name: ten requests. */
const DEPARTMENTS = 1000
const PER_REQUEST = 100
const KILLS = 3
/** Each gets some, as one member may have few in a minute. */
const MEMBERS = 8
const EACH = 10

let platform: WecomStandIn
let app: TestApp
let admin: Client
let owner: pg.Client
let workers: Workers

beforeAll(async () => {
  platform = await startWecom()
  platform.secrets.add(SECRET)
  // The program of the test answers calls; whoever does the work is a process of its own, to be killed.
  app = await startTestApp({ WECOM_API: platform.base, ROLES: 'web' })
  workers = new Workers(app, { WECOM_API: platform.base })
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  admin = await app.user({ role: 'administrator' })
  const corp = { corpId: CORP, corpName: '校', schoolMode: 0, agentId: 1000002, secret: SECRET, pushMessages: 1 }
  await keep('corp', corp)
})
afterAll(async () => {
  await owner.end()
  await app.app.close()
  await platform.close()
  workers.clear()
})

async function keep(path: string, body: object): Promise<Row> {
  const { data, msg } = await admin.post<any>(`${BASE}/${path}/submit`, body)
  if (!data?.id) throw new Error(msg)
  return data
}

/** What a killed process leaves grows old; the wait itself proves nothing. */
async function age(): Promise<void> {
  await ageJobs(owner)
  await owner.query(`update scheduled_task set last_time = last_time - interval '1 minute'`)
  await owner.query(`update wecom_told set claim_time = claim_time - interval '5 minutes'`)
}

/** Kills the worker as the platform has one more request in hands than it has answered. */
async function killAt(worker: Program, requests: number): Promise<void> {
  await expect
    .poll(() => platform.askedOf(SEND).length, { timeout: 120_000, interval: 5 })
    .toBeGreaterThanOrEqual(requests)
  await worker.kill()
  await age()
}

test('a message to departments whose process is killed again and again reaches each once', async () => {
  const { id: top } = await keep('dept', { corpId: CORP, deptName: '校', deptType: 0, deptId: 1 })
  const { id: first } = await keep('dept', { corpId: CORP, deptName: '0', deptType: 0, parentId: top, deptId: 2 })
  const others = Array.from({ length: DEPARTMENTS - 1 }, () => nextId())
  await owner.query(
    `insert into wecom_dept select (jsonb_populate_record(d, jsonb_build_object('id', copy, 'dept_name', n, 'dept_id', 2 + n))).*
      from unnest($1::bigint[]) with ordinality o (copy, n), wecom_dept d where d.id = $2`,
    [others, first],
  )
  const departments = [first, ...others]
  const message = { corpId: CORP, title: '通知', audience: 1, departments, content: '周五开会' }
  const { id } = await keep('message', message)
  platform.slowDown(300, SEND)
  let worker = await workers.start()
  const { data } = await admin.post<any>(`${BASE}/message/send`, { id })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await killAt(worker, platform.askedOf(SEND).length + 2)
    worker = await workers.start()
  }
  const state = async () => (await owner.query('select state from job where id = $1', [data.jobId])).rows[0].state
  await expect.poll(state, { timeout: 120_000, interval: 100 }).toBe('done')
  await worker.kill()
  const reached = platform.sent.flatMap((one) => String(one['toparty']).split('|'))
  expect(reached).toHaveLength(DEPARTMENTS)
  expect(new Set(reached).size).toBe(DEPARTMENTS)
  const kept = (await admin.get<any>(`${BASE}/message/detail`, { id })).data
  expect(kept).toMatchObject({ messageStatus: 2, deptNum: DEPARTMENTS, successNum: DEPARTMENTS, failNum: 0 })
  const again = platform.askedOf(SEND).length - DEPARTMENTS / PER_REQUEST
  // Of the kills, those in the midst of a request had it handed over again: the platform took it for the same.
  expect(again).toBeGreaterThan(0)
  process.stdout.write(`${DEPARTMENTS} departments, ${KILLS} kills, ${again} requests handed over again\n`)
}, 600_000)

test('messages of the product whose process is killed again and again reach no member twice', async () => {
  const accounts: string[] = []
  for (let n = 0; n < MEMBERS; n += 1) {
    const { userId } = await app.user({ role: 'exam' })
    accounts.push(`u${userId}`)
    await keep('member', { corpId: CORP, memberId: `m${n}`, account: `u${userId}` })
  }
  for (let n = 0; n < EACH; n += 1) {
    for (const account of accounts) {
      const row = { title: `第${n}条`, messageType: 1, content: '请看', account }
      expect((await admin.post('/api/bigdata-service/sysMessage/submit', row)).status).toBe(200)
    }
  }
  platform.sent.length = 0
  platform.slowDown(60, SEND)
  let worker = await workers.start()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await killAt(worker, platform.askedOf(SEND).length + 12)
    worker = await workers.start()
  }
  const count = async (states: string) =>
    (await owner.query(`select count(*)::int as n from wecom_told where told_state in (${states})`)).rows[0].n
  const due = MEMBERS * EACH
  const open = async () => {
    await age()
    return (await count('2, 4')) as number
  }
  await expect.poll(open, { timeout: 180_000, interval: 1000 }).toBe(due)
  await worker.kill()
  const reached = platform.sent.map((one) => JSON.stringify([one['touser'], one['text']]))
  expect(new Set(reached).size).toBe(reached.length)
  const lost = await count('4')
  // At most the one that was on its way at each death, of which the platform has most.
  expect(lost).toBeLessThanOrEqual(KILLS)
  expect(await count('2')).toBe(due - lost)
  expect(reached.length).toBeGreaterThanOrEqual(due - lost)
  process.stdout.write(`${due} messages, ${KILLS} kills, ${lost} in doubt and not handed over again\n`)
}, 600_000)
