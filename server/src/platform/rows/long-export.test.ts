import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { fillOrders } from '../../../test/fixtures/many-orders.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { MALL } from '../../../test/shop.ts'
import { readSheets } from '../sheet/read.ts'
import { EXPORT_BOUNDS } from './long-export.ts'

// Jobs wait until the suite says.
const app = useTestApp({ ROLES: 'web' })
const EXPORT = `${MALL}/orderManage/export`
const REASON = '核对账目'
/** One row more than is answered at once, and one more in another school. */
const ORDERS = 20_002
const SCHOOL = 'S0002'
let admin: Client
/** Lost the right to see orders between the asking and the job. */
let left: Client
let leftJob: string
/** Exports that want a proof of who asks; the first waited longer than a proof holds. */
let staleJob: string
let timelyJob: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await fillOrders(owner, ORDERS, SCHOOL)
  left = await app().user({ role: 'school', schoolCode: SCHOOL, permissions: ['ordermanage_view'] })
  leftJob = (await left.get<{ jobId: string }>(EXPORT, { reason: REASON, isBackground: 1 })).data.jobId
  staleJob = await askForUsers('核对旧账号')
  timelyJob = await askForUsers('核对账号')
  await owner.query(
    "update job set payload = jsonb_set(payload, '{askedAt}', to_jsonb((payload->>'askedAt')::bigint - 600000)) where id = $1",
    [staleJob],
  )
  await owner.query(
    'delete from role_menu where role_id = any((select role_ids from sys_user where id = $1)::bigint[])',
    [left.userId],
  )
  await owner.end()
  await app().app.runner.work()
})

async function askForUsers(reason: string): Promise<string> {
  const { atOnce } = EXPORT_BOUNDS
  EXPORT_BOUNDS.atOnce = 0
  const { data } = await admin.get<{ jobId: string }>('/api/blade-user/export-user', { reason, isBackground: 1 })
  EXPORT_BOUNDS.atOnce = atOnce
  return data.jobId
}

/** The lines of a workbook below its header. */
async function linesOf(bytes: Buffer): Promise<string[][]> {
  const path = join(app().dataDir, 'book.xlsx')
  writeFileSync(path, bytes)
  const lines: string[][] = []
  for await (const { cells } of readSheets({ path, name: 'book.xlsx' })) lines.push(cells)
  return lines.slice(1)
}

async function lastLogged(): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`select user_id, new_values, remote_ip, request_id from operation_log
    where call = 'orderManage.export' order by id desc limit 1`.execute(app().app.database.tenant(TENANT))
  return found.rows[0] ?? {}
}

/** The workbook of a list that a job makes, and how its job ended. */
async function made(user: Client, query: object = {}) {
  const asked = await user.get<{ jobId: string }>(EXPORT, { reason: REASON, isBackground: 1, ...query })
  expect(asked.msg).toBe('操作成功')
  const job = await waitForJob(user, asked.data.jobId)
  const { raw } = await user.get(`/api/blade-resource/file/${String(job['fileId'])}`)
  return { job, raw, lines: await linesOf(raw) }
}

test('a list of more than 20,000 rows is made by a job, whole, masked, and logged with its hash', async () => {
  const { job, raw, lines } = await made(admin)
  expect(job).toMatchObject({ title: '导出订单', text: `共${ORDERS}行`, done: ORDERS, total: ORDERS })
  expect(lines).toHaveLength(ORDERS)
  expect([lines[0]?.[0], lines.at(-1)?.[0]]).toEqual([`D${ORDERS}`, 'D1'])
  expect(lines[0]).toContain('139****0002')
  expect(await lastLogged()).toEqual({
    userId: admin.userId,
    newValues: { rows: ORDERS, filters: {}, reason: REASON, sha256: createHash('sha256').update(raw).digest('hex') },
    remoteIp: '127.0.0.1',
    requestId: expect.stringMatching(/./),
  })
})

test('the job writes the rows its user sees, in the order and under the filters asked for', async () => {
  const clerk = await app().user({ role: 'school', schoolCode: SCHOOL, permissions: ['ordermanage_view'] })
  const { lines } = await made(clerk, { ascs: 'orderTime' })
  expect([lines.length, lines[0]?.[0]]).toEqual([ORDERS - 1, 'D2'])
})

test('20,000 rows are answered at once, and without `isBackground` any number', async () => {
  const some = await admin.get(EXPORT, { reason: REASON, isBackground: 1, schoolCode: SCHOOL, orderNo_notequal: 'D2' })
  expect(some.headers['content-type']).toContain('spreadsheetml')
  const all = await admin.get(EXPORT, { reason: REASON })
  expect(await linesOf(all.raw)).toHaveLength(ORDERS)
})

test('who may no longer see the list when its job begins gets no workbook', async () => {
  await expect(waitForJob(left, leftJob)).rejects.toThrow('请求被拒绝')
})

test('a proof of who asked holds for a job as long as for a call, and one that waited longer is asked for anew', async () => {
  expect(await waitForJob(admin, timelyJob)).toMatchObject({ title: '导出用户' })
  await expect(waitForJob(admin, staleJob)).rejects.toThrow('等待的时间超过了身份验证的有效期，请重新导出')
})
