import { beforeAll, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { PAPER_MARKS, PAPER_SCORES, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { pick } from '../../../../test/fixtures/report-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'

const BASE = '/api/bigdata-service'

const program = useTestApp()
let desk: Desk
let examId = ''

/** Version 2 has another mark of one question: 3(2) is worth 10, 5 + 10 + 10 of 30 before, then 8 + 10 + 10. */
beforeAll(async () => {
  desk = await openDesk(program())
  const officer = await program().user({ role: 'exam' })
  examId = await desk.addExam('题目变化')
  await savePaper(desk, examId, '语文')
  await computeExam(desk, examId, PAPER_SCORES)
  const batch = await desk.send(examId, 'question', await makeBook('xlsx', [{ name: '语文', rows: PAPER_MARKS }]))
  await desk.run('examimport/commit', { batchId: batch.batchId })
  await desk.run('examScoreStudentCourseQuestion/archiveByExamId', { examId })
  await pack()
  const lines = [{ studentNumber: '0101', courseName: '语文', questionNo: '3(2)', newScore: '8' }]
  const asked = { examId, reason: '阅卷登分有误', lines }
  const { data } = await desk.user.post(`${BASE}/examscorecorrection/submitBatch`, asked)
  await officer.post(`${BASE}/examscorecorrection/audit`, { ids: data[0].id, pass: 1, approveOpinion: '属实' })
  await pack()
  await desk.post('examinfo/publishExam', { examId })
})

async function pack(): Promise<void> {
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
}

async function compare(path: string) {
  const { data } = await desk.user.get(`${BASE}/report/${path}`, { examId, fromVersion: 1, toVersion: 2 })
  return data
}

test('a corrected question is told with its difficulty and rate as they were and are, its paper, and the correction', async () => {
  const { records, basis } = await compare('getPackageChange')
  const rate = ['scoreRate.beforeShare', 'scoreRate.nowShare', 'scoreRate.changeShare']
  const question = records.filter((row: { questionNo: string }) => row.questionNo === '3(2)')
  expect(pick(question, 'courseName', ...rate, 'difficulty.beforeMark', 'difficulty.nowMark')).toEqual([
    ['语文', 83.33, 93.33, 10, 0.83, 0.93],
  ])
  const told = records.map((row: { questionNo: string }) => row.questionNo)
  expect(told).toContain('整卷')
  // Marks of the course were not corrected, nor those of the other questions.
  expect(told).not.toContain(null)
  expect(
    records.every((row: Record<string, unknown>) => row['questionNo'] !== '1' || !('scoreRate.nowShare' in row)),
  ).toBe(true)
  expect(basis).toContain('小题更正：语文 第3(2)题 1 条')
})

test('behind the change of a question stand the students whose mark of it is another one', async () => {
  const asked = { examId, reportName: 'packageChangeByAll', fromVersion: 1, toVersion: 2, courseName: '语文' }
  const cell = { ...asked, column: 'scoreRate.nowShare', questionNo: '3(2)', size: 10 }
  const { data } = await desk.user.get(`${BASE}/report/listBehind`, cell)
  expect(pick(data.records, 'studentNumber', 'oldScore', 'score')).toEqual([['0101', 5, 8]])
  const paper = await desk.user.get(`${BASE}/report/listBehind`, { ...cell, questionNo: '整卷' })
  expect(paper.data.total).toBe(1)
  const moved = await desk.user.get(`${BASE}/report/listBehind`, { ...asked, column: 'movedNum', size: 10 })
  expect(moved.data.records).toEqual([])
})

test('by school no question is told', async () => {
  expect((await compare('getPackageChangeBySchool')).records).toEqual([])
})
