import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'

const BASE = '/api/bigdata-service'
/** Every column of the roster that a student may have. */
const LIST = ROSTER.split('\n')
  .map(
    (line, i) =>
      line &&
      `${line},${i ? `S${i},往届,物理类,物化生,00${i},${i},${i === 3 ? '否' : '是'}` : '学号,学生类别,科类,选科,考场,座位,计入统计'}`,
  )
  .join('\n')
const SCORES = '考号,语文,数学,外语\n0101,120,110.5,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,0,作弊\n'
/** What a workbook cannot know: where a row is kept, and when. */
const OWN = new Set(['id', 'examId', 'batchId', 'rowNo', 'createTime', 'updateTime', 'createUser', 'updateUser'])

const program = useTestApp()
let desk: Desk
let [first, second] = ['', '']

beforeAll(async () => {
  desk = await openDesk(program())
  first = await desk.addExam('归档后导出')
  await computeExam(desk, first, SCORES, LIST)
  second = await desk.addExam('导出后导入')
})

async function rowsOf(list: string, examId: string): Promise<unknown[]> {
  const { data } = await desk.user.get(`${BASE}/${list}`, { examId, size: 200, ascs: 'studentNumber' })
  const rows: Record<string, unknown>[] = data.records
  expect(rows.length).toBeGreaterThan(0)
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !OWN.has(name))))
    .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

const keyOf = (row: Record<string, unknown>) => `${String(row['studentNumber'])} ${String(row['courseName'] ?? '')}`

async function sheetOf(list: string): Promise<string> {
  const { raw, status } = await desk.user.get(`${BASE}/${list}/export`, {
    examId: first,
    reason: '核对往返',
    isWhole: 1,
  })
  expect(status).toBe(200)
  const path = join(program().dataDir, 'back.xlsx')
  await writeFile(path, raw)
  const lines: string[] = []
  for await (const { cells } of readSheets({ path, name: 'back.xlsx' })) lines.push(cells.join(','))
  return lines.join('\n')
}

test('T6: what was imported and archived, exported and imported again is the same, row by row', async () => {
  const lists = { student: examStudentImport, score: examScoreImport }
  for (const [kind, { paths }] of Object.entries(lists)) {
    const batch = await desk.send(second, kind, await sheetOf(String(paths[0]).slice(BASE.length + 1)))
    expect(batch, kind).toMatchObject({ status: 3, counts: { faulty: 0 } })
    await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  }
  for (const list of ['examstudentimport', 'examscorestudentcourseimport'])
    await desk.run(`${list}/checkByExamId`, { examId: second, confirmWarnings: 1 })
  for (const list of ['examstudentimport', 'examscorestudentcourseimport'])
    await desk.run(`${list}/archiveByExamId`, { examId: second })
  await desk.run('examinfo/execDataProgress', { examId: second })
  const runs = await desk.user.get('/api/bigdata-service/examdataprogress/list', { examId: second })
  const { taskTotal, ...run } = runs.data.records[0]
  expect(run).toMatchObject({ taskFinished: taskTotal, percent: 100, operator: `u${desk.user.userId}` })
  for (const examId of [first, second]) await desk.run('examinfo/execPackageExam', { examId })
  for (const list of ['examstudentimport/list', 'examscorestudentcourseimport/list', 'examscorestudent/list'])
    expect(await rowsOf(list, second), list).toEqual(await rowsOf(list, first))
})
