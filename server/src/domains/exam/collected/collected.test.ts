import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { wallTime } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
const GATHER = '/api/yzl-gather'
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))
const { draft, waitBureau, collated, archived } = gatherStates.states

let desk: Desk
let bureau: Client
let clerk: Client
let gatherTaskId = ''
let teacherTaskId = ''
let classes: { classCode: string; className: string; schoolCode: string }[] = []

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '' })
  classes = (
    await sql<(typeof classes)[number]>`select class_code, class_name, school_code from school_classes
      order by school_code, class_no`.execute(desk.db)
  ).rows
  gatherTaskId = await addGather('学生采集', { taskType: 1 })
  teacherTaskId = await addGather('教师采集', { taskType: 2, askedFields: ['phone', 'title'] })
  await student('甲', 0, collated.value)
  await student('乙', 0, archived.value)
  await student('丙', 0, waitBureau.value)
  await student('丁', 2, collated.value)
  await student('别年级', 0, collated.value, { grade: '11' })
  await teacher('T1', '赵师', 0, '语文', collated.value, 1)
  await teacher('T1', '赵师', 1, '语文', draft.value, 1)
  await teacher('T1', '赵师', 0, '数学', collated.value, 1)
  await teacher('T2', '钱师', 2, '数学', collated.value, 0)
  await teacher('T3', '孙师', 2, '外语', draft.value, 1)
})

async function addGather(taskName: string, change: object): Promise<string> {
  const body = {
    taskName,
    studyYear: 2025,
    gradeCodes: ['12', '11'],
    askedFields: ['gender', 'studentNo', 'nation'],
    auditLevels: 2,
    beginTime: at(-1),
    endTime: at(1),
    ...change,
  }
  const { data, msg } = await bureau.post(`${GATHER}/gatherTask/submit`, body)
  expect(msg).toBe('操作成功')
  await bureau.post(`${GATHER}/gatherTask/open`, { id: data.id })
  return data.id
}

const CODES: Record<string, string> = { 甲: 'S01', 乙: 'S02', 丙: 'S03', 丁: 'S04', 别年级: 'S05', 新: 'S06' }
const codeOf = (name: string) => CODES[name] ?? ''

async function student(name: string, klass: number, status: number, { grade = '12' } = {}): Promise<void> {
  const { classCode, className, schoolCode } = classes[klass] ?? { classCode: '', className: '', schoolCode: '' }
  const area = SCHOOLS.find(({ code }) => code === schoolCode)?.area
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, class_code, class_name, gender, course_combination, gather_status)
    values (${nextId()}, ${TENANT}, ${gatherTaskId}, ${codeOf(name)}, ${name}, ${area}, ${schoolCode}, ${grade}, ${classCode},
      ${className}, '1', '物化生', ${status})`.execute(desk.db)
}

async function teacher(
  code: string,
  name: string,
  klass: number,
  course: string,
  status: number,
  canMark: number,
): Promise<void> {
  const { classCode, className, schoolCode } = classes[klass] ?? { classCode: '', className: '', schoolCode: '' }
  const area = SCHOOLS.find((school) => school.code === schoolCode)?.area
  await sql`insert into gather_teacher (id, tenant_id, gather_task_id, teacher_code, teacher_name, area_code, school_code,
      grade_code, class_code, class_name, course_name, is_class_leader, can_mark, gather_status)
    values (${nextId()}, ${TENANT}, ${teacherTaskId}, ${code}, ${name}, ${area}, ${schoolCode}, '12', ${classCode},
      ${className}, ${course}, 0, ${canMark}, ${status})`.execute(desk.db)
}

async function addTask(taskName: string, change: object = {}): Promise<string> {
  const body = { taskName, taskType: 4, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
  const { data } = await desk.post('examTask/submit', { ...body, beginTime: at(-1), endTime: at(1), ...change })
  await desk.post('examTask/open', { id: data.id })
  return data.id
}

const post = (user: Client, call: string, body: object) => user.post(`${BASE}/${call}`, body)

describe('an exam task takes collected students over', () => {
  const call = 'examTaskStudent/importStudentFromGather'
  const NOT_READY = { reason: '还没有校对：待复审', num: 1, names: ['丙（高三(1)班）'] }

  test('shows first what would come, and writes nothing', async () => {
    const taskId = await addTask('先看')
    const { data } = await post(bureau, call, { taskId, gatherTaskId, isTrial: 1 })
    expect(data).toEqual({
      fresh: 3,
      changed: 0,
      unchanged: 0,
      leftNum: 2,
      leftOut: expect.arrayContaining([NOT_READY, { reason: '不是高三', num: 1, names: ['别年级（高三(1)班）'] }]),
    })
    expect((await bureau.get(`${BASE}/examTaskStudent/list`, { taskId })).data.total).toBe(0)
  })

  test('writes new and changed ones, each in its place; a changed one is confirmed anew', async () => {
    const taskId = await addTask('带入考生')
    expect((await post(clerk, call, { taskId, gatherTaskId })).data).toMatchObject({ fresh: 2, leftNum: 2 })
    expect((await post(bureau, call, { taskId, gatherTaskId })).data).toMatchObject({ fresh: 1, unchanged: 2 })
    await post(bureau, 'examTaskStudent/confirm', { taskId })
    await sql`update gather_student set course_combination = '史地政' where student_name = '甲'`.execute(desk.db)
    expect((await post(bureau, call, { taskId, gatherTaskId })).data).toMatchObject({
      fresh: 0,
      changed: 1,
      unchanged: 2,
    })
    await sql`update gather_student set course_combination = '物化生' where student_name = '甲'`.execute(desk.db)
    const { records } = (await bureau.get(`${BASE}/examTaskStudent/list`, { taskId, size: 10 })).data
    expect(
      records.map((row: any) => [row.studentName, row.examClass, row.courseCombination, row.confirmStatus]).toSorted(),
    ).toEqual([
      ['丁', '高三(1)班', '物化生', 1],
      ['乙', '高三(1)班', '物化生', 1],
      ['甲', '高三(1)班', '史地政', 0],
    ])
    expect(records.find((row: any) => row.studentName === '丁')).toMatchObject({
      schoolCode: SCHOOLS[1]?.code,
      schoolName: SCHOOLS[1]?.name,
      areaCode: SCHOOLS[1]?.area,
      examGrade: '高三',
    })
  })

  test('is refused once the task is closed, and for a collection of teachers', async () => {
    const taskId = await addTask('已截止')
    expect((await post(bureau, call, { taskId, gatherTaskId: teacherTaskId })).msg).toBe('这个采集任务不采集学生')
    await post(bureau, 'examTask/close', { id: taskId })
    expect((await post(bureau, call, { taskId, gatherTaskId })).status).toBe(409)
  })
})

describe('an exam task takes collected teachers over', () => {
  test('reports each course once, of those who are collated', async () => {
    const taskId = await addTask('带入教师')
    const { data, msg } = await post(bureau, 'examTaskTeacher/importTeacherFromGather', {
      taskId,
      gatherTaskId: teacherTaskId,
    })
    expect(msg).toBe('操作成功')
    expect(data).toMatchObject({ fresh: 3, leftNum: 1, leftOut: [{ reason: '还没有校对：草稿', num: 1 }] })
    const { records } = (await bureau.get(`${BASE}/examTaskTeacher/queryTeacherList`, { taskId })).data
    expect(records.map((row: any) => [row.teacherName, row.courseName])).toEqual([
      ['赵师', '数学'],
      ['赵师', '语文'],
      ['钱师', '数学'],
    ])
  })

  test('pulls who can mark for one course, reports him, and gives him an account', async () => {
    const taskId = await addTask('阅卷抽调', { taskType: 3 })
    const call = 'examTaskTeacher/importMarkPaperTeacherFromGather'
    expect((await post(clerk, call, { taskId, gatherTaskId: teacherTaskId })).status).toBe(403)
    const { data } = await post(bureau, call, { taskId, gatherTaskId: teacherTaskId })
    expect(data).toMatchObject({ fresh: 1, leftNum: 3 })
    expect(data.leftOut.map((one: any) => one.reason).toSorted()).toEqual([
      '一名教师只评一科，已带入另一科',
      '没有采集为可阅卷',
      '还没有校对：草稿',
    ])
    const { records } = (await bureau.get(`${BASE}/examTaskTeacher/queryMarkPaperTeacherList`, { taskId })).data
    expect(records).toMatchObject([{ teacherName: '赵师', markAccount: '20260001', arrangeStatus: 1 }])
    const reported = (await bureau.get(`${BASE}/examTaskTeacher/queryTeacherList`, { taskId })).data.records
    expect(reported).toMatchObject([{ teacherName: '赵师', courseName: records[0].courseName }])
    const again = await post(bureau, 'examTaskTeacher/importFromGather', { taskId, gatherTaskId: teacherTaskId })
    expect(again.data).toMatchObject({ fresh: 0, unchanged: 1 })
  })
})

describe('a seating plan takes collected students over', () => {
  const call = 'examArrangeTaskStudent/importStudentFromGather'

  test('adds and changes them, and keeps the seats where nothing changes', async () => {
    const plan = { taskName: '编排', studyYear: 2025, examGrade: '12', examRoomSeatNum: 30 }
    const arrangeTaskId = (await desk.post('examArrangeTask/submit', plan)).data.id
    const [klass] = classes
    await sql`insert into exam_arrange_task_student (id, tenant_id, arrange_task_id, student_code, student_name, area_code,
        school_code, exam_class, is_fixed, is_late, collate_status) values (${nextId()}, ${TENANT}, ${arrangeTaskId},
        ${codeOf('乙')}, '乙旧', ${SCHOOLS[0]?.area}, ${klass?.schoolCode}, ${klass?.className}, 0, 0, 0)`.execute(
      desk.db,
    )
    const taken = async () => (await post(bureau, call, { arrangeTaskId, gatherTaskId })).data
    expect(await taken()).toMatchObject({ fresh: 2, changed: 1, leftNum: 2 })
    const { records } = (await bureau.get(`${BASE}/examArrangeTaskStudent/list`, { arrangeTaskId })).data
    expect(records.map((row: any) => row.studentName).toSorted()).toEqual(['丁', '乙', '甲'])
    await sql`update exam_arrange_task set arrange_status = 3 where id = ${arrangeTaskId}`.execute(desk.db)
    expect(await taken()).toMatchObject({ fresh: 0, changed: 0, unchanged: 3 })
    const { data } = await bureau.get(`${BASE}/examArrangeTask/detail`, { id: arrangeTaskId })
    expect([data.arrangeStatus, data.studentNum]).toEqual([3, 3])
  })

  test('leaves out who may be somebody without a code', async () => {
    const plan = { taskName: '同名编排', studyYear: 2025, examGrade: '12', examRoomSeatNum: 30 }
    const arrangeTaskId = (await desk.post('examArrangeTask/submit', plan)).data.id
    const [klass] = classes
    await sql`insert into exam_arrange_task_student (id, tenant_id, arrange_task_id, student_name, area_code, school_code,
        exam_class, is_fixed, is_late, collate_status) values (${nextId()}, ${TENANT}, ${arrangeTaskId}, '甲',
        ${SCHOOLS[0]?.area}, ${klass?.schoolCode}, ${klass?.className}, 0, 0, 0)`.execute(desk.db)
    const { data } = await post(bureau, call, { arrangeTaskId, gatherTaskId, isTrial: 1 })
    expect(data.leftOut.map((one: any) => one.reason)).toContain('编排中有同班同名、没有学籍号的考生，请先校对学籍')
  })
})

describe('an exam takes its candidates from a collection', () => {
  const call = 'examstudentimport/importStudentFromGather'
  const list = async (examId: string) =>
    (await bureau.get(`${BASE}/examstudentimport/listStudent`, { examId, size: 20 })).data.records

  async function taken(examId: string) {
    const { data, msg } = await post(bureau, call, { examId, gatherTaskId })
    expect(msg).toBe('操作成功')
    await waitForJob(bureau, data.jobId)
    return data
  }

  test('through a batch of the import: judged by its rules, numbered, written in one go, undone', async () => {
    const examId = await desk.addExam('从采集来的考试')
    const trial = await post(bureau, call, { examId, gatherTaskId, isTrial: 1 })
    expect(trial.data).toMatchObject({ fresh: 3, leftNum: 2, batchId: null, jobId: null })
    const { batchId } = await taken(examId)
    const batch = await desk.detail(batchId)
    expect(batch.counts).toMatchObject({ rows: 3, fresh: 3, faulty: 0 })
    expect(batch.files[0]?.fileName).toBe('采集-学生采集.csv')
    expect(await list(examId)).toEqual([])
    await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
    const numbered = (await list(examId)).map((row: any) => [row.studentNumber, row.studentName, row.examClass])
    expect(numbered.toSorted()).toEqual([
      ['2612000001', '甲', '高三(1)班'],
      ['2612000002', '乙', '高三(1)班'],
      ['2612000003', '丁', '高三(1)班'],
    ])
    await desk.run('examimport/undo', { batchId })
    expect(await list(examId)).toEqual([])
  })

  test('who has a number keeps it; new ones go on behind the last', async () => {
    const examId = await desk.addExam('接着编号')
    await desk
      .send(examId, 'student', `考号,学籍号,姓名,学校,班级\n2612000041,${codeOf('甲')},甲,第一中学,高三(1)班\n`)
      .then(({ batchId }) => desk.run('examimport/commit', { batchId, confirmWarnings: 1 }))
    const data = await taken(examId)
    expect(data).toMatchObject({ fresh: 2, changed: 1 })
    await desk.run('examimport/commit', { batchId: data.batchId, confirmWarnings: 1 })
    const numbers = new Map((await list(examId)).map((row: any) => [row.studentName, row.studentNumber]))
    expect(numbers.get('甲')).toBe('2612000041')
    expect(new Set([numbers.get('乙'), numbers.get('丁')])).toEqual(new Set(['2612000042', '2612000043']))
  })

  test('a student without a class is found by the rules and mended in the batch, as from a workbook', async () => {
    await sql`update gather_student set class_name = '高三(9)班', class_code = null where student_name = '丁'`.execute(
      desk.db,
    )
    const examId = await desk.addExam('有错的考试')
    const { batchId } = await taken(examId)
    const { faultCounts } = await desk.detail(batchId)
    expect(faultCounts).toContainEqual({ code: 'S04', level: 'error', num: 1 })
    const [klass] = classes.slice(2)
    await sql`update gather_student set class_name = ${klass?.className}, class_code = ${klass?.classCode}
      where student_name = '丁'`.execute(desk.db)
  })

  test('and its teachers', async () => {
    const examId = await desk.addExam('任课从采集来')
    const { data } = await post(bureau, 'examteachercourseimport/importTeacherFromGather', {
      examId,
      gatherTaskId: teacherTaskId,
    })
    expect(data).toMatchObject({ fresh: 3, leftNum: 2 })
    await waitForJob(bureau, data.jobId)
    await desk.run('examimport/commit', { batchId: data.batchId, confirmWarnings: 1 })
    const rows = await bureau.get(`${BASE}/examteachercourseimport/findClassTeacherList`, { examId })
    expect(
      rows.data.map((row: any) => [row.teacherName, row.teacherCode, row.courseName, row.isClassLeader]).toSorted(),
    ).toEqual([
      ['赵师', 'T1', '数学', 0],
      ['赵师', 'T1', '语文', 0],
      ['钱师', 'T2', '数学', 0],
    ])
  })
})

describe('an exam gives its lists to a collection', () => {
  test('students become drafts once, with what is known of them, where their grade is asked for; who has no code is named', async () => {
    const examId = await desk.addExam('给采集的考试')
    const { batchId } = await desk.send(
      examId,
      'student',
      `考号,学籍号,姓名,性别,学校,班级\n1,${codeOf('甲')},甲,女,第一中学,高三(1)班\n2,,无号,女,第一中学,高三(2)班\n3,${codeOf('新')},新,女,第二中学,高三(1)班\n`,
    )
    await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
    const next = await addGather('核对名单', { taskType: 4 })
    const call = 'examstudentimport/exportStudentToGather'
    const { data } = await post(bureau, call, { examId, gatherTaskId: next })
    expect(data).toMatchObject({ fresh: 2, leftOut: [{ reason: '没有学籍号', num: 1, names: ['无号（高三(2)班）'] }] })
    const rows = async () => (await bureau.get(`${GATHER}/gatherStudent/list`, { gatherTaskId: next })).data.records
    expect(
      (await rows()).map((row: any) => [row.studentName, row.className, row.gatherStatus, row.gradeCode]).toSorted(),
    ).toEqual([
      ['新', '高三(1)班', 0, '12'],
      ['甲', '高三(1)班', 0, '12'],
    ])
    const younger = await addGather('只核对高二', { taskType: 4, gradeCodes: ['11'] })
    const refused = await post(bureau, call, { examId, gatherTaskId: younger })
    expect([refused.status, refused.msg]).toEqual([400, '采集任务不包括这个年级'])
    expect(refused.data.problems).toEqual([{ field: 'gatherTaskId', message: '采集任务不包括这个年级' }])
    expect((await bureau.get(`${GATHER}/gatherStudent/list`, { gatherTaskId: younger })).data.total).toBe(0)
    const [row] = await rows()
    const detail = (await bureau.get(`${GATHER}/gatherStudent/detail`, { id: row.id })).data
    expect([detail.gender, detail.courseCombination, detail.prefilledNum]).toEqual(['2', null, 1])
    // What was put right in the collection stays.
    await sql`update gather_student set student_name = '甲改' where student_name = '甲' and gather_task_id = ${next}`.execute(
      desk.db,
    )
    expect((await post(bureau, call, { examId, gatherTaskId: next })).data).toMatchObject({
      fresh: 0,
      unchanged: 1,
      leftNum: 2,
    })
  })

  test('and what teachers teach', async () => {
    const examId = await desk.addExam('任课给采集')
    const { batchId } = await desk.send(
      examId,
      'teacher',
      `学校,班级,科目,教师,教师编号\n第一中学,高三(1)班,语文,周师,T9\n第一中学,高三(1)班,数学,吴师,\n`,
    )
    await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
    const next = await addGather('核对任课', { taskType: 2, askedFields: ['phone'] })
    const { data } = await post(bureau, 'examteachercourseimport/exportTeacherToGather', { examId, gatherTaskId: next })
    expect(data).toMatchObject({ fresh: 1, leftOut: [{ reason: '没有教师编号', num: 1 }] })
    const { records } = (await bureau.get(`${GATHER}/gatherTeacher/list`, { gatherTaskId: next })).data
    expect(records).toMatchObject([{ teacherCode: 'T9', courseName: '语文', gatherStatus: 0 }])
  })

  test('is for those who may see the list of the exam', async () => {
    const examId = await desk.addExam('看不到的名单')
    const user = await program().user({ role: 'administrator', permissions: ['gatherstudent_add', 'gathertask_view'] })
    const answer = await post(user, 'examstudentimport/exportStudentToGather', { examId, gatherTaskId })
    expect(answer.status).toBe(403)
  })
})
