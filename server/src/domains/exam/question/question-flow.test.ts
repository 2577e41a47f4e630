import { beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { copyRows } from '../../../../test/fixtures/copied-rows.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { narrow } from '../../../../test/fixtures/narrow.ts'
import { PAPER_SCORES, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { archivedQuestions } from './archived-questions.ts'

const BASE = '/api/bigdata-service'
const QUESTIONS = `${BASE}/examScoreStudentCourseQuestion`
/** What is chosen of 4 and 5 alone counts; 0103 was not there. */
const MARKS = [
  ['考号', '姓名', '1', '2', '3（1）', '第3(2)题', '4', '5'],
  ['满分', '', '50', '50', '20', '10', '20', '20'],
  ['0101', '张一', 'A', 'AB', '15', '5', '', '0'],
  ['0102', '李·二', 'B', 'A', '20', '10', '20', ''],
  ['0103', '王三', '', '', '', '', '', ''],
  ['0201', '赵四', '50', 'c', '20', '10', '20', ''],
]

const program = useTestApp()
let desk: Desk
/** An exam with its list and marks imported. */
let imported = ''
beforeAll(async () => {
  desk = await openDesk(program())
  imported = await desk.addExam('小题')
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', PAPER_SCORES],
  ] as const) {
    const batch = await desk.send(imported, kind, file)
    await desk.run('examimport/commit', { batchId: batch.batchId })
  }
})

async function openExam(name: string): Promise<string> {
  const examId = await desk.addExam(name)
  await savePaper(desk, examId, '语文')
  await copyRows(desk, imported, examId)
  return examId
}

async function archiveExam(examId: string): Promise<void> {
  for (const call of ['checkByExamId', 'archiveByExamId'])
    for (const kind of ['examstudentimport', 'examscorestudentcourseimport'])
      await desk.run(`${kind}/${call}`, { examId, confirmWarnings: 1 })
}

async function send(examId: string, rows: string[][], sheet = '语文') {
  return desk.send(examId, 'question', await makeBook('xlsx', [{ name: sheet, rows }]))
}

async function commit(examId: string, rows: string[][] = MARKS, sheet = '语文') {
  const batch = await send(examId, rows, sheet)
  expect([batch.status, batch.message, batch.faultCounts]).toEqual([3, '', []])
  await desk.run('examimport/commit', { batchId: batch.batchId })
  return batch
}

async function faultsOf(batchId: string): Promise<[string, number, number, string][]> {
  const { data } = await desk.user.get(`${BASE}/examimport/rows`, { batchId, onlyFaulty: 1, size: 100 })
  const rows = data.records as { row: { rowNo: number; faults: { code: string; column: number; text: string }[] } }[]
  return rows.flatMap(({ row }) =>
    row.faults.map(({ code, column, text }): [string, number, number, string] => [code, row.rowNo, column, text]),
  )
}

/** Rows of MARKS with single cells changed. */
function changed(...cells: [row: number, column: number, text: string][]): string[][] {
  return MARKS.map((row, i) => row.map((cell, j) => cells.find(([r, c]) => r === i && c === j)?.[2] ?? cell))
}

const marksOf = async (examId: string, query: object = {}, user: Client = desk.user) => {
  const { data } = await user.get(`${QUESTIONS}/list`, { examId, courseName: '语文', size: 100, ...query })
  const rows = data.records as {
    studentNumber: string
    questionNo: string
    score: number | null
    answer: string | null
  }[]
  return rows.map((row) => [row.studentNumber, row.questionNo, row.score, row.answer])
}

const progressOf = async (examId: string) => {
  const { data } = await desk.user.get(`${BASE}/examdataprogresstask/listProgressTask`, { examId })
  const tasks = data as { taskCode: string; taskState: number }[]
  return tasks.filter((task) => task.taskCode.endsWith('_QUESTION')).map((task) => task.taskState)
}

describe('question scores by workbook', () => {
  let examId = ''
  let before: number[] = []
  let batch: Awaited<ReturnType<typeof commit>>
  beforeAll(async () => {
    examId = await openExam('小题入库')
    before = await progressOf(examId)
    batch = await commit(examId)
  })

  test('letters are marked by key and part rule, a choice counts once, who was absent has none', async () => {
    expect(before).toEqual([0, 0, 0])
    expect(batch.counts).toMatchObject({ read: 6, left: 2, rows: 4, fresh: 18 })
    expect(await marksOf(examId, { studentNumber: '0101' })).toEqual([
      ['0101', '1', 50, 'A'],
      ['0101', '2', 50, 'AB'],
      ['0101', '3(1)', 15, null],
      ['0101', '3(2)', 5, null],
      ['0101', '4', null, null],
      ['0101', '5', 0, null],
    ])
    expect(await marksOf(examId, { questionNo: '2', descs: 'score' })).toEqual([
      ['0101', '2', 50, 'AB'],
      ['0102', '2', 25, 'A'],
      ['0201', '2', 0, 'C'],
    ])
    expect(await progressOf(examId)).toEqual([2, 0, 0])
  })

  test('a second import changes only what differs, and undo brings back what stood before', async () => {
    const again = await send(examId, MARKS)
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 18 })
    const other = await commit(examId, changed([2, 4, '14'], [2, 5, '6']))
    expect(other.counts).toMatchObject({ fresh: 0, changed: 2, unchanged: 16 })
    expect(await marksOf(examId, { studentNumber: '0101', questionNo: '3(2)' })).toEqual([['0101', '3(2)', 6, null]])
    await desk.run('examimport/undo', { batchId: other.batchId })
    expect(await marksOf(examId, { studentNumber: '0101', questionNo: '3(2)' })).toEqual([['0101', '3(2)', 5, null]])
  })

  test('two files of one course add up, and the sum is held against the mark once all questions are there', async () => {
    const examId = await openExam('小题两份')
    const objective = MARKS.map((row) => row.slice(0, 4))
    await commit(examId, objective)
    const rest = MARKS.map((row) => [...row.slice(0, 2), ...row.slice(4)])
    const wrong = await send(
      examId,
      rest.map((row, i) => (i === 2 ? [...row.slice(0, 2), '16', ...row.slice(3)] : row)),
    )
    expect(await faultsOf(wrong.batchId)).toEqual([['Q01', 3, 0, '小题合计 121 不等于语文成绩 120']])
    await commit(examId, rest)
    expect((await marksOf(examId)).length).toBe(18)
  })

  test('a long table takes one question per row', async () => {
    const examId = await openExam('小题长表')
    const rows = [
      ['考号', '题号', '得分/答案'],
      ['0101', '1', 'A'],
      ['0101', '第2题', 'AB'],
      ['0101', '3（1）', '15'],
    ]
    const batch = await commit(examId, rows)
    expect(batch.counts).toMatchObject({ rows: 3, fresh: 3 })
    expect(await marksOf(examId)).toEqual([
      ['0101', '1', 50, 'A'],
      ['0101', '2', 50, 'AB'],
      ['0101', '3(1)', 15, null],
    ])
  })

  test('every fault names its row and column, and nothing is kept', async () => {
    const examId = await openExam('小题错误')
    const rows = changed([0, 7, '9'], [2, 2, 'E'], [3, 4, '21'], [3, 3, '优'], [5, 0, '0999'])
    const batch = await send(examId, [...rows, rows[2] ?? []])
    expect(batch.status).toBe(2)
    const found = await faultsOf(batch.batchId)
    expect(found).toContainEqual(['Q03', 3, 7, '语文试卷没有题号「9」'])
    expect(found).toContainEqual(['Q04', 3, 2, '「E」超出第 1 题的选项 A 到 D'])
    expect(found).toContainEqual(['Q02', 4, 4, '超过第 3(1) 题满分 20'])
    expect(found).toContainEqual(['Q07', 4, 3, '「优」不是得分或选项'])
    expect(found).toContainEqual(['C01', 6, 0, '考号 0999 不在考生名单'])
    expect(found).toContainEqual(['Q06', 7, 4, '考号 0101 第 3(1) 题重复，共 2 条'])
    expect(await marksOf(examId)).toEqual([])
  })

  test('columns of another paper of the course are told', async () => {
    const examId = await openExam('小题混卷')
    await savePaper(
      desk,
      examId,
      '语文',
      [{ questionNo: 'B1', questionType: '5', questionScore: 150, isObjective: 0 }],
      'B',
    )
    const batch = await send(
      examId,
      MARKS.map((row, i) => [...row, i === 0 ? 'B1' : '1']),
      '语文A卷',
    )
    expect(await faultsOf(batch.batchId)).toContainEqual(['Q05', 3, 8, '题号「B1」属于 B 卷，而此表是 A 卷'])
  })

  test('a sheet that does not say its course is asked about, and read once it is chosen', async () => {
    const examId = await openExam('小题科目')
    await savePaper(desk, examId, '数学', [{ questionNo: '1', questionType: '5', questionScore: 150, isObjective: 0 }])
    const batch = await send(examId, MARKS, 'Sheet1')
    expect([batch.status, batch.message]).toEqual([
      2,
      'question.xlsx「Sheet1」不知道是哪一科的小题分，请选择科目与试卷',
    ])
    const sheets = batch.files?.flatMap((file) =>
      file.sheets.map((sheet) => ({ ...sheet, courseName: '语文', paperCode: 'A' })),
    )
    await desk.run('examimport/mapping', { batchId: batch.batchId, sheets })
    expect(await desk.detail(batch.batchId)).toMatchObject({ status: 3, counts: { fresh: 18 } })
  })
})

describe('the archive of question scores', () => {
  test('names students by their place, refuses changes, and is taken back for a reason or with the archive of the marks', async () => {
    const examId = await openExam('小题归档')
    await commit(examId)
    const waiting = await send(examId, MARKS)
    await archiveExam(examId)
    await desk.run('examinfo/execDataProgress', { examId })
    const detail = async () => (await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })).data
    const before = await detail()
    await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    expect(await progressOf(examId)).toEqual([2, 2, 2])
    const after = await detail()
    expect([after.dataVersion - before.dataVersion, after.factsVersion - before.factsVersion]).toEqual([1, 0])
    const tasks = (await desk.user.get(`${BASE}/examdataprogresstask/listProgressTask`, { examId })).data
    const states = Object.fromEntries(
      tasks.map((task: { taskCode: string; taskState: number }) => [task.taskCode, task.taskState]),
    )
    expect([states.CALC_TOTAL, states.STAT_BASE, states.QUES_STAT, states.QUES_KNOWLEDGE]).toEqual([2, 2, 5, 5])
    const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
    if (!ctx) throw new Error('no context')
    const [file] = await archivedQuestions(ctx, examId)
    const rows = await ctx.analytics.query(
      `select sid, question_no, score10, answer from '${file?.file}' where question_no = '2'`,
    )
    expect(rows).toEqual([
      { sid: 1, questionNo: '2', score10: 500, answer: 'AB' },
      { sid: 2, questionNo: '2', score10: 250, answer: 'A' },
      { sid: 4, questionNo: '2', score10: 0, answer: 'C' },
    ])
    expect((await marksOf(examId, { questionNo: '1', isFull: 1 })).map(([number]) => number)).toEqual(['0101', '0201'])
    const one = { examId, courseName: '语文', studentNumber: '0101', questionNo: '1', score: 1 }
    const refused = await desk.post('examScoreStudentCourseQuestion/submit', one)
    expect(refused.msg).toBe('小题分已归档，不能修改：请先撤销小题分的归档，改好后再归档')
    const late = await desk.post('examimport/commit', { batchId: waiting.batchId })
    expect([late.status, late.msg]).toEqual([409, '批次的行在归档时已清理，请重新上传工作簿'])
    const taken = await desk.post('examScoreStudentCourseQuestion/unarchiveByExamId', { examId, reason: '重新扫描' })
    expect([taken.code, await archivedQuestions(ctx, examId)]).toEqual([200, []])
    expect((await marksOf(examId)).length).toBe(18)
    await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    expect((await progressOf(examId))[2]).toBe(2)
    await desk.run('examscorestudentcourseimport/unarchiveByExamId', { examId, reason: '成绩有误' })
    expect((await progressOf(examId))[2]).toBe(0)
  })

  test('is refused with the first students named when marks have changed since', async () => {
    const examId = await openExam('小题不符')
    await commit(examId)
    const scores = await desk.send(examId, 'score', PAPER_SCORES.replace('0101,120', '0101,119'))
    await desk.run('examimport/commit', { batchId: scores.batchId })
    await archiveExam(examId)
    const { data } = await desk.post('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    const job = await waitForJob(desk.user, data.jobId).catch((error: Error) => ({ message: error.message }))
    expect(JSON.stringify(job)).toContain('小题合计 120 不等于语文成绩 119')
    expect(await progressOf(examId)).toEqual([2, 0, 0])
  })
})

describe('question scores by hand', () => {
  test('are mended and removed one by one and by student, and cleared with the name of the exam', async () => {
    const examId = await openExam('小题修改')
    await commit(examId)
    const place = { examId, courseName: '语文', studentNumber: '0101', questionNo: '3(1)' }
    const high = await desk.post('examScoreStudentCourseQuestion/submit', { ...place, score: 30 })
    expect([high.status, high.msg]).toEqual([400, expect.stringContaining('得分应在 0 到 20 之间')])
    await desk.post('examScoreStudentCourseQuestion/submit', { ...place, score: 16.5 })
    const id = `${examId} 1 0101 3(1)`
    expect((await desk.user.get(`${QUESTIONS}/detail`, { id })).data).toMatchObject({ score: 16.5, questionScore: 20 })
    await desk.run('examScoreStudentCourseQuestion/checkByExamId', { examId })
    const one = await desk.user.post(`${QUESTIONS}/remove`, undefined, { ids: id })
    expect(one.data).toEqual({ removed: 1 })
    const student = { examId, courseName: '语文', studentNumbers: '0102，0201' }
    const unsaid = await desk.post('examScoreStudentCourseQuestion/removeByStudentNumber', student)
    expect([unsaid.status, unsaid.msg]).toEqual([400, '请输入考试名称以确认删除'])
    expect(await marksOf(examId, { studentNumber: '0201' })).not.toEqual([])
    const named = { ...student, examName: '小题修改' }
    expect((await desk.post('examScoreStudentCourseQuestion/removeByStudentNumber', named)).data).toEqual({
      removed: 12,
    })
    expect(await marksOf(examId, { studentNumber: '0201' })).toEqual([])
    const unnamed = await desk.post('examScoreStudentCourseQuestion/foreverDelete', { examId, examName: '别的' })
    expect(unnamed.msg).toBe('请输入考试名称以确认清空')
    const cleared = await desk.post('examScoreStudentCourseQuestion/foreverDelete', { examId, examName: '小题修改' })
    expect(cleared.data).toEqual({ removed: 5 })
    expect(await marksOf(examId)).toEqual([])
  })
})

describe('who sees question scores', () => {
  let examId = ''
  beforeAll(async () => {
    examId = await openExam('小题可见')
    await commit(examId)
  })

  test('who sees the bureau but for a data scope is told no mean that tells of the rest', async () => {
    const student = { examId, courseName: '语文', studentNumber: '0102' }
    const permissions = ['examscorestudentcourse_view', 'examscorestudentcoursequestion_view']
    const first = async (user: Client) => {
      const { data } = await user.get(`${BASE}/examscorestudentcourse/queryStudentQuestionScore`, student)
      return data[0]
    }
    const whole = await program().user({ role: 'exam', permissions })
    expect(await first(whole)).toMatchObject({ questionNo: '1', allRate: 0.6667 })
    const narrowed = await program().user({ role: 'exam', permissions })
    const values = [SCHOOLS[0]?.code ?? '']
    await narrow(program(), narrowed, 'basicSchool', { field: 'schoolCode', operator: 'equal', values })
    expect(await first(narrowed)).toMatchObject({ questionNo: '1', score: 0, schoolRate: null, allRate: null })
    const courses = await narrowed.get(`${QUESTIONS}/getCourseList`, { examId })
    expect(courses.data).toMatchObject([{ courseName: '语文', rowNum: 12, studentNum: 2 }])
    const other = { ...student, studentNumber: '0201' }
    const { data } = await narrowed.get(`${BASE}/examscorestudentcourse/queryStudentQuestionScore`, other)
    expect(data).toEqual([])
  })

  test('a school that imports sees the courses before the exam is published, with the numbers of its own students', async () => {
    const school = await program().user({
      role: 'school',
      schoolCode: SCHOOLS[0]?.code,
      permissions: ['examinfo_import', 'examscorestudentcoursequestion_view'],
    })
    const courses = await school.get(`${QUESTIONS}/getCourseList`, { examId })
    expect(courses.data).toMatchObject([{ courseName: '语文', rowNum: 12, studentNum: 2, isArchived: 0 }])
    expect(courses.data[0].questions).toHaveLength(6)
    expect((await school.get(`${QUESTIONS}/list`, { examId, courseName: '语文' })).data.records).toEqual([])
  })

  test('a school sees its own students, once the exam is published', async () => {
    await archiveExam(examId)
    await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    const school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
    expect((await school.get(`${QUESTIONS}/list`, { examId, courseName: '语文' })).status).not.toBe(200)
    await desk.setStatus(examId, 7)
    const seen = await marksOf(examId, { questionNo: '1' }, school)
    expect(seen).toEqual([
      ['0101', '1', 50, 'A'],
      ['0102', '1', 0, 'B'],
    ])
    expect(await marksOf(examId, { studentNumber: '0201' }, school)).toEqual([])
    const foreign = await school.get(`${QUESTIONS}/detail`, { id: `${examId} 1 0201 1` })
    expect(foreign.status).toBe(404)
    const wide = await school.get(`${QUESTIONS}/getQuestionScoreList`, { examId, courseName: '语文' })
    expect(
      wide.data.records.map((row: { studentNumber: string; total: number }) => [row.studentNumber, row.total]),
    ).toEqual([
      ['0101', 120],
      ['0102', 75],
    ])
    const courses = await school.get(`${QUESTIONS}/getCourseList`, { examId })
    expect(courses.data).toMatchObject([{ courseName: '语文', rowNum: 12, studentNum: 2, isArchived: 1 }])
    const all = await desk.user.get(`${QUESTIONS}/getCourseList`, { examId })
    expect(all.data).toMatchObject([{ courseName: '语文', studentNum: 3 }])
    const own = await school.get(`${BASE}/examscorestudentcourse/queryStudentQuestionScore`, {
      examId,
      courseName: '语文',
      studentNumber: '0102',
    })
    expect(own.data[0]).toMatchObject({
      questionNo: '1',
      score: 0,
      rate: 0,
      classRate: null,
      schoolRate: null,
      // of the three who answered one is of another school: his mark would be told
      allRate: null,
      key: 'A',
    })
    const whole = await desk.user.get(`${BASE}/examscorestudentcourse/queryStudentQuestionScore`, {
      examId,
      courseName: '语文',
      studentNumber: '0102',
    })
    expect(whole.data[0]).toMatchObject({ questionNo: '1', schoolRate: null, allRate: 0.6667 })
  })
})
