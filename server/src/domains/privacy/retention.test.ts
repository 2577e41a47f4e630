import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp, waitForJob } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'

const app = useTestApp()
const BASE = '/api/blade-privacy/retentionrule'
const REQUEST = '/api/blade-privacy/personalrequest'

interface Preview {
  cutoff: string
  total: number
  years: { studyYear: number; num: number }[]
  digest: string
  phrase: string
}

let admin: Client
let studentId = ''
let ruleId = ''

/** A request that was answered on a day long ago. */
async function addAnswered(day: string): Promise<string> {
  const { status, msg, data } = await admin.post<{ id: string }>(`${REQUEST}/submit`, {
    studentId,
    requestKind: 'access',
    requesterName: '王芳',
    relation: '2',
    identityCheck: '1',
    content: '查阅',
    receivedDate: '2018-01-01',
  })
  expect(status, msg).toBe(200)
  await sql`update personal_request set answer_time = ${day}::timestamp, open_until = null, request_status = 2
    where id = ${data.id}`.execute(admin.db)
  return data.id
}

async function preview(user = admin): Promise<Preview> {
  const { status, msg, data } = await user.get<Preview>(`${BASE}/preview`, { id: ruleId })
  expect(status, msg).toBe(200)
  return data
}

async function living(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from personal_request where is_deleted = 0`.execute(
    admin.db,
  )
  return found.rows[0]?.n ?? 0
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  studentId = String((await new RowMaker(admin).parent('basicStudent'))['id'])
  const made = await admin.post<{ id: string }>(`${BASE}/submit`, {
    ruleName: '已办结的请求',
    dataKind: '3',
    keepYears: 3,
  })
  expect(made.status, made.msg).toBe(200)
  ruleId = made.data.id
  await addAnswered('2020-08-31 10:00:00')
  await addAnswered('2020-09-01 10:00:00')
  await addAnswered('2021-03-01 10:00:00')
  await addAnswered('2026-10-01 10:00:00')
})

describe('the preview', () => {
  test('counts by study year what is past its years, and shows the rows masked', async () => {
    const shown = await preview()
    expect(shown).toMatchObject({ total: 3, phrase: '清理3条' })
    expect(shown.years).toEqual([
      { studyYear: 2019, num: 1 },
      { studyYear: 2020, num: 2 },
    ])
    const { data } = await admin.get(`${BASE}/rows`, { ruleId })
    expect(data.records.map((row: { eventDate: string }) => row.eventDate)).toEqual([
      '2020-08-31',
      '2020-09-01',
      '2021-03-01',
    ])
    expect(data.records[0].studentCode).toContain('*')
    const kept = await sql<{ name: string }>`select s.school_name as name from basic_student c
      join basic_school s on s.school_code = c.school_code where c.id = ${studentId}`.execute(admin.db)
    expect(data.records[0].schoolName).toBe(kept.rows[0]?.name)
  })

  test('is for those who may look at such rows, and shows those in sight alone', async () => {
    const blind = await app().user({ role: 'exam', permissions: ['retentionrule_view'] })
    expect((await blind.get(`${BASE}/preview`, { id: ruleId })).status).toBe(403)
    const permissions = ['retentionrule_view', 'personalrequest_view']
    const other = await app().user({ role: 'school', schoolCode: 'S-other', permissions })
    expect(await preview(other)).toMatchObject({ total: 0, years: [] })
    expect((await other.get(`${BASE}/rows`, { ruleId })).data.total).toBe(0)
  })
})

describe('carrying out', () => {
  test('wants the words of the preview and the right, and removes nothing without them', async () => {
    const { digest, phrase } = await preview()
    const before = await living()
    const loose = await admin.post(`${BASE}/run`, { id: ruleId, digest, confirm: '是' })
    expect(loose.msg).toContain('清理3条')
    const clerk = await app().user({ role: 'exam', permissions: ['retentionrule_view', 'personalrequest_view'] })
    expect((await clerk.post(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })).status).toBe(403)
    expect(await living()).toBe(before)
  })

  test('removes nothing when there are others than the preview showed', async () => {
    const { digest, phrase } = await preview()
    await addAnswered('2019-10-01 10:00:00')
    const before = await living()
    const late = await admin.post(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })
    expect(late.status).toBe(409)
    expect(late.msg).toContain('预览以后数据有变化')
    expect(await living()).toBe(before)
  })

  test('removes what the preview showed and no more, into the recycle bin, with a line of the log', async () => {
    const { digest, phrase, total } = await preview()
    const before = await living()
    const { status, msg, data } = await admin.post<{ jobId: string }>(`${BASE}/run`, {
      id: ruleId,
      digest,
      confirm: phrase,
    })
    expect(status, msg).toBe(200)
    expect((await waitForJob(admin, data.jobId))['text']).toContain(`已清理${total}条`)
    expect(await living()).toBe(before - total)
    expect(await preview()).toMatchObject({ total: 0 })
    const lines = await sql<{ newValues: object }>`select new_values from operation_log
      where call = 'retentionRule.run'`.execute(admin.db)
    expect(lines.rows.map(({ newValues }) => newValues)).toEqual([
      expect.objectContaining({ rows: total, digest, dataKind: '3' }),
    ])
    expect((await admin.get(`${BASE}/detail`, { id: ruleId })).data).toMatchObject({ lastRunNum: total })
  })
})
