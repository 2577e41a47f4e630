import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
const NUMBERS = ['0101', '0102', '0103', '0104', '0105', '0106']
const LIST = [
  '考号,姓名,学校,班级',
  ...NUMBERS.map((number, i) => `${number},${'甲乙丙丁戊己'[i]}生,第一中学,1班`),
].join('\n')
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('只有客观分与主观分')
  const list = await desk.send(examId, 'student', LIST)
  await desk.run('examimport/commit', { batchId: list.batchId, confirmWarnings: 1 })
})

/** A sheet of 语文 by its parts alone, one line for each of the first students. */
function sheetOf(...parts: string[]): string {
  return ['考号,语文客观,语文主观', ...parts.map((line, i) => `${NUMBERS[i]},${line}`)].join('\n')
}

test('a part without the other, and a sum that is no multiple of 0.5, are told at their cell', async () => {
  const batch = await desk.send(examId, 'score', sheetOf('36,', '36,缺考', ',50', '36.3,50', '0,0', '36,50'))
  expect(batch).toMatchObject({ status: 2, counts: { faulty: 4 } })
  const { data } = await desk.user.get('/api/bigdata-service/examimport/rows', {
    batchId: batch.batchId,
    onlyFaulty: 1,
    size: 100,
  })
  const told = data.records.flatMap(({ row }: { row: { faults: { code: string; column: number; text: string }[] } }) =>
    row.faults.map(({ code, column, text }) => [code, column, text]),
  )
  expect(told).toEqual([
    ['C05', 2, '有客观分，没有主观分'],
    ['C05', 2, '有客观分，没有主观分'],
    ['C05', 1, '有主观分，没有客观分'],
    ['C04', 1, '分数应为 0.5 的倍数'],
  ])
})

test('a word for a paper that does not count decides the course, in whichever part it stands', async () => {
  const batch = await desk.send(examId, 'score', sheetOf('作弊,50', '作弊,', ',免考', '缺考,缺考', '0,0', '36.5,50'))
  expect(batch).toMatchObject({ status: 3, message: '', counts: { faulty: 0 } })
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  const rows = await sql`select score_text, score::float8 as score, objective_score::float8 as objective,
      subjective_score::float8 as subjective, score_status
    from exam_score_student_course_import where exam_id = ${examId} order by student_number`.execute(desk.db)
  expect(rows.rows.map((row) => Object.values(row as object))).toEqual([
    ['作弊', null, null, null, 3],
    ['作弊', null, null, null, 3],
    ['免考', null, null, null, 6],
    ['', null, null, null, 1],
    ['0', 0, 0, 0, 2],
    ['86.5', 86.5, 36.5, 50, 0],
  ])
  // The check of the whole exam reads the kept texts anew, and finds the same.
  await desk.run('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 })
  const faulty = await sql`select student_number, check_msg from exam_score_student_course_import
    where exam_id = ${examId} and check_status = 2`.execute(desk.db)
  expect(faulty.rows).toEqual([])
})
