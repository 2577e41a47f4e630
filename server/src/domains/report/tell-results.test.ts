import { join } from 'node:path'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFixturePackage } from '../../../test/fixture-package.ts'
import { TENANT, type TestApp, startTestApp, waitForJob } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import { nextId } from '../../platform/db/id.ts'

const EXAM = '1001'
const BASE = '/api/bigdata-service/examinfo'
let app: TestApp
let wechat: FakeWechat
let desk: MpDesk

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base })
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(app.dataDir, 'tmp') })
  await buildFixturePackage(analytics, join(app.dataDir, 'packages', TENANT, EXAM))
  analytics.close()
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
      exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
    values (${EXAM}, ${TENANT}, '一模', 2026, 2025, 1, '3', '12', '5', '1', '0', '2026-01-05', '2026-01-06', '[]', 6, 1, 1)`.execute(
    db(),
  )
  desk = await openDesk(app, wechat)
  wechat.follow(8, 'r')
  wechat.templates.push({
    template_id: 'tpl-result',
    title: '成绩通知',
    content: '{{thing1.DATA}}|{{thing2.DATA}}|{{thing3.DATA}}|{{thing4.DATA}}',
  })
  await desk.pull()
  await desk.admin.post(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
  const { data } = await desk.admin.get<any>(`${MANAGE}/msgTemplate/list`, { size: 100 })
  const values = ['【考试】', '【学生】', '【总分】', '【位置】'].map((value, i) => ({ name: `thing${i + 1}`, value }))
  const { id } = data.records.find((row: any) => row.templateId === 'tpl-result')
  await desk.admin.post(`${MANAGE}/msgTemplate/update`, { id, name: '成绩通知', data: values })
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const db = () => app.app.database.tenant(TENANT)
const openidOf = (n: number) => `r${String(n).padStart(7, '0')}`
async function bind(n: number, studentCode: string, status = 1): Promise<void> {
  await sql`insert into wx_binding (id, tenant_id, appid, openid, student_name, student_code, school_code, bind_status, bind_time)
    values (${nextId()}, ${TENANT}, ${desk.appid}, ${openidOf(n)}, '某', ${studentCode}, 'S1', ${status}, localtimestamp(0))`.execute(
    db(),
  )
}
const policy = (parent: 'none' | 'band' | 'exact') => {
  const base = defaultDisclosure('3')
  const json = JSON.stringify({ ...base, rankVisible: { ...base.rankVisible, parent } })
  return sql`update exam_info set disclosure_json = ${json}::jsonb where id = ${EXAM}`.execute(db())
}
const setExam = (status: number, version = 1) =>
  sql`update exam_info set exam_status = ${status}, package_version = ${version} where id = ${EXAM}`.execute(db())
const preview = (templateId = '成绩通知') =>
  desk.admin.post<any>(`${BASE}/previewTellParents`, { examId: EXAM, templateId })
async function tell(templateId = '成绩通知') {
  const from = wechat.arrived.length
  const started = await desk.admin.post<any>(`${BASE}/tellParents`, { examId: EXAM, templateId })
  if (started.status !== 200) throw new Error(started.msg)
  const job = await waitForJob(desk.admin, started.data.jobId)
  await expect
    .poll(async () => {
      const left = await sql<any>`select 1 from wx_template_batch where batch_status = 0`.execute(db())
      return left.rows.length
    })
    .toBe(0)
  return {
    job,
    reached: wechat.arrived
      .slice(from)
      .map(({ openid, text }) => `${openid} ${text}`)
      .toSorted(),
  }
}

test('nobody is told before results are published, nor by who may not publish', async () => {
  expect((await preview()).msg).toBe('考试还没有发布，不能通知家长')
  const school = await app.user({ role: 'school', schoolCode: 'S1' })
  await setExam(7)
  expect((await school.post(`${BASE}/tellParents`, { examId: EXAM, templateId: '成绩通知' })).status).toBe(403)
  expect((await tell()).job['text']).toBe('没有绑定并关注公众号的家长')
})

test('parents are told of their own child once: those bound, following, of a student who sat it', async () => {
  await bind(0, 'L0001')
  await bind(1, 'L0001')
  await bind(1, 'L0002')
  await bind(2, 'L0003', 2)
  await bind(3, 'L9999')
  await bind(4, 'L0004')
  await desk.deliver({ FromUserName: openidOf(4), MsgType: 'event', Event: 'unsubscribe' })
  await policy('none')
  expect((await preview()).data).toMatchObject({ boundNum: 2, parentNum: 3, leftNum: 3, reasons: [] })
  expect((await preview('没有的')).data.reasons).toEqual(['公众号没有可用的消息模板「没有的」'])
  const { reached } = await tell()
  expect(reached).toEqual([
    `${openidOf(0)} 一模|赵一|273|—`,
    `${openidOf(1)} 一模|赵一|273|—`,
    `${openidOf(1)} 一模|钱二|240|—`,
  ])
  expect((await tell()).reached).toEqual([])
  expect((await preview()).data.leftNum).toBe(0)
  await bind(5, 'L0005')
  const later = await tell()
  expect(later.reached.map((one) => one.split(' ', 1)[0])).toEqual([openidOf(5)])
})

test('of one version of the results parents are told by one template, which is there', async () => {
  const from = wechat.arrived.length
  await expect(tell('没有的')).rejects.toThrow('公众号没有可用的消息模板「没有的」')
  await sql`insert into msg_template (id, tenant_id, appid, template_id, name, title, is_enabled)
    values (${nextId()}, ${TENANT}, ${desk.appid}, 'tpl-other', '另一个', '另一个', 1)`.execute(db())
  await expect(tell('另一个')).rejects.toThrow('已经用模板「成绩通知」通知过，请用同一个模板')
  expect(wechat.arrived).toHaveLength(from)
})

test('results made anew before the job began are told by another one', async () => {
  const ctx = await app.app.ctxOf(TENANT, desk.admin.userId)
  const job = { name: 'report.tell-results', title: '通知家长成绩发布' }
  const jobId = await ctx?.jobs.start(ctx, job, { examId: EXAM, version: 0, template: '成绩通知' })
  await expect(waitForJob(desk.admin, String(jobId))).rejects.toThrow('报表已重新生成，请重新通知家长')
})

test.each([
  ['none', /\|—$/],
  ['band', /\|联考.*%$/],
  ['exact', /\|联考.*%$/],
] as const)(
  'of places they are told what the policy tells parents, never the place itself: %s',
  async (told, pattern) => {
    await policy(told)
    const { data } = await preview()
    expect(data.text).toMatch(/^一模\|[^|]+\|\d/)
    expect(data.text).toMatch(pattern)
  },
)
