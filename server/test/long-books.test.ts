import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EXPORT_BOUNDS } from '../src/platform/rows/long-export.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { makeBook } from './fixtures/books.ts'
import { type Desk, openDesk } from './fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from './fixtures/import-fixture.ts'
import { PAPER_MARKS, PAPER_SCORES, savePaper } from './fixtures/paper-fixture.ts'
import { type Client, useTestApp, waitForJob } from './harness.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/bigdata-service'
const reason = '核对成绩名单'
const usual = { ...EXPORT_BOUNDS }

let desk: Desk
let examId = ''
let school: Client

/** Every one of these is a workbook of students: the book of an exam, and both lists of question scores. */
const EXPORTS: [name: string, path: string, more: object, log: string][] = [
  ['a score book', `${BASE}/statistics/exportStudentScore`, {}, 'scoreBook.export'],
  [
    'single question scores',
    `${BASE}/examScoreStudentCourseQuestion/export`,
    { courseName: '语文' },
    'examScoreStudentCourseQuestion.export',
  ],
  [
    'question scores by student',
    `${BASE}/examScoreStudentCourseQuestion/export`,
    { courseName: '语文', isWide: 1 },
    'examScoreStudentCourseQuestion.export',
  ],
]

beforeAll(async () => {
  await app().app.runner.work()
  desk = await openDesk(app())
  examId = await desk.addExam('分段导出')
  await savePaper(desk, examId, '语文')
  const book = await makeBook('xlsx', [{ name: '语文', rows: PAPER_MARKS }])
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', PAPER_SCORES],
    ['question', book],
  ] as const) {
    const batch = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId: batch.batchId })
  }
  for (const call of ['checkByExamId', 'archiveByExamId'])
    for (const kind of ['examstudentimport', 'examscorestudentcourseimport'])
      await desk.run(`${kind}/${call}`, { examId, confirmWarnings: 1 })
  await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
  const permissions = ['studentscore_view', 'examscorestudentcoursequestion_view']
  school = await app().user({ role: 'school', schoolCode: SCHOOLS[0]?.code, permissions })
}, 300_000)

beforeEach(() => {
  Object.assign(EXPORT_BOUNDS, usual)
})
afterEach(() => {
  Object.assign(EXPORT_BOUNDS, usual)
})

/** The lines of a workbook by sheet; what it says of when and by whom it was made is left out. */
async function sheetsOf(bytes: Buffer): Promise<Record<string, string[][]>> {
  const path = join(app().dataDir, 'book.xlsx')
  await writeFile(path, bytes)
  const found: Record<string, string[][]> = {}
  for await (const { sheet, cells } of readSheets({ path, name: 'book.xlsx' })) {
    if (!String(cells[0]).startsWith('导出时间')) (found[sheet] ??= []).push(cells.map(String))
  }
  return found
}

const studentsIn = (sheets: Record<string, string[][]>) =>
  [
    ...new Set(
      Object.values(sheets)
        .flat(2)
        .filter((cell) => /^0[12]0\d$/.test(cell)),
    ),
  ].toSorted()

async function atOnce(user: Client, path: string, more: object) {
  const { raw, headers } = await user.get(path, { examId, reason, isBackground: 1, ...more })
  expect(headers['content-type']).toContain('spreadsheetml')
  return sheetsOf(raw)
}

/** From here on two rows are many, and no more than two are read at a time. */
function lowerBounds(): void {
  Object.assign(EXPORT_BOUNDS, { atOnce: 1, part: 2 })
}

async function start(user: Client, path: string, more: object): Promise<string> {
  const { msg, data } = await user.get<{ jobId: string }>(path, { examId, reason, isBackground: 1, ...more })
  expect(msg).toBe('操作成功')
  return data.jobId
}

async function fileOf(user: Client, job: Record<string, unknown>): Promise<Buffer> {
  return (await user.get(`/api/blade-resource/file/${String(job['fileId'])}`)).raw
}

describe.each(EXPORTS)('%s', (_name, path, more, log) => {
  test('of more rows than are answered at once is made by a job, the same, and logged with its hash', async () => {
    const whole = await atOnce(desk.user, path, more)
    lowerBounds()
    const job = await waitForJob(desk.user, await start(desk.user, path, more))
    const raw = await fileOf(desk.user, job)
    expect(await sheetsOf(raw)).toEqual(whole)
    expect(studentsIn(whole)).toEqual(expect.arrayContaining(['0101', '0102', '0201']))
    expect(job).toMatchObject({ done: job['total'], text: `共${String(job['total'])}行` })
    const logged = await sql<{
      values: object
    }>`select new_values as values from operation_log where call = ${log} order by id desc limit 1`.execute(desk.db)
    const sha256 = createHash('sha256').update(raw).digest('hex')
    expect(logged.rows[0]?.values).toMatchObject({ rows: job['total'], sha256, reason })
  })

  test('has the students its user sees', async () => {
    const whole = await atOnce(school, path, more)
    lowerBounds()
    const sheets = await sheetsOf(await fileOf(school, await waitForJob(school, await start(school, path, more))))
    expect(sheets).toEqual(whole)
    expect(studentsIn(sheets)).toEqual(expect.arrayContaining(['0101', '0102']))
    expect(studentsIn(sheets)).not.toContain('0201')
  })

  test('is found by its own user alone', async () => {
    lowerBounds()
    const job = await waitForJob(desk.user, await start(desk.user, path, more))
    expect((await school.get(`/api/blade-resource/file/${String(job['fileId'])}`)).status).toBe(404)
    expect((await school.get('/api/blade-desk/job/detail', { id: job['id'] })).data).toEqual({})
  })

  test('is begun for a reason and by who has proven who he is, with the right to it', async () => {
    lowerBounds()
    const asked = { examId, reason, isBackground: 1, ...more }
    expect((await desk.user.get(path, { ...asked, reason: '' })).msg).toContain('请填写理由')
    const stranger = await app().user({ role: 'school', schoolCode: SCHOOLS[0]?.code, permissions: ['examinfo_view'] })
    expect((await stranger.get(path, asked)).status).toBe(403)
    const late = await app().user({ role: 'administrator' })
    await sql`update auth_session set fresh_time = now() - interval '1 hour' where user_id = ${late.userId}`.execute(
      app().app.database.open,
    )
    const { status, headers } = await late.get(path, asked)
    expect([status, headers['x-step-up']]).toEqual([403, 'required'])
  })
})
