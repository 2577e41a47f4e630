import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readSheets } from '../src/platform/sheet/read.ts'
import { computeExam } from './fixtures/computed-exam.ts'
import { type Desk, openDesk } from './fixtures/import-desk.ts'
import { SCHOOLS } from './fixtures/import-fixture.ts'
import { type Client, useTestApp, waitForJob } from './harness.ts'

const app = useTestApp()
const REPORT = '/api/bigdata-service/report/getScoreRankByStudent'
const REASON = '核对成绩名单'
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'
/** Students of the first school like 0101, so that the exam has more than a browser waits for. */
const MORE = 20_000
const ALL = MORE + 4

let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(app())
  examId = await desk.addExam('长名单')
  await computeExam(desk, examId, SCORES)
  await addStudents()
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
}, 300_000)

async function addStudents(): Promise<void> {
  await sql`insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_code, student_name, area_code, area_name,
      school_code, school_name, class_code, exam_class)
    select tenant_id, exam_id, 100 + n, 'X' || n, 'L' || lpad(n::text, 18, '0'), student_name, area_code, area_name, school_code, school_name, class_code,
      exam_class
    from exam_score_student, generate_series(1, ${MORE}) n where exam_id = ${examId} and student_number = '0101'`.execute(
    desk.db,
  )
  await sql`insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score)
    select tenant_id, exam_id, 100 + n, course_id, n % 100
    from exam_score_student_course, generate_series(1, ${MORE}) n
    where exam_id = ${examId} and sid = (select sid from exam_score_student where exam_id = ${examId} and student_number = '0101')`.execute(
    desk.db,
  )
  await sql`update exam_info set facts_version = facts_version + 1 where id = ${examId}`.execute(desk.db)
}

/** The lines of a workbook, heads and foot among them. */
async function linesOf(bytes: Buffer): Promise<string[][]> {
  const path = join(app().dataDir, 'book.xlsx')
  writeFileSync(path, bytes)
  const lines: string[][] = []
  for await (const { cells } of readSheets({ path, name: 'book.xlsx' })) lines.push(cells.map(String))
  return lines
}

/** The numbers of the students in a workbook, in its order. */
async function numbersOf(bytes: Buffer): Promise<string[]> {
  const lines = await linesOf(bytes)
  return lines.flatMap((cells) => cells.filter((cell) => /^(X\d+|0[12]0\d)$/.test(cell)).slice(0, 1))
}

const asked = (more: object = {}) => ({ examId, format: 'xlsx', reason: REASON, ...more })

async function made(user: Client, query: object = {}) {
  const answer = await user.get<{ jobId: string }>(REPORT, asked({ isBackground: 1, ...query }))
  expect(answer.msg).toBe('操作成功')
  const job = await waitForJob(user, answer.data.jobId)
  const { raw } = await user.get(`/api/blade-resource/file/${String(job['fileId'])}`)
  return { job, raw }
}

async function lastLogged(): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`select user_id, new_values, remote_ip from operation_log
    where call = 'scoreRankByStudent.export' order by id desc limit 1`.execute(desk.db)
  return found.rows[0] ?? {}
}

test('a report of more than 20,000 students is made by a job, whole, masked, and logged with its hash', async () => {
  const { job, raw } = await made(desk.user)
  expect(job).toMatchObject({ title: '导出学生成绩排名', text: `共${ALL}行`, done: ALL, total: ALL })
  const numbers = await numbersOf(raw)
  expect([numbers.length, new Set(numbers).size, numbers[0]]).toEqual([ALL, ALL, '0101'])
  const codes = (await linesOf(raw)).flat().filter((cell) => /^L\d{4}/.test(cell))
  expect([codes.length, codes.filter((code) => !code.includes('*'))]).toEqual([MORE, []])
  expect(await lastLogged()).toEqual({
    userId: desk.user.userId,
    newValues: {
      rows: ALL,
      filters: { examId },
      reason: REASON,
      sha256: createHash('sha256').update(raw).digest('hex'),
    },
    remoteIp: '127.0.0.1',
  })
  const acts = await sql<{ kind: string; children: number; reason: string }>`select kind, children, reason
    from child_access order by id desc limit 1`.execute(desk.db)
  expect(acts.rows).toEqual([{ kind: 'exported', children: ALL, reason: REASON }])
}, 300_000)

test('the job writes the students its user sees, and 20,000 or fewer are answered at once', async () => {
  const school = await app().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
  const own = await numbersOf((await made(school)).raw)
  expect([own.length, own.includes('0201')]).toEqual([ALL - 1, false])
  const few = await desk.user.get(REPORT, asked({ isBackground: 1, schoolCode: SCHOOLS[1]?.code }))
  expect(await numbersOf(few.raw)).toEqual(['0201'])
}, 300_000)

test('whoever does not say that he fetches it later is answered the whole file, the same as of the job', async () => {
  const { raw, headers } = await desk.user.get(REPORT, asked())
  expect(headers['content-type']).toContain('spreadsheetml')
  expect(await numbersOf(raw)).toHaveLength(ALL)
}, 300_000)

test('without a reason no job is begun', async () => {
  expect((await desk.user.get(REPORT, asked({ isBackground: 1, reason: '' }))).msg).toContain('请填写理由')
})

test('a score book of more than 20,000 students is made by a job, each of them once, a sheet per class', async () => {
  const book = '/api/bigdata-service/statistics/exportStudentScore'
  const { data } = await desk.user.get<{ jobId: string }>(book, { examId, reason: REASON, isBackground: 1 })
  const job = await waitForJob(desk.user, data.jobId)
  expect(job).toMatchObject({ title: '导出成绩册', text: `共${ALL}行`, done: ALL, total: ALL })
  const { raw } = await desk.user.get(`/api/blade-resource/file/${String(job['fileId'])}`)
  const numbers = await numbersOf(raw)
  expect([numbers.length, new Set(numbers).size]).toEqual([ALL, ALL])
}, 300_000)
