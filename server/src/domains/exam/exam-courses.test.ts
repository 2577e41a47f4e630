import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { TENANT, useTestApp } from '../../../test/harness.ts'

/* The courses of an exam as they are kept, and the years exams are of. */

const BASE = '/api/bigdata-service'
const program = useTestApp({ ROLES: 'web' })
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('科目')
})

type Course = Record<string, unknown>

const save = (courses: Course[]) => desk.post('examinfo/submitCourse', { examId, courses })
const courses = async (): Promise<Course[]> =>
  (await desk.user.get(`${BASE}/examinfo/getExamCourseList`, { examId })).data
const detail = async () => (await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })).data

test('a course keeps its number where it is saved again, and a new one has the next', async () => {
  const before = await courses()
  expect(before.map(({ courseId, courseName, sort }) => [courseId, courseName, sort])).toEqual([
    [1, '语文', 1],
    [2, '数学', 2],
    [3, '外语', 3],
  ])
  const kept = ['外语', '物理', '语文', '化学'].map((courseName) => ({ courseName, examScore: 100, courseAlias: [] }))
  expect((await save(kept)).msg).toBe('操作成功')
  expect((await courses()).map(({ courseId, courseName, sort }) => [courseId, courseName, sort])).toEqual([
    [3, '外语', 1],
    [4, '物理', 2],
    [1, '语文', 3],
    [5, '化学', 4],
  ])
  expect(await detail()).toMatchObject({ courseNum: 4 })
  const logged = await sql<{ before: { courses: Course[] }; after: { courses: Course[] } }>`select old_values as before,
      new_values as after from operation_log where call = 'examInfo.submitCourse' order by id desc limit 1`.execute(
    desk.db,
  )
  const names = (part?: { courses: Course[] }) => part?.courses.map(({ courseName }) => courseName)
  expect(names(logged.rows[0]?.before)).toEqual(['语文', '数学', '外语'])
  expect(names(logged.rows[0]?.after)).toEqual(['外语', '物理', '语文', '化学'])
})

test('a course has its names without blanks, at most ten, its lines, and counts unless somebody says otherwise', async () => {
  const courseAlias = [' 国文 ', '', ...Array.from({ length: 12 }, (_none, n) => `别名${n}`)]
  const lines = { excellentScore: 150, goodScore: 90, passScore: 90, lowScore: null }
  await save([
    { courseName: '语文', examScore: 150, courseAlias, ...lines },
    { courseName: '体育', examScore: 60.5, courseAlias: '体', isInTotal: 0, excellentScore: 50, lowScore: 20 },
  ])
  expect(await courses()).toMatchObject([
    {
      courseName: '语文',
      courseAlias: ['国文', ...Array.from({ length: 9 }, (_none, n) => `别名${n}`)],
      examScore: 150,
      isInTotal: 1,
      ...lines,
    },
    {
      courseName: '体育',
      courseAlias: [],
      examScore: 60.5,
      isInTotal: 0,
      excellentScore: 50,
      goodScore: null,
      passScore: null,
      lowScore: 20,
    },
  ])
  const { data } = await desk.user.get(`${BASE}/examcourse/getExamScore`, { examId })
  expect(data).toEqual([
    { courseName: '语文', examScore: 150 },
    { courseName: '体育', examScore: 60.5 },
  ])
})

test('a course has question scores where they are archived', async () => {
  for (const [courseId, state] of [
    [1, 'archived'],
    [2, 'staged'],
  ])
    await sql`insert into exam_question_file (tenant_id, exam_id, course_id, file_state, batch_id, file_name, row_num,
        student_num, sha256) values (${TENANT}, ${examId}, ${courseId}, ${state}, 0, 'x', 1, 1, 'x')`.execute(desk.db)
  await save(['语文', '数学'].map((courseName) => ({ courseName, examScore: 100, courseAlias: [] })))
  expect((await courses()).map(({ courseName, hasQuestions }) => [courseName, hasQuestions])).toEqual([
    ['语文', 1],
    ['数学', 0],
  ])
})

test('the years of exams are told once each, the newest first, without those of removed exams', async () => {
  const years = async (call: string) => (await desk.user.get(`${BASE}/examinfo/${call}`)).data
  for (const [name, examYear, isDeleted] of [
    ['早', 2019, 0],
    ['又', 2019, 0],
    ['新', 2031, 0],
    ['删', 2035, 1],
  ] as const) {
    const id = await desk.addExam(name)
    await sql`update exam_info set exam_year = ${examYear}, study_year = ${examYear - 1}, is_deleted = ${isDeleted}
      where id = ${id}`.execute(desk.db)
  }
  expect(await years('findExamYear')).toEqual([2031, 2026, 2019].map((year) => ({ year })))
  expect(await years('findSchoolYear')).toEqual([2030, 2025, 2018].map((year) => ({ year })))
})
