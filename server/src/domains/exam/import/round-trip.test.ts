import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'

const LIST = ROSTER.trim()
  .split('\n')
  .map((line, i) => `${line},${['选科,计入统计,座位', '物化生,是,1', '物化生,否,2', '历政地,是,3', '物化地,,4'][i]}`)
  .join('\n')

// Every way a mark may be written, and the parts of one course, which an export does not show.
const SCORES = `考号,语文,语文客观,语文主观,数学,物理
0101,１１８．５,50,68.5,0,77
0102,缺考,,,Q,作弊
0103,100,40,60,-1,
0201,120,,,96.5分,缓考
`

const BASE = '/api/bigdata-service'
const COURSES = {
  courses: ['语文', '数学', '物理'].map((courseName) => ({ courseName, examScore: 150 })),
  examMode: '3',
}

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('往返', COURSES)
  await commit(examId, 'student', LIST)
  await commit(examId, 'score', SCORES)
  for (const call of ['check', 'archive'])
    for (const path of ['examstudentimport', 'examscorestudentcourseimport'])
      await desk.run(`${path}/${call}ByExamId`, { examId, ...(call === 'check' ? { confirmWarnings: 1 } : {}) })
})

async function commit(exam: string, kind: string, file: string | Buffer): Promise<void> {
  const batch = await desk.send(exam, kind, file)
  expect(batch).toMatchObject({ status: 3, message: '' })
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
}

async function exported(path: string): Promise<Buffer> {
  return (await desk.user.get(`${BASE}/${path}/export`, { examId, reason: '核对名单' })).raw
}

/** The workbook as text, without one of its columns. */
async function without(title: string, body: Buffer): Promise<string> {
  const path = join(program().dataDir, 'exported.xlsx')
  await writeFile(path, body)
  const rows: string[][] = []
  for await (const { cells } of readSheets({ path, name: 'exported.xlsx' })) rows.push(cells)
  const at = rows[0]?.indexOf(title) ?? -1
  expect(at).toBeGreaterThan(-1)
  return rows.map((cells) => cells.filter((_cell, i) => i !== at).join(',')).join('\n')
}

async function listed(path: string, exam: string): Promise<unknown[]> {
  const { data } = await desk.user.get(`${BASE}/${path}/list`, { examId: exam, size: 100 })
  return data.records.map((row: Record<string, unknown>) =>
    Object.fromEntries(KEPT.filter((name) => name in row).map((name) => [name, row[name]])),
  )
}

const KEPT = [
  'studentNumber',
  'studentName',
  'areaCode',
  'schoolCode',
  'schoolName',
  'classCode',
  'examClass',
  'courseCombination',
]
KEPT.push('isCount', 'courseName', 'scoreText', 'score', 'scoreStatus')

test('what is exported after archiving comes in again as nothing new', async () => {
  await desk.setStatus(examId, 1)
  const list = await desk.send(examId, 'student', await exported('examstudentimport'))
  expect(list).toMatchObject({
    status: 3,
    counts: { rows: 4, fresh: 0, changed: 0, unchanged: 4, faulty: 0, warned: 0 },
    files: [{ sheets: [{ layout: 'roster', headerRow: 1 }] }],
  })
  const marks = await desk.send(examId, 'score', await exported('examscorestudentcourseimport'))
  expect(marks).toMatchObject({
    status: 3,
    counts: { rows: 11, fresh: 0, changed: 0, unchanged: 11, faulty: 0, warned: 0 },
    files: [{ sheets: [{ layout: 'long', headerRow: 1 }] }],
  })
})

test('another exam takes the export as its own and holds the same rows', async () => {
  const other = await desk.addExam('另一场', COURSES)
  const body = await exported('examstudentimport')
  const masked = await desk.send(other, 'student', body)
  expect(masked.faultCounts).toContainEqual({ code: 'F02', level: 'error', num: 4 })
  await commit(other, 'student', await without('学籍号', body))
  await commit(other, 'score', await exported('examscorestudentcourseimport'))
  for (const path of ['examstudentimport', 'examscorestudentcourseimport'])
    expect(await listed(path, other)).toEqual(await listed(path, examId))
})

test('a mended mark is the only change, and takes the parts it no longer explains with it', async () => {
  await desk.setStatus(examId, 1)
  const text = (await without('分数', await exported('examscorestudentcourseimport'))).replace('１１８．５', '119')
  const batch = await desk.send(examId, 'score', text)
  expect(batch).toMatchObject({ status: 3, counts: { fresh: 0, changed: 1, unchanged: 10, faulty: 0 } })
  await desk.run('examimport/commit', { batchId: batch.batchId })
  const { data } = await desk.user.get(`${BASE}/examscorestudentcourseimport/list`, {
    examId,
    courseName: '语文',
    size: 100,
  })
  const parts = data.records.map((row: Record<string, unknown>) => [
    row['studentNumber'],
    row['score'],
    row['objectiveScore'],
    row['subjectiveScore'],
  ])
  expect(parts.toSorted()).toEqual([
    ['0101', 119, null, null],
    ['0102', null, null, null],
    ['0103', 100, 40, 60],
    ['0201', 120, null, null],
  ])
})
