import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { PAPER_MARKS, PAPER_SCORES, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { archivedQuestions } from '../question/archived-questions.ts'
import { listQuestionFiles, newQuestionPath } from '../question/question-files.ts'

const BASE = '/api/bigdata-service'

const program = useTestApp()
let desk: Desk
/** Approves; nothing here is his own. */
let officer: Client
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  officer = await program().user({ role: 'exam' })
  examId = await desk.addExam('小题更正')
  await savePaper(desk, examId, '语文')
  await computeExam(desk, examId, PAPER_SCORES)
  const batch = await desk.send(examId, 'question', await makeBook('xlsx', [{ name: '语文', rows: PAPER_MARKS }]))
  await desk.run('examimport/commit', { batchId: batch.batchId })
  await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
})

interface Line {
  studentNumber: string
  questionNo?: string
  newScore: string
}

async function ask(lines: Line[], user = desk.user) {
  const { data } = await user.post<{ id: string; isDone: number; message: string }[]>(
    `${BASE}/examscorecorrection/submitBatch`,
    { examId, reason: '阅卷登分有误', lines: lines.map((line) => ({ courseName: '语文', ...line })) },
  )
  return data
}

async function approve(ids: string[], user = officer) {
  const { status, msg } = await user.post(`${BASE}/examscorecorrection/audit`, {
    ids: ids.join(),
    pass: 1,
    approveOpinion: '属实',
  })
  return [status, msg]
}

async function correct(...lines: Line[]): Promise<string[]> {
  const made = await ask(lines)
  expect(made.map(({ message }) => message)).toEqual(lines.map(() => ''))
  const ids = made.map(({ id }) => id)
  expect(await approve(ids)).toEqual([200, '操作成功'])
  return ids
}

async function ctx() {
  const found = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!found) throw new Error('no context')
  return found
}

async function marksOf(studentNumber: string): Promise<[string, number | null][]> {
  const { data } = await desk.user.get(`${BASE}/examScoreStudentCourseQuestion/list`, {
    examId,
    courseName: '语文',
    studentNumber,
    size: 100,
  })
  return data.records.map((row: { questionNo: string; score: number | null }) => [row.questionNo, row.score])
}

const exam = async () => (await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })).data
const detail = async (id: string) => (await desk.user.get(`${BASE}/examscorecorrection/detail`, { id })).data

async function stateOf(...codes: string[]): Promise<number[]> {
  const { data } = await desk.user.get(`${BASE}/examdataprogresstask/listProgressTask`, { examId })
  const tasks = data as { taskCode: string; taskState: number }[]
  return codes.map((code) => tasks.find(({ taskCode }) => taskCode === code)?.taskState ?? -1)
}

describe('a correction of an archived question score', () => {
  test('approved, changes that mark alone, expires the steps of questions alone, and marks the reports', async () => {
    const before = await exam()
    const stray = await newQuestionPath(await ctx(), examId, 1)
    await writeFile(stray, 'left behind by a writer that was killed')
    const [id = ''] = await correct({ studentNumber: '0101', questionNo: '第3(2)题', newScore: '6.5' })
    expect(existsSync(stray)).toBe(false)
    expect(await marksOf('0101')).toEqual([
      ['1', 50],
      ['2', 50],
      ['3(1)', 15],
      ['3(2)', 6.5],
      ['4', null],
      ['5', 0],
    ])
    expect(await marksOf('0102')).toContainEqual(['3(2)', 10])
    const after = await exam()
    expect([after.dataVersion - before.dataVersion, after.factsVersion, after.packageVersion]).toEqual([
      1,
      before.factsVersion,
      1,
    ])
    expect(await stateOf('CALC_TOTAL', 'STAT_BASE', 'LINE_CALC', 'QUES_STAT', 'QUES_PAPER', 'QUES_KNOWLEDGE')).toEqual([
      4, 4, 4, 5, 5, 5,
    ])
    const { data } = await desk.user.get(`${BASE}/report/getScoreRank`, { examId, grain: 'student', size: 10 })
    expect(data.heading.alert).toBe('数据已更新，待重新发布')
    expect(await detail(id)).toMatchObject({
      questionNo: '3(2)',
      oldScore: '5',
      newScore: '6.5',
      correctionStatus: 2,
      approverName: `u${officer.userId}`,
      dataVersion: after.dataVersion,
      isSumOff: 1,
      sumNote: '小题合计 121.5，科目成绩 120',
    })
  })

  test('says that questions and mark differ until the other is corrected as well', async () => {
    const [id = ''] = await correct({ studentNumber: '0101', newScore: '121.5' })
    expect(await detail(id)).toMatchObject({ questionNo: null, isSumOff: 0, sumNote: null })
    const [off = ''] = await correct({ studentNumber: '0201', newScore: '缺考' })
    expect(await detail(off)).toMatchObject({ isSumOff: 1, sumNote: '小题合计 100，科目成绩 缺考' })
    const { data } = await desk.user.get(`${BASE}/examscorecorrection/list`, { examId_equal: examId, isSumOff: 1 })
    expect(data.records.map((row: { studentNumber: string }) => row.studentNumber)).toEqual(['0201'])
    await correct({ studentNumber: '0201', newScore: '100' })
    expect(await detail(off)).toMatchObject({ isSumOff: 0, sumNote: null })
  })

  test('many that are approved together write the file of their course once', async () => {
    const inside = await ctx()
    const before = await listQuestionFiles(inside, examId, 'archived')
    const made = await ask([
      { studentNumber: '0102', questionNo: '1', newScore: '50' },
      { studentNumber: '0102', questionNo: '5', newScore: '3' },
      { studentNumber: '0102', questionNo: '4', newScore: '未作答' },
    ])
    const version = (await exam()).dataVersion
    expect(await approve(made.map(({ id }) => id))).toEqual([200, '操作成功'])
    const [file] = await listQuestionFiles(inside, examId, 'archived')
    expect(file?.fileName).not.toBe(before[0]?.fileName)
    expect(file).toMatchObject({ rowNum: 18, studentNum: 3 })
    const folder = (await archivedQuestions(inside, examId)).map(({ file: path }) => basename(path))
    expect(folder).toEqual([file?.fileName])
    expect((await exam()).dataVersion).toBe(version + 3)
    // 50 + 25 + 20 + 10 + the better of nothing and 3
    expect(await detail(made[0]?.id ?? '')).toMatchObject({ sumNote: '小题合计 108，科目成绩 75' })
  })

  test('of several students approved together, each gets his own mark and his own note', async () => {
    const made = await correct(
      { studentNumber: '0201', questionNo: '5', newScore: '19' },
      { studentNumber: '0101', questionNo: '5', newScore: '4' },
    )
    expect([await marksOf('0201'), await marksOf('0101')]).toEqual([
      expect.arrayContaining([['5', 19]]),
      expect.arrayContaining([['5', 4]]),
    ])
    const notes = await Promise.all(made.map(async (id) => (await detail(id)).sumNote))
    expect(notes).toEqual([null, '小题合计 125.5，科目成绩 121.5'])
    await correct({ studentNumber: '0101', questionNo: '5', newScore: '0' })
  })

  test('is what archiving the staged scores again would give', async () => {
    await desk.setStatus(examId, 5)
    await correct({ studentNumber: '0102', newScore: '108' })
    await correct(
      { studentNumber: '0102', questionNo: '2', newScore: '26' },
      { studentNumber: '0102', newScore: '109' },
    )
    const before = await marksOf('0102')
    const reason = '重新归档'
    expect((await desk.post('examScoreStudentCourseQuestion/unarchiveByExamId', { examId, reason })).code).toBe(200)
    await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    expect(await marksOf('0102')).toEqual(before)
    await desk.setStatus(examId, 7)
  })

  test('finds nothing to correct where the archive was taken back meanwhile', async () => {
    const ids = (await ask([{ studentNumber: '0201', questionNo: '2', newScore: '1' }])).map(({ id }) => id)
    await desk.setStatus(examId, 5)
    const reason = '重新扫描'
    expect((await desk.post('examScoreStudentCourseQuestion/unarchiveByExamId', { examId, reason })).code).toBe(200)
    const before = await exam()
    expect(await approve(ids)).toEqual([400, '语文没有已归档的小题分'])
    expect((await exam()).dataVersion).toBe(before.dataVersion)
    expect(await marksOf('0201')).toContainEqual(['2', 0])
    await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
    await desk.setStatus(examId, 7)
    await desk.post('examscorecorrection/withdraw', { ids: ids.join() })
    await desk.user.post(`${BASE}/examscorecorrection/remove`, undefined, { ids: ids.join() })
  })
})

describe('what keeps a correction of a question out', () => {
  test.each([
    [{ questionNo: '1', newScore: '51' }, '第1题的得分应在 0 到 50 之间'],
    [{ questionNo: '3(1)', newScore: '7.25' }, '得分最多一位小数'],
    [{ questionNo: '3(1)', newScore: '缺考' }, '请填写第3(1)题的得分'],
    [{ questionNo: '3(1)', newScore: '未作答' }, '请填写第3(1)题的得分'],
    [{ questionNo: '3(1)', newScore: '15.0' }, '更正后的成绩与归档的成绩相同'],
    [{ questionNo: '9', newScore: '1' }, '考号 0101 的语文没有题号「9」的归档得分'],
    [{ questionNo: '1', newScore: '1', courseName: '数学' }, '数学没有已归档的小题分'],
  ])('a line %j is refused with its reason', async (line, message) => {
    const [refused] = await ask([{ studentNumber: '0101', ...line }])
    expect(refused).toMatchObject({ isDone: 0, message })
  })

  test('a question and its course wait apart, a second one of the same question is refused', async () => {
    const lines = [
      { studentNumber: '0201', questionNo: '1', newScore: '49' },
      { studentNumber: '0201', newScore: '99' },
      { studentNumber: '0201', questionNo: '2', newScore: '1' },
    ]
    const made = await ask(lines)
    expect(made.map(({ isDone }) => isDone)).toEqual([1, 1, 1])
    const again = await ask(lines.slice(0, 1))
    expect(again[0]?.message).toBe('考号 0201 的语文第1题已有尚未办结的更正申请')
    await desk.post('examscorecorrection/withdraw', { ids: made.map(({ id }) => id).join() })
    await desk.user.post(`${BASE}/examscorecorrection/remove`, undefined, { ids: made.map(({ id }) => id).join() })
  })

  test('a mark that changed since it was asked for takes the whole approval back', async () => {
    const made = await ask([
      { studentNumber: '0201', questionNo: '3(1)', newScore: '19' },
      { studentNumber: '0101', questionNo: '3(1)', newScore: '16' },
    ])
    const other = await ask([{ studentNumber: '0201', questionNo: '3(2)', newScore: '9' }])
    expect(await approve([other[0]?.id ?? ''])).toEqual([200, '操作成功'])
    await sql`update exam_score_correction set old_score = '7' where id = ${made[1]?.id}`.execute(desk.db)
    expect(await approve(made.map(({ id }) => id))).toEqual([
      409,
      '考号 0101 的语文第3(1)题申请时为「7」，现为「15」，请重新申请',
    ])
    expect(await marksOf('0201')).toContainEqual(['3(1)', 20])
  })

  test('a school asks about its own students, once it sees their question scores', async () => {
    const school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
    const lines = [
      { studentNumber: '0101', questionNo: '2', newScore: '49' },
      { studentNumber: '0201', questionNo: '2', newScore: '49' },
    ]
    const results = await ask(lines, school)
    expect(results.map(({ message }) => message)).toEqual(['', '考号 0201 不在归档的考生名单'])
    expect((await approve([results[0]?.id ?? ''], school))[0]).toBe(403)
  })
})
