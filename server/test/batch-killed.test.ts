import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from './harness.ts'
import { MANAGE, type MpDesk, openDesk } from './stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from './stand-ins/wechat.ts'
import { Workers, ageJobs } from './workers.ts'

/** A larger batch is asked for by the environment. */
const PEOPLE = Number(process.env['BATCH_PEOPLE'] ?? 2000)
const KILLS = 3

let wechat: FakeWechat
let app: TestApp
let desk: MpDesk
let owner: pg.Client
let workers: Workers

beforeAll(async () => {
  wechat = await startWechat()
  // The program of the test answers calls; whoever does the work is a process of its own, to be killed.
  app = await startTestApp({ WECHAT_API: wechat.base, ROLES: 'web' })
  workers = new Workers(app, { WECHAT_API: wechat.base })
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  desk = await openDesk(app, wechat)
  wechat.follow(PEOPLE, 'k')
})
afterAll(async () => {
  await owner.end()
  await app.app.close()
  await wechat.close()
  workers.clear()
})

test('a batch whose process is killed again and again reaches everybody once', async () => {
  let worker = await workers.start()
  await desk.pull()
  const sent = await desk.admin.post<any>(`${MANAGE}/msgTemplate/sendMsgBatch`, {
    templateId: (await syncedTemplate()).templateId,
    data: [{ name: 'thing1', value: '期中联考' }],
  })
  expect(sent.data.total).toBe(PEOPLE)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = Math.floor((PEOPLE * kill) / (KILLS + 1))
    await expect.poll(() => wechat.arrived.length, { timeout: 600_000, interval: 10 }).toBeGreaterThanOrEqual(until)
    await worker.kill()
    await ageJobs(owner)
    worker = await workers.start()
  }
  const state = async () => (await owner.query('select state, text from job where id = $1', [sent.data.jobId])).rows[0]
  await expect.poll(async () => (await state()).state, { timeout: 600_000, interval: 500 }).toBe('done')
  await worker.kill()
  expect(wechat.arrived).toHaveLength(PEOPLE)
  expect(new Set(wechat.arrived.map(({ openid }) => openid)).size).toBe(PEOPLE)
  const { data } = await desk.admin.get<any>(`${MANAGE}/templateBatch/list`)
  expect(data.records[0]).toMatchObject({
    batchStatus: 1,
    total: PEOPLE,
    accepted: PEOPLE,
    queued: 0,
    failed: 0,
    unknown: 0,
  })
  const asked = wechat.askedOf('/cgi-bin/message/template/send').length
  process.stdout.write(`${PEOPLE} people, ${KILLS} kills, ${asked - PEOPLE} lines handed over again\n`)
}, 1_800_000)

async function syncedTemplate(): Promise<{ templateId: string }> {
  await desk.admin.post(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
  const { data } = await desk.admin.get<any>(`${MANAGE}/msgTemplate/list`, { templateId: 'tpl-score' })
  return data.records[0]
}
