import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { sql } from 'kysely'
import { newExam } from '../../../../test/fixtures/new-exam.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'

const BASE = '/api/bigdata-service'
const program = useTestApp()
let user: Client
let examId = ''
beforeAll(async () => {
  user = await program().user({ role: 'administrator' })
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
  const made = await user.post(`${BASE}/examinfo/submit`, newExam(examName, ['990001', '990002'], { examMode }))
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

function db() {
  return program().app.database.tenant('097108')
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
      text: '新增 4 条，变更 0 条，未变 0 条',
    })
    const rows = await stored('exam_student_import')
    expect(rows[2]).toMatchObject({
      studentNumber: '0103',
      schoolCode: SCHOOLS[0]?.code,
      areaName: '市直属',
      examClass: '高三(2)班',
      gender: '1',
      isCount: 1,
      classCode: `${SCHOOLS[0]?.code}-3202302`,
      examGrade: '高三',
    })
    const again = await send('student', ROSTER.replace('王三', '王叁'))
    expect(again.counts).toMatchObject({ fresh: 0, changed: 1, unchanged: 3 })
    await run('examimport/commit', { batchId: again.batchId })
    expect((await stored('exam_student_import')).map((row) => row['studentName'])).toContain('王叁')
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
      [row['studentNumber'], row['courseName'], row['scoreText'], row['score'], row['scoreStatus']].join(' '),
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
    expect(facts.rows[0]).toEqual({ sid: 1, courseId: 1, scoreStatus: 0, score: '118.5' })
    await run('examscorestudentcourseimport/archiveByExamId', { examId })
    expect((await user.get(`${BASE}/examinfo/detail`, { id: examId })).data.dataVersion).toBe(1)
    const late = await user.upload(`${BASE}/examimport/upload`, { examId, kind: 'student' }, [
      { name: 'a.csv', body: Buffer.from(ROSTER) },
    ])
    expect(late.status).toBe(409)
  })
})

describe('what the files of schools need', () => {
  let exam = ''
  beforeAll(async () => {
    exam = await addExam('摸底')
  })

  test('missing classes are made on request', async () => {
    const batch = await send('student', ROSTER.replace('2班', '高三(7)班'), {}, exam)
    expect(await faultsOf(batch.batchId)).toEqual(['4:5:S04'])
    const { data: missing } = await user.get(`${BASE}/examimport/missingClasses`, { batchId: batch.batchId })
    const [school] = SCHOOLS
    const wanted = { schoolCode: school?.code, classNo: 7 }
    expect(missing).toEqual([{ ...wanted, schoolName: school?.name, className: '高三(7)班', num: 1 }])
    const create = (classes: unknown[]) =>
      user.post(`${BASE}/examimport/createClasses`, { batchId: batch.batchId, classes })
    expect((await create([{ ...wanted, classNo: 8 }])).msg).toBe('所选的班级不缺少，请重新选择')
    const made = await create([wanted])
    expect(made.data.created).toBe(1)
    await waitForJob(user, made.data.jobId)
    expect(await detail(batch.batchId)).toMatchObject({ status: 3, counts: { faulty: 0, fresh: 4 } })
    await run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
    const classesLeft = async () =>
      (await user.get(`${BASE}/school_classes/list`, { className: '高三(7)班' })).data.total
    expect(await classesLeft()).toBe(1)
    await run('examimport/undo', { batchId: batch.batchId })
    expect(await classesLeft()).toBe(0)
  })

  test('a class that was made stays while a student of the register is in it', async () => {
    const other = await addExam('摸底（建班）')
    const batch = await send('student', ROSTER.replace('2班', '高三(8)班'), {}, other)
    const [school] = SCHOOLS
    const classes = [{ schoolCode: school?.code, classNo: 8 }]
    const made = await user.post(`${BASE}/examimport/createClasses`, { batchId: batch.batchId, classes })
    await waitForJob(user, made.data.jobId)
    await run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
    const found = async () => (await user.get(`${BASE}/school_classes/list`, { className: '高三(8)班' })).data.records
    const classCode = `${school?.code}-3202308`
    const grade = { stage: '3', gradeCode: '12', enterYear: 2023, classNo: 8 }
    expect(await found()).toMatchObject([{ classCode, areaCode: school?.area, ...grade }])
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_code, class_name, enrol_status)
      values (${nextId()}, ${TENANT}, 'S8', '新生', '1', ${school?.area}, ${school?.code}, '3', 2023, '12', ${classCode},
        '高三(8)班', '1')`.execute(program().app.database.tenant(TENANT))
    await run('examimport/undo', { batchId: batch.batchId })
    expect(await found()).toMatchObject([{ classCode }])
  })

  test('a school is asked for once, columns are remembered', async () => {
    const strange = ROSTER.replace('考号', '编号').replaceAll('第二中学', '市二中')
    const first = await send('student', strange, {}, exam)
    expect(first).toMatchObject({ status: 2, message: expect.stringContaining('未识别出表头') })
    const sheet = first.files[0].sheets[0]
    const targets = ['studentNumber', ...sheet.targets.slice(1)]
    const sheets = [{ ...sheet, headerRow: 1, targets, isIgnored: false }]
    await run('examimport/mapping', { batchId: first.batchId, sheets })
    expect(await detail(first.batchId)).toMatchObject({ status: 2, unknownSchools: [{ text: '市二中', num: 1 }] })
    await run('examimport/mapping', { batchId: first.batchId, schools: { 市二中: SCHOOLS[1]?.code } })
    expect(await detail(first.batchId)).toMatchObject({ status: 3, counts: { faulty: 0 } })
    const second = await send('student', strange.replace('张一', '张壹'), {}, exam)
    expect(second).toMatchObject({ status: 3, counts: { fresh: 4 } })
    expect(second.files[0].sheets[0].isRemembered).toBe(true)
  })

  test('the annotated workbook goes back in and takes the place of the rows', async () => {
    const batch = await send('student', ROSTER.replace('女,第一中学', '不明,第一中学'), {}, exam)
    const file = await user.get(`${BASE}/examimport/annotated`, { batchId: batch.batchId })
    const path = join(program().dataDir, 'annotated.xlsx')
    await writeFile(path, file.raw)
    const rows: string[][] = []
    for await (const row of readSheets({ path, name: 'annotated.xlsx' })) rows.push(row.cells)
    expect(rows[0]?.at(-1)).toBe('校验结果')
    expect(rows[2]?.at(-1)).toBe('性别「不明」不在字典内')
    const fixed = rows.map((cells) => cells.map((cell) => (cell === '不明' ? '女' : cell)).join(',')).join('\n')
    const again = await send('student', fixed, { batchId: batch.batchId, isReplace: '1' }, exam)
    expect(again).toMatchObject({ batchId: batch.batchId, status: 3, counts: { rows: 4, faulty: 0 } })
  })

  test('warnings want a yes', async () => {
    const batch = await send('student', ROSTER.replace('王三', '张一'), {}, exam)
    expect(batch).toMatchObject({ status: 3, counts: { warned: 2, faulty: 0 } })
    const refused = await user.post(`${BASE}/examimport/commit`, { batchId: batch.batchId })
    expect(refused.msg).toBe('有 2 行警告，请确认后再导入')
    await run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
    const cleared = await user.post(`${BASE}/examstudentimport/delAllByExamId`, { examId: exam, examName: '别的' })
    expect(cleared.msg).toMatch(/请输入考试名称/)
    const removed = await user.post(`${BASE}/examstudentimport/delAllByExamId`, { examId: exam, examName: '摸底' })
    expect(removed.data.removed).toBe(4)
    expect((await user.get(`${BASE}/examinfo/detail`, { id: exam })).data.examStatus).toBe(0)
  })

  test('an unreadable file is named and keeps the batch from passing', async () => {
    const answer = await user.upload(`${BASE}/examimport/upload`, { examId: exam, kind: 'student' }, [
      { name: '好.csv', body: Buffer.from(ROSTER) },
      { name: '坏.xlsx', body: Buffer.from('PK\u0003\u0004 broken') },
    ])
    await waitForJob(user, answer.data.jobId)
    const batch = await detail(answer.data.batchId)
    expect(batch).toMatchObject({ status: 2, message: expect.stringMatching(/坏.xlsx：文件无法读取/) })
    await run('examimport/removeFile', { batchId: batch.batchId, fileNo: 2 })
    expect(await detail(batch.batchId)).toMatchObject({ status: 3, message: '' })
  })

  test('an upload without a workbook is refused and leaves no batch', async () => {
    const before = (await user.get(`${BASE}/examimport/list`, { examId: exam })).data.total
    const answer = await user.upload(`${BASE}/examimport/upload`, { examId: exam, kind: 'score' }, [
      { name: 'bad.xlsx', body: Buffer.from('this is no workbook') },
    ])
    expect(answer.status).not.toBe(200)
    expect(answer.msg).toMatch(/bad.xlsx：.*内容是纯文本，不是 Excel 工作簿/)
    expect((await user.get(`${BASE}/examimport/list`, { examId: exam })).data.total).toBe(before)
  })

  test('others see nothing: no right, another tenant, another school', async () => {
    const batch = await send('student', ROSTER, {}, exam)
    const teacher = await program().user({ role: 'teacher', schoolCode: SCHOOLS[0]?.code ?? '' })
    expect((await teacher.get(`${BASE}/examimport/detail`, { batchId: batch.batchId })).status).toBe(403)
    const foreign = await program().user({ role: 'administrator', tenantId: '200001' })
    expect((await foreign.get(`${BASE}/examimport/detail`, { batchId: batch.batchId })).status).toBe(404)
    const permissions = ['examinfo_import', 'examinfo_view']
    const school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions })
    const own = await school.upload(`${BASE}/examimport/upload`, { examId: exam, kind: 'student' }, [
      { name: 'a.csv', body: Buffer.from(ROSTER) },
    ])
    await waitForJob(school, own.data.jobId)
    const seen = (await school.get(`${BASE}/examimport/detail`, { batchId: own.data.batchId })).data
    expect(seen.faultCounts).toEqual([{ code: 'F03', level: 'error', num: 1 }])
  })
})
