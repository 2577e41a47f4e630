import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Program } from './chaos/program.ts'
import { type TestApp, startTestApp, waitForJob } from './harness.ts'
import { MANAGE, type MpDesk, openDesk } from './stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from './stand-ins/wechat.ts'
import { Workers, peakOf } from './workers.ts'

/** A large account is asked for by the environment. */
const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? 3000)
/** What is held of an account must not grow with it: more than this the program gets for nothing. */
const HEAP_MB = 192

let wechat: FakeWechat
let app: TestApp
let desk: MpDesk
let workers: Workers
let worker: Program

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base, ROLES: 'web' })
  desk = await openDesk(app, wechat)
  workers = new Workers(app, { WECHAT_API: wechat.base, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
  worker = await workers.start()
  wechat.follow(FOLLOWERS, 'k')
})
afterAll(async () => {
  await worker?.kill()
  await app.app.close()
  await wechat.close()
  workers.clear()
})

async function pull(): Promise<number> {
  const began = performance.now()
  const { data } = await desk.admin.post<any>(`${MANAGE}/wxUser/syncWxUsers`, { appid: desk.appid })
  await waitForJob(desk.admin, data.jobId, 1800)
  return Math.round((performance.now() - began) / 100) / 10
}

test('the followers of a large account are pulled in the memory of a small one', async () => {
  const before = peakOf(worker)
  const [first, again] = [await pull(), await pull()]
  const { data } = await desk.admin.get<any>(`${MANAGE}/wxUser/list`, { subscribe: 1, size: 1 })
  expect(data.total).toBe(FOLLOWERS)
  const peak = peakOf(worker)
  expect(peak).toBeLessThan(2.5 * HEAP_MB)
  process.stdout.write(
    `${FOLLOWERS} followers: ${first} s, again ${again} s; peak ${before} MB before, ${peak} after\n`,
  )
}, 3_600_000)
