import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp, waitForJob } from '../../../../test/harness.ts'
import { own } from '../../../platform/db/table.ts'
import { writeXls } from '../../../platform/sheet/write-xls.ts'
import { createZip } from '../../../platform/sheet/zip-writer.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { examImportRow } from '../tables.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('整套')
})

/** A county's parcel: roster, marks in an old workbook with a header of two lines, and who teaches whom. */
async function parcel(): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => void chunks.push(chunk))
  await zip.add('名单/考生.csv', ROSTER)
  const marks = writeXls('成绩', [
    ['第一中学成绩表'],
    ['考号', '姓名', '语文', '', '数学', ''],
    ['', '', '成绩', '等级', '卷面', '总分'],
    ['0101', '张一', 118.5, 'A', 90, 95],
    ['0103', '王三', 100, 'B', 80, 88],
  ])
  await zip.add('成绩.xls', marks)
  await zip.add('任课.csv', '学校,班级,语文,数学,外语\n第一中学,1班,钱五,孙六,周七\n')
  await zip.end()
  return Buffer.concat(chunks)
}

async function sendParcel(kind: string) {
  const answer = await desk.upload(examId, kind, { name: '整套.zip', body: await parcel() })
  expect(answer.msg).toBe('操作成功')
  await waitForJob(desk.user, answer.data.jobId)
  return desk.detail(answer.data.batchId)
}

test('each wizard takes from one archive what is its own', async () => {
  const students = await sendParcel('student')
  expect(students.files.map((file) => [file.fileName, file.sheets[0]?.otherKind])).toEqual([
    ['名单/考生.csv', undefined],
    ['成绩.xls', 'score'],
    ['任课.csv', 'teacher'],
  ])
  expect(students).toMatchObject({ status: 3, message: '', counts: { rows: 4, fresh: 4, faulty: 0 } })
  await desk.run('examimport/commit', { batchId: students.batchId })

  const asked = await sendParcel('score')
  const told = '成绩.xls「成绩」有 2 列都是数学：第 5 列「数学_卷面」、第 6 列「数学_总分」，请选择导入哪一列'
  expect(asked).toMatchObject({ status: 2, message: told })
  await desk.run('examimport/mapping', { batchId: asked.batchId, sheets: asked.files[1]?.sheets })
  const marks = await desk.detail(asked.batchId)
  expect(marks).toMatchObject({ status: 3, message: '', counts: { rows: 2, fresh: 4, faulty: 0 } })
  expect(marks.files[1]?.sheets[0]).toMatchObject({ headerRow: 3, layout: 'wide' })
  await desk.run('examimport/commit', { batchId: marks.batchId, confirmWarnings: 1 })
  const stored = await desk.user.get('/api/bigdata-service/examscorestudentcourseimport/list', {
    examId_equal: examId,
    size: 10,
  })
  const lines = stored.data.records.map((row: { studentNumber: string; courseName: string; score: number }) =>
    [row.studentNumber, row.courseName, row.score].join(' '),
  )
  expect(lines.toSorted()).toEqual(['0101 数学 95', '0101 语文 118.5', '0103 数学 88', '0103 语文 100'])

  const teachers = await sendParcel('teacher')
  expect(teachers).toMatchObject({ status: 3, message: '', counts: { rows: 1, fresh: 3, faulty: 0 } })
})

test('a sheet that belongs elsewhere is named, and may still be taken by hand', async () => {
  const batch = await desk.send(examId, 'student', '考号,姓名,学校,班级,语文,数学,外语\n0301,许三,第一中学,1班,1,2,3\n')
  expect(batch).toMatchObject({ status: 2, message: 'student.csv里只有成绩，不在这里导入' })
  const sheet = batch.files[0]?.sheets[0]
  const answer = await desk.post('examimport/mapping', {
    batchId: batch.batchId,
    sheets: [
      { ...sheet, isIgnored: false, targets: ['studentNumber', 'studentName', 'schoolText', 'classText', '', '', ''] },
    ],
  })
  await waitForJob(desk.user, answer.data.jobId)
  expect(await desk.detail(batch.batchId)).toMatchObject({ status: 3, message: '', counts: { fresh: 1 } })
})

test.each([
  ['a line the sheet does not have', { headerRow: 99 }, '工作表「CSV」没有第 99 行'],
  ['a column of no meaning', { targets: ['studentNumber', 'nonsense'] }, '列的含义不正确'],
  ['a course the exam does not have', { targets: ['studentNumber', 'course:天文:score'] }, '列的含义不正确'],
])('a mapping to %s is refused and changes nothing', async (_title, change, message) => {
  const batch = await desk.send(examId, 'student', '考号,姓名,学校,班级\n0401,许四,第一中学,1班\n')
  const sheet = batch.files[0]?.sheets[0]
  const sheets = [{ ...sheet, isIgnored: false, ...change }]
  const answer = await desk.post('examimport/mapping', { batchId: batch.batchId, sheets })
  expect([answer.status, answer.msg]).toEqual([400, message])
  expect((await desk.detail(batch.batchId)).files).toEqual(batch.files)
})

test('more files than a batch takes are refused before one is read', async () => {
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => void chunks.push(chunk))
  await zip.add('任课.csv', '学校,班级,语文\n')
  for (let nth = 1; nth <= 100; nth += 1) await zip.add(`说明${nth}.txt`, '说明')
  await zip.end()
  const answer = await desk.upload(examId, 'teacher', { name: '说明.zip', body: Buffer.concat(chunks) })
  expect([answer.status, answer.msg]).toEqual([400, '一个批次最多 100 个文件'])
})

test('the same archive again brings nothing new into the batch', async () => {
  const batch = await sendParcel('teacher')
  const again = await desk.user.upload(
    '/api/bigdata-service/examimport/upload',
    { examId, kind: 'teacher', batchId: batch.batchId },
    [{ name: '又一次.zip', body: await parcel() }],
  )
  await waitForJob(desk.user, again.data.jobId)
  const { files, counts } = await desk.detail(batch.batchId)
  expect(files.map((file) => file.leftOut)).toEqual([null, null, null, 'same', 'same', 'same'])
  expect(counts).toEqual(batch.counts)
})

test('rows of several files are numbered in the order of the files, however long each takes to read; one that is none, or breaks off, says why', async () => {
  const many = ROSTER + Array.from({ length: 4000 }, (_none, i) => `X${i},学生${i},男,第一中学,1班\n`).join('')
  const files = [
    { name: '甲.csv', body: Buffer.from(many) },
    { name: '乙.xlsx', body: Buffer.from('PK') },
    { name: '己.csv', body: Buffer.from(`${ROSTER}${'多,'.repeat(1000)}多\n`) },
    { name: '丙.csv', body: Buffer.from(ROSTER) },
    { name: '丁.csv', body: Buffer.from(ROSTER.replace('张一', '张壹')) },
  ]
  const answer = await desk.user.upload('/api/bigdata-service/examimport/upload', { examId, kind: 'student' }, files)
  await waitForJob(desk.user, answer.data.jobId)
  const batch = await desk.detail(answer.data.batchId)
  expect(batch.files.map(({ fileName, message }) => [fileName, message !== ''])).toEqual([
    ['甲.csv', false],
    ['乙.xlsx', true],
    ['己.csv', true],
    ['丙.csv', false],
    ['丁.csv', false],
  ])
  const rows = await sql<{
    fileNo: number
    first: number
    last: number
  }>`select file_no, min(row_id) as first, max(row_id) as last
    from ${own(examImportRow)} where batch_id = ${batch.batchId} group by file_no order by file_no`.execute(desk.db)
  expect(rows.rows).toEqual([
    { fileNo: 1, first: 1, last: 4005 },
    { fileNo: 4, first: 4006, last: 4010 },
    { fileNo: 5, first: 4011, last: 4015 },
  ])
})
