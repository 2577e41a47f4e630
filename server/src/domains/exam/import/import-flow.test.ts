import { vi } from 'vitest'
vi.mock('../../../platform/http/static.ts', () => ({ serveWeb: () => {} }))
import { creditCheckCharacter, idCheckCharacter } from '@xueheng/contract/kit/check.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'

const BASE = '/api/bigdata-service'
const test_ = useTestApp({ LOG_LEVEL: 'error' })
let user: Client
let examId = ''
const SCHOOLS = [1, 2].map((i) => {
  const first = `1299000${i}00000000${i}`.padEnd(17, '0').slice(0, 17)
  return { code: first + creditCheckCharacter(first), name: `第${'一二'[i - 1]}中学`, area: `99000${i}` }
})

function code(i: number): string {
  const first = `990001201001${String(i).padStart(2, '0')}${String(i).padStart(3, '0')}`.slice(0, 17)
  return `G${first}${idCheckCharacter(first)}`
}

beforeAll(async () => {
  user = await test_().user({ role: 'administrator' })
  for (const school of SCHOOLS) {
    const made = await user.post(`${BASE}/basicschool/submit`, {
      schoolCode: school.code,
      schoolName: school.name,
      areaCode: school.area,
      schoolType: '4',
      sort: 1,
    })
    expect(made.msg).toBe('操作成功')
    const classes = await user.post(`${BASE}/school_classes/initClasses/${school.code}/2025`, [
      { gradeCode: 12, classNum: 2, startNo: 1 },
    ])
    expect(classes.code).toBe(200)
  }
  examId = await addExam('二模')
})

async function addExam(examName: string, examMode = '1', courses = ['语文', '数学', '外语']): Promise<string> {
  const made = await user.post(`${BASE}/examinfo/submit`, {
    examName,
    examYear: 2026,
    studyYear: 2025,
    term: 2,
    stage: '3',
    gradeCode: '12',
    enterYear: 2023,
    examType: '1',
    examMode,
    artsScience: '0',
    beginDate: '2026-03-01',
    endDate: '2026-03-02',
    areaCodes: ['990001', '990002'],
  })
  expect(made.msg).toBe('操作成功')
  const id = String(made.data.id)
  const saved = await user.post(`${BASE}/examinfo/submitCourse`, {
    examId: id,
    courses: courses.map((courseName, i) => ({
      courseName,
      courseAlias: courseName === '外语' ? ['英语'] : [],
      examScore: i < 3 ? 150 : 100,
      isInTotal: 1,
    })),
  })
  expect(saved.msg).toBe('操作成功')
  return id
}

async function send(kind: string, text: string, more: Record<string, string> = {}, exam = examId) {
  const answer = await user.upload(`${BASE}/examimport/upload`, { examId: exam, kind, ...more }, [
    { name: `${kind}.csv`, body: Buffer.from(text) },
  ])
  expect(answer.msg).toBe('操作成功')
  await waitForJob(user, answer.data.jobId)
  return detail(answer.data.batchId)
}

async function detail(batchId: string) {
  return (await user.get(`${BASE}/examimport/detail`, { batchId })).data
}

async function run(call: string, body: Record<string, unknown>) {
  const answer = await user.post(`${BASE}/${call}`, body)
  expect(answer.msg).toBe('操作成功')
  return waitForJob(user, answer.data.jobId)
}

async function faultsOf(batchId: string) {
  const rows = await user.get(`${BASE}/examimport/rows`, { batchId, onlyFaulty: 1, size: 100 })
  return rows.data.records.flatMap(({ row }: { row: { rowNo: number; faults: { code: string; column: number }[] } }) =>
    row.faults.map((fault) => `${row.rowNo}:${fault.column}:${fault.code}`),
  )
}

const ROSTER = `考号,学籍号,姓名,性别,学校,班级
0101,${code(1)},张一,男,第一中学,高三(1)班
0102,${code(2)},李·二,女,第一中学,高三(1)班
0103,${code(3)},王三,男,第一中学,2班
0201,${code(4)},赵四,女,第二中学,高三(1)班
`

function db() {
  return test_().app.database.tenant('097108')
}

async function stored(table: string, exam = examId) {
  const found = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where exam_id = ${exam} order by id`.execute(db())
  return found.rows
}

describe('from a roster and a score sheet to facts', () => {
  test('a clean roster is judged, written and undone exactly', async () => {
    const batch = await send('student', ROSTER)
    expect(batch).toMatchObject({
      status: 3,
      message: '',
      counts: { rows: 4, fresh: 4, changed: 0, unchanged: 0, faulty: 0, warned: 0 },
    })
    expect(await stored('exam_student_import')).toEqual([])
    expect(await run('examimport/commit', { batchId: batch.batchId })).toMatchObject({
      text: '新增 4 条，更新 0 条，未变 0 条',
    })
    const rows = await stored('exam_student_import')
    expect(rows[2]).toMatchObject({
      student_number: '0103',
      school_code: SCHOOLS[0]?.code,
      area_name: '市直属',
      exam_class: '高三(2)班',
      gender: '1',
      is_count: 1,
      class_code: `${SCHOOLS[0]?.code}-3202302`,
      exam_grade: '高三',
    })
    const again = await send('student', ROSTER.replace('王三', '王叁'))
    expect(again.counts).toMatchObject({ fresh: 0, changed: 1, unchanged: 3 })
    await run('examimport/commit', { batchId: again.batchId })
    expect((await stored('exam_student_import')).map((row) => row['student_name'])).toContain('王叁')
    expect((await user.post(`${BASE}/examimport/undo`, { batchId: batch.batchId })).msg).toMatch(/先撤销之后的批次/)
    expect(await run('examimport/undo', { batchId: again.batchId })).toMatchObject({ text: '移除 0 条，恢复 1 条' })
    expect(await stored('exam_student_import')).toEqual(rows)
  })

  test('errors keep everything out until they are mended', async () => {
    const batch = await send(
      'score',
      '考号,姓名,语文,数学,英语\n0101,张一,１１８．５,90.3,abc\n0102,李二,缺考,0,Q\n0103,王三,150,-1,-5\n0999,无名,1,2,3\n0201,赵四,"1,000",作弊,\n',
    )
    expect(batch.status).toBe(2)
    expect((await faultsOf(batch.batchId)).toSorted()).toEqual([
      '2:3:C04',
      '2:4:C03',
      '3:1:C11',
      '4:4:C02',
      '5:0:C01',
      '6:2:C02',
    ])
    expect((await user.post(`${BASE}/examimport/commit`, { batchId: batch.batchId })).status).toBe(409)
    const rows = (await user.get(`${BASE}/examimport/rows`, { batchId: batch.batchId })).data.records.map(
      (one: { row: unknown }) => one.row,
    )
    const mend = [
      { rowId: rows[0].rowId, cells: { 3: '90.5', 4: '100' } },
      { rowId: rows[1].rowId, cells: { 1: '李•二' } },
      { rowId: rows[2].rowId, cells: { 4: '5' } },
      { rowId: rows[3].rowId, cells: { 0: '示例9' } },
      { rowId: rows[4].rowId, cells: { 2: '100' } },
    ]
    await run('examimport/mend', { batchId: batch.batchId, items: mend })
    expect(await detail(batch.batchId)).toMatchObject({
      status: 3,
      counts: { rows: 4, fresh: 12, faulty: 0, warned: 0 },
    })
    await run('examimport/commit', { batchId: batch.batchId })
    const marks = (await stored('exam_score_student_course_import')).map((row) =>
      [row['student_number'], row['course_name'], row['score_text'], row['score'], row['score_status']].join(' '),
    )
    expect(marks.toSorted()).toEqual([
      '0101 外语 100 100.0 0',
      '0101 数学 90.5 90.5 0',
      '0101 语文 １１８．５ 118.5 0',
      '0102 外语 Q  1',
      '0102 数学 0 0.0 2',
      '0102 语文 缺考  1',
      '0103 外语 5 5.0 0',
      '0103 数学 -1  1',
      '0103 语文 150 150.0 0',
      '0201 外语   1',
      '0201 数学 作弊  3',
      '0201 语文 100 100.0 0',
    ])
  })

  test('the whole exam is checked, archived once and for all', async () => {
    await run('examstudentimport/checkByExamId', { examId })
    const scores = await run('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 })
    expect(scores['text']).toMatch(/考试已校验/)
    await run('examstudentimport/archiveByExamId', { examId })
    await run('examscorestudentcourseimport/archiveByExamId', { examId })
    const exam = (await user.get(`${BASE}/examinfo/detail`, { id: examId })).data
    expect(exam).toMatchObject({ examStatus: 3, dataVersion: 1, studentNum: 4, schoolNum: 2, courseNum: 3 })
    const facts = await sql<
      Record<string, unknown>
    >`select c.sid, course_id, score_status, score from exam_score_student_course c
      where exam_id = ${examId} order by sid, course_id`.execute(db())
    expect(facts.rows).toHaveLength(12)
    expect(facts.rows[0]).toEqual({ sid: 1, course_id: 1, score_status: 0, score: '118.5' })
    await run('examscorestudentcourseimport/archiveByExamId', { examId })
    expect((await user.get(`${BASE}/examinfo/detail`, { id: examId })).data.dataVersion).toBe(1)
    const late = await user.upload(`${BASE}/examimport/upload`, { examId, kind: 'student' }, [
      { name: 'a.csv', body: Buffer.from(ROSTER) },
    ])
    expect(late.status).toBe(409)
  })
})
