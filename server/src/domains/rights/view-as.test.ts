import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { closeViews } from './view-as.ts'

const app = useTestApp()
const START = '/api/blade-system/view-as/start'
const END = '/api/blade-system/view-as/end'

let admin: Client
let manager: Client
let exam: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  manager = await app().user({ role: 'admin' })
  exam = await app().user({ role: 'exam' })
})

/** Calls as the view's session. */
async function view(by: Client, target: Client) {
  const started = await by.post<{ token: string; seconds: number }>(START, { userId: target.userId })
  expect(started.msg).toBe('操作成功')
  const headers = { 'blade-auth': `bearer ${started.data.token}` }
  return {
    seconds: started.data.seconds,
    get: (url: string, query: Record<string, string> = {}) => inject('GET', url, headers, query),
    post: (url: string, body: object) => inject('POST', url, headers, {}, body),
  }
}

async function inject(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  query: Record<string, string>,
  payload?: object,
): Promise<Pick<Answer<never>, 'status' | 'msg' | 'data'>> {
  const answer = await app().app.http.inject({ method, url, headers, query, ...(payload && { payload }) })
  const body = answer.json<{ msg?: string; data?: never }>()
  return { status: answer.statusCode, msg: body.msg ?? '', data: (body.data ?? body) as never }
}

async function logged(call: string): Promise<{ userId: string; rowId: string; newValues: object }[]> {
  const found = await sql<{ userId: string; rowId: string; newValues: object }>`
    select user_id, row_id, new_values from operation_log where call = ${call} order by id desc`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows
}

describe('looking at the product as another user', () => {
  test('shows what that user sees, says so, and is written down at both ends', async () => {
    const seen = await view(admin, exam)
    expect(seen.seconds).toBe(1800)
    const info = await seen.get('/api/blade-auth/oauth/user-info')
    expect(info.data).toMatchObject({ user_id: exam.userId, viewer: expect.stringMatching(/^u/) })
    expect((await seen.get('/api/blade-system/param/list')).status).toBe(403)
    expect((await seen.get('/api/bigdata-service/examInfo/list')).status).toBe(
      (await exam.get('/api/bigdata-service/examInfo/list')).status,
    )
    expect((await logged('viewAs.start'))[0]).toMatchObject({ userId: admin.userId, rowId: exam.userId })
    expect((await seen.post(END, {})).status).toBe(200)
    expect((await logged('viewAs.end'))[0]).toMatchObject({
      userId: admin.userId,
      rowId: exam.userId,
      newValues: { reason: 'left' },
    })
    expect((await seen.get('/api/blade-auth/oauth/user-info')).status).toBe(401)
    expect((await exam.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
  })

  test('begins with a token that is kept nowhere', async () => {
    const headers = { 'Idempotency-Key': 'view-once' }
    const { data } = await admin.post<{ token: string }>(START, { userId: exam.userId }, {}, headers)
    expect(data.token).toHaveLength(43)
    const kept = await sql<{ text: string }>`select answer::text as text from idempotency_key
      where key = 'view-once'`.execute(app().app.database.tenant(TENANT))
    expect(kept.rows[0]?.text).toContain('seconds')
    expect(kept.rows[0]?.text).not.toContain(data.token)
  })

  test('refuses every write and every file, and a view from within', async () => {
    const seen = await view(admin, manager)
    const writes = registry.calls.filter(
      (call) =>
        call.method === 'POST' &&
        (!call.readOnly || call.body === 'upload') &&
        call.access !== 'public' &&
        !call.path.includes(':'),
    )
    expect(writes.length).toBeGreaterThan(50)
    for (const call of writes) {
      const body = call.body === 'array' ? [] : { userId: exam.userId, ids: '1' }
      const answer = await seen.post(call.path, body)
      expect([call.path, answer.status, answer.msg]).toEqual([call.path, 403, '正在以用户身份查看，只能读取，不能修改'])
    }
    const files = registry.calls.filter((call) => call.answer === 'file' && call.access !== 'public')
    for (const call of files) {
      const path = call.path.replaceAll(/:\w+/g, '1')
      const answer = call.method === 'GET' ? await seen.get(path) : await seen.post(path, {})
      expect([call.path, answer.status]).toEqual([call.path, 403])
      expect(answer.msg).toMatch(/^正在以用户身份查看/)
    }
    const report = await seen.get('/api/report-service/scoreRank/getList', { format: 'xlsx' })
    expect(report.status).not.toBe(200)
  })

  test('is never for more rights than the own, oneself, strangers, or those without the right', async () => {
    const message = '不能以本人或权限多于自己的用户身份查看'
    expect((await manager.post(START, { userId: admin.userId })).msg).toBe(message)
    expect((await admin.post(START, { userId: admin.userId })).msg).toBe(message)
    const poor = await app().user({ role: 'exam', permissions: ['rights_view', 'rights_viewas', 'post_view'] })
    expect((await poor.post(START, { userId: exam.userId })).status).toBe(403)
    const poorer = await app().user({ role: 'teacher', permissions: ['post_view'] })
    expect((await poor.post(START, { userId: poorer.userId })).status).toBe(200)
    const inSchool = await app().user({ role: 'school', permissions: ['rights_viewas', 'post_view'] })
    expect((await inSchool.post(START, { userId: poorer.userId })).msg).toBe(message)
    expect((await exam.post(START, { userId: poorer.userId })).status).toBe(403)
    const other = await app().user({ role: 'exam', tenantId: OTHER_TENANT })
    expect((await admin.post(START, { userId: other.userId })).status).toBe(404)
  })

  test('ends with the own session, with the right to it, and when its time is up', async () => {
    const db = app().app.database
    const first = await app().user({ role: 'admin' })
    const left = await view(first, exam)
    await first.get('/api/blade-auth/oauth/logout')
    expect((await left.get('/api/blade-auth/oauth/user-info')).status).toBe(401)
    const second = await app().user({ role: 'admin' })
    const lost = await view(second, exam)
    await admin.post('/api/blade-user/grant', { userIds: second.userId, roleIds: await roleId('teacher') })
    expect((await lost.get('/api/blade-auth/oauth/user-info')).status).toBe(401)
    const late = await view(admin, exam)
    expect((await late.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
    await sql`update auth_session set access_expire = now() - interval '1 second' where viewer_id = ${admin.userId}`.execute(
      db.open,
    )
    const third = await app().user({ role: 'admin' })
    const living = await view(third, exam)
    await closeViews(db, app().app.ctxOf)
    expect((await living.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
    expect((await logged('viewAs.end'))[0]).toMatchObject({ userId: admin.userId, newValues: { reason: 'expired' } })
  })
})

async function roleId(alias: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from sys_role where role_alias = ${alias}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.id ?? ''
}
