import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'

const BASE = '/api/bigdata-service'
const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('任课')
  await commit('student', ROSTER)
})

async function commit(kind: string, file: string): Promise<string> {
  const batch = await desk.send(examId, kind, file)
  expect(batch).toMatchObject({ status: 3, message: '' })
  return String((await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 }))['text'])
}

/** class course teacher/number, * for the class's leader */
async function stored(): Promise<string[]> {
  const found = await sql<{ line: string }>`select exam_class || ' ' || course_name || ' ' || teacher_name
      || coalesce('/' || teacher_code, '') || case is_class_leader when 1 then '*' else '' end as line
    from exam_teacher_course_import where exam_id = ${examId} and is_deleted = 0
    order by school_code, class_code, course_name collate "C", teacher_name collate "C"`.execute(desk.db)
  return found.rows.map((row) => row.line)
}

async function faultsOf(batchId: string): Promise<string[]> {
  const rows = await desk.user.get(`${BASE}/examimport/rows`, { batchId, onlyFaulty: 1, size: 100 })
  return rows.data.records.flatMap(
    ({ row }: { row: { rowNo: number; faults: { code: string; column: number; text: string }[] } }) =>
      row.faults.map((fault) => `${row.rowNo}:${fault.column}:${fault.code} ${fault.text}`),
  )
}

const WIDE = `第一中学任课安排
学校,班级,班主任,语文,数学,外语
第一中学,高三(1)班,孙六,钱五,"孙六、周七",
第一中学,2班,,吴 八,郑九,"冯十,陈一"
`

describe('a sheet with a row per class', () => {
  test('is judged first: who is missing is a warning in the cell where the name should stand', async () => {
    const batch = await desk.send(examId, 'teacher', WIDE)
    expect(batch).toMatchObject({
      status: 3,
      counts: { rows: 2, fresh: 7, changed: 0, unchanged: 0, faulty: 0, warned: 1 },
      files: [{ sheets: [{ headerRow: 2, layout: 'wide' }] }],
    })
    expect(await faultsOf(String(batch.batchId))).toEqual(['3:5:T01 第一中学高三(1)班的外语没有任课教师'])
    expect(await stored()).toEqual([])
    await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
    expect(await stored()).toEqual([
      '高三(1)班 数学 周七',
      '高三(1)班 数学 孙六*',
      '高三(1)班 语文 钱五',
      '高三(2)班 外语 冯十',
      '高三(2)班 外语 陈一',
      '高三(2)班 数学 郑九',
      '高三(2)班 语文 吴八',
    ])
  })

  test('sent again changes only what changed; who is no longer named is gone, a blank cell says nothing', async () => {
    const before = await stored()
    const again = await desk.send(examId, 'teacher', WIDE)
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 7 })
    const next = await desk.send(
      examId,
      'teacher',
      WIDE.replace('钱五,"孙六、周七",', ',孙六,褚二').replace('冯十,陈一', '陈一、卫三'),
    )
    // 褚二 is new; 周七 is gone and 卫三 stands where 冯十 stood.
    expect(next.counts).toMatchObject({ fresh: 1, changed: 2, unchanged: 4, warned: 0 })
    const written = await desk.run('examimport/commit', { batchId: next.batchId })
    expect(written).toMatchObject({ text: '新增 1 条，变更 2 条，未变 4 条' })
    expect(await stored()).toEqual([
      '高三(1)班 外语 褚二',
      '高三(1)班 数学 孙六*',
      '高三(1)班 语文 钱五',
      '高三(2)班 外语 卫三',
      '高三(2)班 外语 陈一',
      '高三(2)班 数学 郑九',
      '高三(2)班 语文 吴八',
    ])
    expect(await desk.run('examimport/undo', { batchId: next.batchId })).toMatchObject({ text: '移除 1 条，恢复 2 条' })
    expect(await stored()).toEqual(before)
  })
})

describe('a sheet with a row per class, course and teacher', () => {
  test('keeps numbers and leaders apart, and names what is wrong in its cell', async () => {
    const batch = await desk.send(
      examId,
      'teacher',
      `学校,班级,科目,任课教师,工号,班主任
第二中学,高三(1)班,语文,秦一,t01,是
第二中学,高三(1)班,语文,秦一,t02,否
第二中学,高三(1)班,数学,何二,,
第二中学,高三(1)班,外语,,,
第九中学,高三(1)班,语文,许三,,
第二中学,高三(9)班,语文,许三,,
第二中学,,体育,许三,,
`,
    )
    expect(batch.status).toBe(2)
    expect((await faultsOf(String(batch.batchId))).toSorted()).toEqual([
      '5:3:T01 第二中学高三(1)班的外语没有任课教师',
      '6:0:S03 学校「第九中学」不存在',
      '7:1:S04 班级「高三(9)班」不存在',
      '8:1:F01 班级为空',
      '8:2:F02 科目「体育」不在本次考试',
    ])
    expect(batch.unknownSchools).toEqual([{ text: '第九中学', num: 1 }])
  })

  test('mended it is written beside the wide one; a wide sheet without numbers leaves them', async () => {
    const long = `学校,班级,科目,任课教师,工号,班主任
第二中学,高三(1)班,语文,秦一,t01,是
第二中学,高三(1)班,语文,秦一,t02,否
第二中学,高三(1)班,数学,何二,,
第二中学,高三(1)班,英语,许三,,
`
    await desk.post('examinfo/submitCourse', {
      examId,
      courses: ['语文', '数学', '外语'].map((courseName) => ({
        courseName,
        examScore: 150,
        isInTotal: 1,
        courseAlias: courseName === '外语' ? ['英语'] : [],
      })),
    })
    expect(await commit('teacher', long)).toBe('新增 4 条，变更 0 条，未变 0 条')
    const own = ['高三(1)班 外语 许三', '高三(1)班 数学 何二', '高三(1)班 语文 秦一/T01*', '高三(1)班 语文 秦一/T02']
    expect((await stored()).slice(-4)).toEqual(own)
    expect(await commit('teacher', `学校,班级,语文,数学,外语\n第二中学,1班,秦一,施四,许三\n`)).toBe(
      '新增 0 条，变更 2 条，未变 2 条',
    )
    expect((await stored()).slice(-3)).toEqual([
      '高三(1)班 外语 许三',
      '高三(1)班 数学 施四',
      '高三(1)班 语文 秦一/T01*',
    ])
  })
})

test('whom the register of the school does not know is a warning in the cell that names the teacher', async () => {
  const [first] = SCHOOLS
  for (const [teacherCode, teacherName] of [
    ['J01', '秦一'],
    ['J02', '何二'],
  ])
    await desk.post('basicteacher/submit', { teacherCode, teacherName, schoolCode: first?.code })
  const batch = await desk.send(
    examId,
    'teacher',
    `学校,班级,科目,任课教师,工号
第一中学,高三(1)班,语文,秦一,j01
第一中学,高三(1)班,数学,何二,
第一中学,高三(1)班,外语,许三,
第一中学,高三(2)班,语文,何二,J01
第一中学,高三(2)班,数学,何二,J09
第二中学,高三(1)班,语文,无名,
`,
  )
  expect((await faultsOf(String(batch.batchId))).filter((text) => text.includes('T02'))).toEqual([
    '4:3:T02 教师「许三」不在本校的教师库',
    '5:4:T02 教师库中编号「J01」的姓名是「秦一」',
    '6:4:T02 教师编号「J09」不在教师库',
  ])
})

test('the template is a wide sheet that reads back without a row', async () => {
  const file = await desk.user.get(`${BASE}/examimport/template`, { examId, kind: 'teacher' })
  const batch = await desk.send(examId, 'teacher', file.raw)
  expect(batch).toMatchObject({
    status: 2,
    message: '没有可导入的行',
    files: [{ sheets: [{ layout: 'wide' }, { leftOut: 'hidden' }] }],
  })
})

test('a teacher entered by hand stands where one of a workbook would', async () => {
  const row = {
    examId,
    schoolCode: SCHOOLS[0]?.code,
    examClass: '高三(1)班',
    courseName: '语文',
    teacherName: '手工录入',
  }
  const made = await desk.post('examteachercourseimport/submit', row)
  expect(made.msg).toBe('操作成功')
  const found = await desk.user.get('/api/bigdata-service/examteachercourseimport/detail', { id: made.data.id })
  const [code, area] = [SCHOOLS[0]?.code, SCHOOLS[0]?.area]
  expect(found.data).toMatchObject({ areaCode: area, schoolName: SCHOOLS[0]?.name, classCode: `${code}-3202301` })
  await desk.post(`examteachercourseimport/remove?ids=${made.data.id}`, {})
})

test('teachers may come after the marks are archived, and take no check back', async () => {
  await desk.setStatus(examId, 3)
  expect(await commit('teacher', WIDE.replace('吴 八', '蒋五'))).toBe('新增 0 条，变更 1 条，未变 6 条')
  const exam = await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })
  expect(exam.data.examStatus).toBe(3)
  await desk.setStatus(examId, 7)
  const late = await desk.upload(examId, 'teacher', { name: 'a.csv', body: Buffer.from(WIDE) })
  expect(late.msg).toMatch(/已发布.*导入任课/)
})

test('an exam without courses, and an unknown kind, are refused', async () => {
  const answer = await desk.upload(examId, 'parents', { name: 'a.csv', body: Buffer.from(WIDE) })
  expect(answer.msg).toBe('导入类型只能是考生、成绩、任课教师或小题分')
})
