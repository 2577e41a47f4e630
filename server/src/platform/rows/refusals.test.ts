import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import type { Ctx } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { inTransaction } from '../db/pool.ts'
import { saveRows } from '../table-import/save-rows.ts'

// Jobs wait until the suite says.
const app = useTestApp({ ROLES: 'web' })
const student = registry.entity('basicStudent')
let admin: Client
let ctx: Ctx

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
