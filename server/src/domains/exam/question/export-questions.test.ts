import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { pointTo } from './question-files.ts'
import { writeFile as writeMarks } from './write-questions.ts'

const QUESTIONS = '/api/bigdata-service/examScoreStudentCourseQuestion'
const EXPORT = `${QUESTIONS}/export`
const OF_STUDENT = '/api/bigdata-service/examscorestudentcourse/queryStudentQuestionScore'
const MARKS = [
  ['考号', '姓名', '1', '2', '3（1）', '第3(2)题', '4', '5'],
  ['0101', '张一', 'A', 'AB', '15', '5', '', '0'],
  ['0102', '李·二', 'B', 'A', '20', '10', '20', ''],
  ['0201', '赵四', '50', 'c', '20', '10', '20', ''],
]

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('小题导出')
  await savePaper(desk, examId, '语文')
  const book = await makeBook('xlsx', [{ name: '语文', rows: MARKS }])
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', '考号,语文\n0101,120\n0102,75\n0201,100\n'],
    ['question', book],
  ] as const) {
    const batch = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId: batch.batchId })
  }
})

async function rowsOf(query: object, user: Client = desk.user): Promise<string[][]> {
  const { raw } = await user.get(EXPORT, { examId, courseName: '语文', reason: '阅卷复核', ...query })
  const path = join(program().dataDir, 'questions.xlsx')
  await writeFile(path, raw)
  const rows: string[][] = []
  for await (const { cells } of readSheets({ path, name: 'questions.xlsx' })) rows.push(cells)
  return rows
}

test('a workbook of question scores has a row per student, a column per question', async () => {
  const [head, first] = await rowsOf({ isWide: 1 })
  expect(head).toEqual(['考号', '姓名', '学校', '班级', '试卷', '合计', '1', '2', '3(1)', '3(2)', '4', '5'])
  expect(first).toEqual(['0101', '张一', '第一中学', '高三(1)班', 'A', '120', '50', '50', '15', '5', '', '0'])
})

test('a workbook of single marks keeps filter and order of its list', async () => {
  const rows = await rowsOf({ questionNo: '1', descs: 'score' })
  expect(rows.map((row) => [row[0], row[5], row[7], row[8]])).toEqual([
    ['考号', '题号', '得分', '作答'],
    ['0101', '1', '50', 'A'],
    ['0201', '1', '50', undefined],
    ['0102', '1', '0', 'B'],
  ])
})

test('question scores leave for a reason alone, which is logged with their number', async () => {
  const refused = await desk.user.get(EXPORT, { examId, courseName: '语文' })
  expect(refused.msg).toContain('请填写理由')
  await rowsOf({ questionNo: '2' })
  const logged = await sql<{ values: object }>`select new_values as values from operation_log
    where title = '导出小题分' order by id desc limit 1`.execute(desk.db)
  expect(logged.rows[0]?.values).toMatchObject({ rows: 3, reason: '阅卷复核', filters: { questionNo: '2' } })
})

test('whose question scores are looked at or carried away is written down, student codes masked', async () => {
  const asked = { examId, courseName: '语文' }
  const looks: [kind: string, children: number, work: () => Promise<unknown>][] = [
    ['listed', 3, () => desk.user.get(`${QUESTIONS}/list`, { ...asked, size: 100 })],
    ['seen', 1, () => desk.user.get(`${QUESTIONS}/detail`, { id: `${examId} 1 0101 1` })],
    ['listed', 3, () => desk.user.get(`${QUESTIONS}/getQuestionScoreList`, asked)],
    ['listed', 1, () => desk.user.get(OF_STUDENT, { ...asked, studentNumber: '0102' })],
    ['exported', 3, () => rowsOf({})],
    ['exported', 3, () => rowsOf({ isWide: 1 })],
  ]
  for (const [kind, children, work] of looks) {
    const last = await sql<{ id: string }>`select coalesce(max(id), 0) as id from child_access`.execute(desk.db)
    await work()
    const { rows } = await sql`select kind, children, reason from child_access
      where id > ${last.rows[0]?.id ?? '0'}`.execute(desk.db)
    expect(rows).toEqual([{ kind, children, reason: kind === 'exported' ? '阅卷复核' : null }])
  }
  const { data } = await desk.user.get(`${QUESTIONS}/detail`, { id: `${examId} 1 0101 1` })
  expect(data).toMatchObject({
    examId,
    studentNumber: '0101',
    schoolName: '第一中学',
    questionId: 1,
    questionScore: 50,
  })
  expect(data.studentCode).toMatch(/^.{6}\*+.{4}$/)
})

test('more question scores than a sheet has lines are not exported, nor is anything logged', async () => {
  const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('no context')
  const mark = `'0101' as student_number, 2::smallint as course_id, 'A' as paper_code, '1' as question_no,
    0::smallint as score10, null::varchar as answer`
  await ctx.analytics.batch(async (db) =>
    pointTo(ctx, examId, 'staged', await writeMarks(ctx, db, examId, 2, `select ${mark} from range(1048576)`)),
  )
  const logs = async () => (await sql`select id from operation_log order by id desc limit 1`.execute(desk.db)).rows
  const before = await logs()
  const answer = await desk.user.get(EXPORT, { examId, courseName: '数学', reason: '阅卷复核' })
  expect([answer.status, answer.msg]).toEqual([400, '超过一张工作表的1048575行，请加上筛选条件分次导出'])
  expect(await logs()).toEqual(before)
})

test('a school carries away nothing of an exam that is not published', async () => {
  const school = await program().user({
    role: 'school',
    schoolCode: SCHOOLS[0]?.code,
    permissions: ['examinfo_import', 'examscorestudentcoursequestion_view'],
  })
  expect(await rowsOf({}, school)).toHaveLength(1)
})
