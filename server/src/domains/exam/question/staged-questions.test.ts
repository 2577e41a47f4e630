import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { PAPER_SCORES, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { type Answer, useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'

/* Question scores before they are archived, of two papers and two courses: how they are read and changed by hand. */

const QUESTION = 'examScoreStudentCourseQuestion'
const BASE = '/api/bigdata-service'
const OPEN = { questionType: '5', isObjective: 0 }
const SHEETS = [
  {
    name: '语文A卷',
    rows: [
      ['考号', '1', '2', '3(1)', '3(2)', '4', '5'],
      ['0101', 'A', 'AB', '15', '5', '', '0'],
      ['0102', 'B', 'A', '20', '10', '20', ''],
    ],
  },
  {
    name: '语文B卷',
    rows: [
      ['考号', '1', 'B1'],
      ['0201', '20', '80'],
    ],
  },
  {
    name: '数学',
    rows: [
      ['考号', '1'],
      ['0101', '110'],
      ['0102', '80'],
      ['0201', '100'],
    ],
  },
]

const program = useTestApp()
let desk: Desk
let examId = ''
let batchId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('暂存')
  await savePaper(desk, examId, '语文')
  const paperB = [
    { ...OPEN, questionNo: '1', questionScore: 20 },
    { ...OPEN, questionNo: 'B1', questionScore: 130 },
  ]
  await savePaper(desk, examId, '语文', paperB, 'B')
  await savePaper(desk, examId, '数学', [{ ...OPEN, questionNo: '1', questionScore: 150 }])
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', PAPER_SCORES],
  ] as const) {
    const batch = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId: batch.batchId })
  }
  batchId = await commit()
})

async function commit(): Promise<string> {
  const batch = await desk.send(examId, 'question', await makeBook('xlsx', SHEETS))
  await desk.run('examimport/commit', { batchId: batch.batchId })
  return batch.batchId
}

const said = ({ status, msg }: Answer) => [status, msg]
const problems = async (work: Promise<Answer>) => {
  const { status, body } = await work
  return [status, body['data']]
}
const at = (field: string, message: string) => [400, { problems: [{ field, message }] }]

type Line = Record<'studentNumber' | 'paperCode' | 'questionNo' | 'score' | 'answer', string | number | null>

async function listOf(query: object = {}, courseName = '语文'): Promise<string[]> {
  const { data } = await desk.user.get(`${BASE}/${QUESTION}/list`, { examId, courseName, size: 100, ...query })
  return data.records.map((row: Line) =>
    [row.studentNumber, row.paperCode, row.questionNo, row.score, row.answer ?? ''].join(' ').trim(),
  )
}

async function wideOf(query: object = {}): Promise<unknown[]> {
  const { data } = await desk.user.get(`${BASE}/${QUESTION}/getQuestionScoreList`, {
    examId,
    courseName: '语文',
    ...query,
  })
  return data.records.map((row: Record<string, unknown>) => [row['studentNumber'], row['paperCode'], row['total']])
}

const save = (change: object) => desk.post(`${QUESTION}/submit`, { examId, courseName: '语文', ...change })
const saved = async (change: object) => expect((await save(change)).msg).toBe('操作成功')

/** Courses with a file of marks that are not archived. */
async function stagedCourses(): Promise<unknown[]> {
  const { rows } = await sql<{ id: number }>`select course_id as id from exam_question_file
    where exam_id = ${examId} and file_state = 'staged' order by course_id`.execute(desk.db)
  return rows.map(({ id }) => id)
}

async function lastLog(title: string): Promise<unknown> {
  const { rows } = await sql<{ values: object }>`select new_values as values from operation_log
    where title = ${title} order by id desc limit 1`.execute(desk.db)
  return rows[0]?.values
}

describe('a list of question scores', () => {
  test('stands in the order of questions and students, page by page', async () => {
    const all = await listOf()
    expect(all).toHaveLength(14)
    expect(all.slice(0, 5)).toEqual(['0101 A 1 50 A', '0102 A 1 0 B', '0201 B 1 20', '0101 A 2 50 AB', '0102 A 2 25 A'])
    expect(await listOf({ size: 2, current: 2 })).toEqual(all.slice(2, 4))
    expect(await listOf({ size: 3, current: 9 })).toEqual([])
  })

  test('stands in the order of marks where that is asked for, what has none last', async () => {
    const of4 = ['0102 A 4 20', '0101 A 4']
    expect(await listOf({ questionNo: '4', descs: 'score' })).toEqual(of4)
    expect(await listOf({ questionNo: '4', ascs: 'score' })).toEqual(of4)
    expect(await listOf({ questionNo: '1', ascs: 'score' })).toEqual(['0102 A 1 0 B', '0201 B 1 20', '0101 A 1 50 A'])
    expect((await listOf({ descs: 'questionNo' }))[0]).toBe('0201 B B1 80')
    expect((await listOf({ descs: 'studentName' }))[0]).toBe('0101 A 1 50 A')
  })

  test('may be of zeros, or of full marks as the paper of the student has them', async () => {
    expect(await listOf({ isZero: 1 })).toEqual(['0102 A 1 0 B', '0101 A 5 0'])
    const full = ['0101 A 1 50 A', '0201 B 1 20', '0101 A 2 50 AB', '0102 A 3(1) 20', '0102 A 3(2) 10', '0102 A 4 20']
    expect(await listOf({ isFull: 1 })).toEqual(full)
  })

  test('may be of some students, by number, part of the name, school and class', async () => {
    const numbersOf = async (query: object) => [...new Set((await listOf(query)).map((line) => line.slice(0, 4)))]
    expect(await numbersOf({ studentNumber: '0102' })).toEqual(['0102'])
    expect(await numbersOf({ studentName: '四' })).toEqual(['0201'])
    expect(await numbersOf({ schoolCode: SCHOOLS[0]?.code })).toEqual(['0101', '0102'])
    const { rows } = await sql<{ code: string }>`select class_code as code from exam_student_import
      where exam_id = ${examId} and student_number = '0201'`.execute(desk.db)
    expect(await numbersOf({ classCode: rows[0]?.code })).toEqual(['0201'])
    expect(await numbersOf({ studentNumber: '0999' })).toEqual([])
  })

  test('has a row for everybody with a mark of the course, with the sum of what he has', async () => {
    const all = [
      ['0101', 'A', 120],
      ['0102', 'A', 75],
      ['0201', 'B', 100],
    ]
    expect(await wideOf()).toEqual(all)
    expect(await wideOf({ size: 2, current: 2 })).toEqual(all.slice(2))
    expect(await wideOf({ studentName: '一' })).toEqual(all.slice(0, 1))
    expect(await wideOf({ courseName: '外语' })).toEqual([])
  })
})

describe('before an exam is published', () => {
  test('a school that edits exams but imports none sees no courses, and one that imports those of its students', async () => {
    const permissions = ['examscorestudentcoursequestion_view']
    const coursesOf = async (more: string[]) => {
      const school = await program().user({
        role: 'school',
        schoolCode: SCHOOLS[1]?.code,
        permissions: [...permissions, ...more],
      })
      const { data } = await school.get(`${BASE}/${QUESTION}/getCourseList`, { examId })
      return data.map((line: Record<string, unknown>) => [line['courseName'], line['rowNum'], line['studentNum']])
    }
    expect(await coursesOf(['examinfo_edit'])).toEqual([])
    expect(await coursesOf(['examinfo_import'])).toEqual([
      ['语文', 2, 1],
      ['数学', 1, 1],
    ])
  })

  test('the template has a sheet for each paper, with its questions and an example', async () => {
    const { raw, headers } = await desk.user.get(`${BASE}/examimport/template`, { examId, kind: 'question' })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('暂存-小题分模板.xlsx')
    const path = join(program().dataDir, 'template.xlsx')
    await writeFile(path, raw)
    const sheets: Record<string, string[][]> = {}
    let name = ''
    const rows = readSheets({ path, name: 'template.xlsx' }, {}, (sheet) => Boolean((name = sheet.name)))
    for await (const { cells } of rows) (sheets[name] ??= []).push(cells.filter(Boolean))
    expect(Object.keys(sheets)).toEqual(['语文A卷', '语文B卷', '数学'])
    expect(sheets['语文A卷']?.[0]).toEqual(['暂存语文A卷小题分'])
    expect(sheets['语文A卷']?.slice(-2)).toEqual([
      ['考号*', '姓名', '1', '2', '3(1)', '3(2)', '4', '5'],
      ['示例0001', '张三'],
    ])
    expect(sheets['数学']?.at(-2)).toEqual(['考号*', '姓名', '1'])
  })

  test('nothing is shown of a student who is no longer on the list', async () => {
    const mark = (isDeleted: number) =>
      sql`update exam_student_import set is_deleted = ${isDeleted}
        where exam_id = ${examId} and student_number = '0102'`.execute(desk.db)
    await mark(1)
    const [shown, asked] = [await listOf({ questionNo: '1' }), await listOf({ studentNumber: '0102' })]
    await mark(0)
    expect(shown).toEqual(['0101 A 1 50 A', '0201 B 1 20'])
    expect(asked).toEqual([])
  })
})

describe('a question score by hand', () => {
  test('is of the paper its student has marks of', async () => {
    const tooMuch = save({ studentNumber: '0201', questionNo: '1', score: 20.5 })
    expect(await problems(tooMuch)).toEqual(at('score', '得分应在 0 到 20 之间'))
    const others = [
      ['0201', '3(1)'],
      ['0101', 'B1'],
    ] as const
    for (const [studentNumber, questionNo] of others)
      expect(await problems(save({ studentNumber, questionNo, score: 1 }))).toEqual(
        at('questionNo', `语文试卷没有题号「${questionNo}」`),
      )
    await saved({ studentNumber: '0201', questionNo: '1', score: 19.5 })
    expect(await listOf({ studentNumber: '0201' })).toEqual(['0201 B 1 19.5', '0201 B B1 80'])
    await saved({ studentNumber: '0201', questionNo: '1', score: 20 })
    expect(await listOf({ studentNumber: '0201' })).toEqual(['0201 B 1 20', '0201 B B1 80'])
  })

  test('is of the first paper that has the question where its student has no mark', async () => {
    await saved({ studentNumber: '0103', questionNo: '1', score: 50 })
    await saved({ studentNumber: '0103', questionNo: '2', score: 25 })
    expect(await listOf({ studentNumber: '0103' })).toEqual(['0103 A 1 50', '0103 A 2 25'])
    // He has no mark of the course.
    expect(await wideOf({ studentNumber: '0103' })).toEqual([])
  })

  test('keeps letters, or nothing, takes the place of the old one and is logged', async () => {
    await saved({ studentNumber: '0101', questionNo: '1', score: 0, answer: 'C' })
    expect(await listOf({ studentNumber: '0101', questionNo: '1' })).toEqual(['0101 A 1 0 C'])
    expect(await lastLog('修改小题分')).toEqual({
      courseName: '语文',
      studentNumber: '0101',
      questionNo: '1',
      score: 0,
      answer: 'C',
    })
    await saved({ studentNumber: '0101', questionNo: '1', score: null, answer: '' })
    const { rows } = await sql<{ rowNum: number }>`select row_num as row_num from exam_question_file
      where exam_id = ${examId} and course_id = 1 and file_state = 'staged'`.execute(desk.db)
    expect([await listOf({ studentNumber: '0101', questionNo: '1' }), rows]).toEqual([['0101 A 1'], [{ rowNum: 16 }]])
  })

  test('ends the check and the undo of what was imported', async () => {
    const checks = () =>
      sql`select error_num from exam_import_check where exam_id = ${examId} and kind = 'question'`.execute(desk.db)
    await desk.run(`${QUESTION}/checkByExamId`, { examId })
    expect((await checks()).rows).toHaveLength(1)
    await saved({ studentNumber: '0101', questionNo: '1', score: 50, answer: 'A' })
    expect((await checks()).rows).toEqual([])
    expect((await desk.detail(batchId)).message).toBe('小题分已被直接修改')
    const undo = await desk.post('examimport/undo', { batchId })
    expect(undo.status).not.toBe(200)
    expect(await listOf({ studentNumber: '0101', questionNo: '1' })).toEqual(['0101 A 1 50 A'])
  })
})

describe('question scores that are removed', () => {
  const remove = (ids: string) => desk.user.post(`${BASE}/${QUESTION}/remove`, undefined, { ids })
  const id = (courseId: number, ...place: string[]) => [examId, courseId, ...place].join(' ')

  test('are those that are named, of any course, and are counted', async () => {
    expect(said(await remove(','))).toEqual([400, '请选择要删除的小题分'])
    const gone = await remove([id(1, '0103', '1'), id(1, '0101', '5'), id(2, '0101', '1'), id(2, '0101', '9')].join())
    expect(gone.data).toEqual({ removed: 3 })
    expect(await lastLog('删除小题分')).toEqual({ marks: 4, removed: 3 })
    expect(await listOf({ studentNumber: '0103' })).toEqual(['0103 A 2 25'])
    expect(await listOf({ questionNo: '5' })).toEqual(['0102 A 5'])
    expect(await listOf({}, '数学')).toEqual(['0102 A 1 80', '0201 A 1 100'])
  })

  test('may be of one course, which then has none', async () => {
    const clear = (courseName: string) =>
      desk.post(`${QUESTION}/foreverDelete`, { examId, examName: '暂存', courseName })
    expect(await problems(clear('体育'))).toEqual(at('courseName', '科目「体育」不在本次考试'))
    expect((await clear('数学')).data).toEqual({ removed: 2 })
    expect([await listOf({}, '数学'), await stagedCourses()]).toEqual([[], [1]])
    expect(await lastLog('删除小题分')).toEqual({ courseName: '数学', removed: 2 })
    expect((await desk.detail(batchId)).message).toBe('数据已清空')
  })

  test('leave no file behind where they were the last', async () => {
    const all = { examId, courseName: '语文', examName: '暂存', studentNumbers: '0101,0102 0103，0201' }
    const before = (await listOf()).length
    expect((await desk.post(`${QUESTION}/removeByStudentNumber`, all)).data).toEqual({ removed: before })
    expect(await stagedCourses()).toEqual([])
    expect(said(await desk.post(`${QUESTION}/checkByExamId`, { examId }))).toEqual([409, '还没有小题分，请先导入'])
  })

  test('by the undo of the first import leave none', async () => {
    const first = await commit()
    expect([await stagedCourses(), (await listOf()).length]).toEqual([[1, 2], 14])
    await desk.run('examimport/undo', { batchId: first })
    expect([await stagedCourses(), await listOf()]).toEqual([[], []])
  })
})
