import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import type { Ctx, JobProgress } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { inTransaction } from '../db/pool.ts'
import { type RequestInfo, defineModule } from '../module.ts'
import { importModule } from '../table-import/entity-import.ts'
import { saveRows } from '../table-import/save-rows.ts'
import { exportModule } from './export-job.ts'

// Jobs wait until the suite says.
const app = useTestApp({ ROLES: 'web' })
const student = registry.entity('basicStudent')
let admin: Client
let ctx: Ctx
const progress: JobProgress = {
  report: async () => undefined,
  finish: (work) => work(ctx),
  signal: new AbortController().signal,
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  ctx = (await app().app.ctxOf(TENANT, admin.userId)) as Ctx
})

test('rows of a workbook are not written over what somebody changed meanwhile', async () => {
  const { id } = await new RowMaker(admin).create(student)
  const read = async () => {
    const found = await sql<Row>`select * from basic_student where id = ${id}`.execute(ctx.db)
    return found.rows[0] ?? {}
  }
  const before = await read()
  const save = (updateTime: unknown) =>
    inTransaction(ctx.db, (db) =>
      saveRows({ ...ctx, db }, student, [
        {
          rowNo: 2,
          id: String(id),
          input: { studentName: '改了' },
          before: { ...before, updateTime },
          isKnown: true,
          isSame: false,
        } as never,
      ]),
    )
  await expect(save('2000-01-01 00:00:00')).rejects.toMatchObject({
    status: 409,
    message: '有数据正被他人修改，全部未保存，请重新选择文件',
  })
  expect(await read()).toEqual(before)
  expect(await save(before['updateTime'])).toMatchObject({ changed: 1 })
})

test('a job nobody knows any more is refused, not left', async () => {
  const jobId = nextId()
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, attempts)
    values (${jobId}, ${TENANT}, ${admin.userId}, 'test.gone', '已取消的功能', '{}', 'waiting', 0)`.execute(ctx.db)
  await sql`update job set create_time = now() - interval '1 hour' where id = ${jobId}`.execute(ctx.db)
  await app().app.runner.work()
  await expect(waitForJob(admin, jobId)).rejects.toThrow('请求被拒绝')
})

test.each([
  ['rows.export', { call: 'gone.export', query: {} }],
  ['platform.import-rows', { entity: 'gone', fileId: '1', leftOut: [] }],
  ['platform.undo-import', { entity: 'gone', importId: '1', rows: 1 }],
])('a job %s of something nobody knows any more is refused', async (name, payload) => {
  const job = [...exportModule([]).jobs, ...importModule([]).jobs].find((one) => one.name === name)
  expect(job?.name).toBe(name)
  await expect(job?.run(ctx, payload, progress)).rejects.toMatchObject({ status: 404, message: '数据不存在或已被删除' })
})

test('a choice among the rows of another tenant is refused', async () => {
  const select = (tenantId: string) => admin.get('/api/bigdata-service/examinfo/select', { tenantId })
  const { status, msg, data } = await select(OTHER_TENANT)
  const message = '租户编号：只能查询本租户的数据'
  expect([status, msg, data]).toEqual([400, message, { problems: [{ field: 'tenantId', message }] }])
  expect((await select(TENANT)).status).toBe(200)
})

test('a choice among more rows than can be shown is refused until it is narrowed down', async () => {
  await sql`insert into post (id, tenant_id, category, post_code, post_name, sort)
    select n, ${TENANT}, 1, 'M' || n, '岗' || n, 1 from generate_series(1, 20001) n`.execute(ctx.db)
  const select = (query: Row) => admin.get<Row[]>('/api/blade-system/post/select', query)
  const { status, msg } = await select({})
  expect([status, msg]).toEqual([400, '超过20000行，请加上筛选条件'])
  expect((await select({ postCode_equal: 'M7' })).data).toMatchObject([{ postName: '岗7' }])
  await sql`delete from post where post_code = 'M1'`.execute(ctx.db)
  expect((await select({ postCode_like: 'M' })).data).toHaveLength(20_000)
  await sql`delete from post where post_code like 'M%'`.execute(ctx.db)
})

test.each<[string, (info: RequestInfo) => unknown, string]>([
  ['answers no file', () => ({ rows: 1 }), 'examInfo.export answers no file'],
  ['looks into the request', ({ request }) => request.ip, 'a job has no request'],
  ['looks into the reply', ({ reply }) => reply.sent, 'a job has no reply'],
])('an export made by a job that %s is a mistake of the program', async (_what, answer, words) => {
  const call = registry.calls.find(({ name }) => name === 'examInfo.export')
  if (!call) throw new Error('no such call')
  const module = defineModule({
    name: 'mistaken',
    handlers: [{ call, handler: async (_ctx, _input, info) => answer(info) }],
  })
  const [job] = exportModule([module]).jobs
  const payload = { call: call.name, query: { reason: '核对' }, userId: admin.userId }
  await expect(job?.run(ctx, payload, progress)).rejects.toThrow(words)
})
