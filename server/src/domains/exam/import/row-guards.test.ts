import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { withoutSchool } from '../../../../test/fixtures/without-school.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
let draft = ''
let student: Record<string, unknown> = {}
let score: Record<string, unknown> = {}
let gone: Record<string, unknown> = {}

const STUDENT = 'examstudentimport'
const SCORE = 'examscorestudentcourseimport'

async function firstRow(call: string): Promise<Record<string, unknown>> {
  const { data } = await desk.user.get(`/api/bigdata-service/${call}/list`, { examId, size: 1 })
  return data.records[0]
}

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('状态')
  draft = await desk.addExam('草稿')
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', '考号,语文\n0101,100\n'],
  ] as const) {
    const { batchId } = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
  }
  student = await firstRow(STUDENT)
  score = await firstRow(SCORE)
  gone = await addAndRemove()
})

/** One row of each kind that was removed while that was allowed. */
async function addAndRemove(): Promise<Record<string, unknown>> {
  const added = await desk.post(`${STUDENT}/submit`, NEW_STUDENT())
  await remove(STUDENT, added.data.id)
  const mark = await desk.post(`${SCORE}/submit`, { examId, studentNumber: '0102', courseName: '语文', scoreText: '9' })
  await remove(SCORE, mark.data.id)
  return { [STUDENT]: added.data.id, [SCORE]: mark.data.id }
}

const NEW_STUDENT = () => ({
  examId,
  studentNumber: '7777',
  studentName: '新生',
  schoolCode: SCHOOLS[0]?.code,
  examClass: '1班',
})

async function stored() {
  const rows = (table: string) =>
    sql`select * from ${sql.table(table)} where exam_id in (${examId}, ${draft}) order by id`.execute(desk.db)
  return [(await rows('exam_student_import')).rows, (await rows('exam_score_student_course_import')).rows]
}

const remove = (call: string, id: unknown) =>
  desk.user.post(`/api/bigdata-service/${call}/remove`, undefined, { ids: String(id) })
const restore = (call: string) =>
  desk.user.post(`/api/bigdata-service/${call}/restore`, undefined, { ids: String(gone[call]) })

/** What a program may try with a row by hand. */
const TRIES: [string, () => Promise<{ status: number; msg: string }>][] = [
  ['a student edited', () => desk.post(`${STUDENT}/submit`, { id: student['id'], studentName: '新名' })],
  ['a student added', () => desk.post(`${STUDENT}/submit`, NEW_STUDENT())],
  ['a student removed', () => remove(STUDENT, student['id'])],
  ['a student taken back', () => restore(STUDENT)],
  ['a student moved to a draft', () => desk.post(`${STUDENT}/submit`, { id: student['id'], examId: draft })],
  ['a score edited', () => desk.post(`${SCORE}/submit`, { id: score['id'], scoreText: '99' })],
  [
    'a score added',
    () => desk.post(`${SCORE}/submit`, { examId, studentNumber: '0102', courseName: '数学', scoreText: '99' }),
  ],
  ['a score removed', () => remove(SCORE, score['id'])],
  ['a score taken back', () => restore(SCORE)],
  ['a score moved to a draft', () => desk.post(`${SCORE}/submit`, { id: score['id'], examId: draft })],
]

describe('a score typed by hand', () => {
  test.each([
    [{ studentNumber: '9999' }, '考号 9999 不在考生名单'],
    [{ courseName: '体育' }, '科目「体育」不在本次考试'],
    [{ scoreText: '150.5' }, '分数应在 0 到 150 之间'],
    [{ scoreText: '-0.5' }, '分数应在 0 到 150 之间'],
    [{ scoreText: '99.3' }, '分数应为 0.5 的倍数'],
    [{ scoreText: '甲' }, '原始文本不是分数'],
  ])('is not kept with %j', async (change, refusal) => {
    const before = await stored()
    const mark = { examId, studentNumber: '0102', courseName: '数学', scoreText: '99' }
    const answer = await desk.post(`${SCORE}/submit`, { ...mark, ...change })
    expect([answer.status, answer.msg]).toEqual([400, refusal])
    expect(await stored()).toEqual(before)
  })
})

test('a student whose school was removed meanwhile is not changed', async () => {
  const before = await stored()
  const school = String(student['schoolCode'])
  const rename = () => desk.post(`${STUDENT}/submit`, { id: student['id'], studentName: '新名' })
  const answer = await withoutSchool(desk.db, school, rename)
  expect([answer.status, answer.msg]).toEqual([400, '学校不存在'])
  expect(await stored()).toEqual(before)
})

describe.each([
  [3, '已归档'],
  [5, '已计算'],
  [7, '已发布'],
  [9, '已封存'],
])('rows of an exam in state %d', (status, title) => {
  beforeAll(() => desk.setStatus(examId, status))

  test.each(TRIES)('%s is refused and changes nothing', async (_what, attempt) => {
    const before = await stored()
    const answer = await attempt()
    expect([answer.status, answer.msg]).toEqual([409, expect.stringContaining(`「${title}」`)])
    expect(await stored()).toEqual(before)
  })
})

test('a row that is taken back in time stands in the exam again, which is to be checked', async () => {
  await desk.setStatus(examId, 2)
  expect([(await restore(STUDENT)).msg, (await restore(SCORE)).msg]).toEqual(['操作成功', '操作成功'])
  const found = await sql<{ status: number }>`select exam_status as status from exam_info where id = ${examId}`.execute(
    desk.db,
  )
  expect(found.rows).toEqual([{ status: 1 }])
})
