import { join } from 'node:path'
import { briefPaper, type Paper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildFixturePackage } from '../../../../test/fixture-package.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { readEntries } from '../../../../test/unzip.ts'
import { openAnalytics } from '../../../platform/analytics/duckdb.ts'

const EXAM = '1001'
const test = useTestApp()

beforeAll(async () => {
  const { dataDir, app } = test()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  await buildFixturePackage(analytics, join(dataDir, 'packages', TENANT, EXAM))
  analytics.close()
  const db = app.database.tenant(TENANT)
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
      exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
    values (${EXAM}, ${TENANT}, '一模', 2026, 2025, 1, '3', '12', '5', '1', '0', '2026-01-05', '2026-01-06', '[]', 7, 1, 1)`.execute(
    db,
  )
  await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code) values (${TENANT}, ${EXAM}, 'S1', '990101')`.execute(
    db,
  )
})

/** Has a paper printed and waits for the end of its job. */
async function print(reader: Client, { call }: Paper, input: object) {
  const { data } = await reader.post(call.path, { examId: EXAM, ...input })
  return vi.waitFor(
    async () => {
      const job = (await reader.get('/api/blade-desk/job/detail', { id: data.jobId })).data
      expect(['done', 'failed']).toContain(job.state)
      return job
    },
    { timeout: 30_000, interval: 100 },
  )
}

const fileOf = (fileId: string) => `/api/blade-resource/file/${fileId}`

it('a paper is a job whose file is the PDF, found again by its reader and by no other school', async () => {
  const school = await test().user({ role: 'school', schoolCode: 'S1' })
  const job = await print(school, briefPaper, {})
  expect([job.state, job.text, job.title]).toEqual(['done', '1份', '一模 一页简报'])
  const { raw, headers } = await school.get(fileOf(job.fileId))
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/一模_一页简报_一中_\d{8}\.pdf/)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
  expect(text.replaceAll(/\s/g, '')).toContain('联考总体总分均分191.00分')
  const other = await test().user({ role: 'school', schoolCode: 'S2' })
  expect((await other.get(fileOf(job.fileId))).status).toBe(404)
})

it('sheets of students are printed for a reason, which is kept with what was asked for and how many there were', async () => {
  const admin = await test().user({ role: 'administrator' })
  const { path } = studentPaper.call
  expect(await admin.post(path, { examId: EXAM })).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^请填写理由/),
  })
  const job = await print(admin, studentPaper, { schoolCode: 'S1', reason: '家长会发放' })
  const { raw } = await admin.get(fileOf(job.fileId))
  expect(readEntries(raw).map(({ name }) => name)).toEqual(['一中_1班_学生成绩单.pdf', '一中_2班_学生成绩单.pdf'])
  const lines = await sql`select call, new_values from operation_log
    where user_id = ${admin.userId} and call like 'paper.%' order by id`.execute(test().app.database.tenant(TENANT))
  const filters = { examId: EXAM, schoolCode: 'S1' }
  expect(lines.rows).toEqual([
    { call: 'paper.studentSheet', newValues: { filters, format: 'pdf', reason: '家长会发放' } },
    { call: 'paper.studentSheet.made', newValues: { documents: 2, rows: 5 } },
  ])
})

it('a workbook is made of the same tables where it is asked for; another format is refused', async () => {
  const school = await test().user({ role: 'school', schoolCode: 'S1' })
  const job = await print(school, briefPaper, { format: 'xlsx' })
  const { raw, headers } = await school.get(fileOf(job.fileId))
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/\.xlsx/)
  expect(raw.subarray(0, 2).toString()).toBe('PK')
  expect(await school.post(briefPaper.call.path, { examId: EXAM, format: 'doc' })).toMatchObject({
    msg: '格式只能是 pdf 或 xlsx',
  })
})

it('a range without students ends the job with the reason, and a stranger has nothing printed', async () => {
  const admin = await test().user({ role: 'administrator' })
  const job = await print(admin, studentPaper, { schoolCode: 'S9', reason: '家长会发放' })
  expect([job.state, job.text]).toEqual(['failed', '所选范围内没有可以印制的数据，请检查县区、学校或班级'])
  const stranger = await test().user({ role: 'school', schoolCode: 'S9' })
  expect((await stranger.post(briefPaper.call.path, { examId: EXAM })).status).toBe(404)
  const teacher = await test().user({ role: 'teacher', schoolCode: 'S1', classCodes: ['C1'] })
  expect((await teacher.post(briefPaper.call.path, { examId: EXAM })).status).toBe(403)
})
