import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCandidates, codeOf, plansOf, seatsOf, valid } from '../../../../test/fixtures/arrange-plan.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'

type Row = Record<string, string | number | null>

let desk: Desk
let school: Client
let examId = ''
let taskId = ''
const { addPlan, listOf, students, planNow, number, arrange } = plansOf(
  () => desk,
  () => taskId,
)

beforeAll(async () => {
  desk = await openDesk(program())
  school = await program().user({
    role: 'school',
    schoolCode: SCHOOLS[0]?.code ?? '',
    permissions: ['examarrangetask_view', 'examarrangetaskstudent_view', 'examarrangetaskroom_view'],
  })
  examId = await addCandidates(desk)
})

/** A task of the bureau to report candidates for. */
async function addTask(taskName: string, examGrade = '12'): Promise<string> {
  const times = { beginTime: '2026-05-01 08:00:00', endTime: '2026-05-09 18:00:00' }
  const body = { taskName, taskType: 1, examYear: 2026, studyYear: 2025, examGrade, artsScience: '0', ...times }
  return (await desk.post('examTask/submit', body)).data.id
}

/** Archived marks of the first candidates in two courses that count and one that does not. */
async function writeFacts(marks: (number | null)[][]): Promise<void> {
  await sql`delete from exam_course where exam_id = ${examId}`.execute(desk.db)
  await sql`insert into exam_course (tenant_id, exam_id, course_id, course_name, course_alias, exam_score, is_in_total, sort)
    select ${TENANT}, ${examId}, n, '科目' || n, '[]', 150, case when n < 3 then 1 else 0 end, n
    from generate_series(1, 3) n`.execute(desk.db)
  for (const [at, row] of marks.entries()) {
    await sql`insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_code, student_name,
        area_code, area_name, area_sort, school_code, school_name, school_sort, exam_class, class_sort, is_count)
      values (${TENANT}, ${examId}, ${at}, ${`L${100 + at}`}, ${codeOf(at)}, '学生', '', '', 1, '', '', 1, '', 1, 1)`.execute(
      desk.db,
    )
    for (const [n, score] of row.entries())
      await sql`insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score_status, score)
        values (${TENANT}, ${examId}, ${at}, ${n + 1}, ${score === null ? 1 : 0}, ${score})`.execute(desk.db)
  }
}

describe('candidates of a plan', () => {
  test('are added by hand with a fixed seat, which is kept and given once', async () => {
    taskId = await addPlan('固定座位')
    const row = { arrangeTaskId: taskId, examClass: '高三(1)班', schoolCode: SCHOOLS[0]?.code, isFixed: 1 }
    const add = async (studentCode: string, change: object) =>
      (
        await desk.post('examArrangeTaskStudent/submit', {
          ...row,
          studentCode,
          studentName: studentCode === codeOf(31) ? '生一' : '生二',
          ...change,
        })
      ).msg
    expect(await add(codeOf(31), {})).toBe('固定座位的考生应填写考场号和座位号')
    valid(await add(codeOf(31), { examRoomNo: '001', examRoomSeatNum: 5 }))
    expect(await add(codeOf(32), { examRoomNo: '001', examRoomSeatNum: 5 })).toBe('这个座位已固定给生一')
    valid(await add(codeOf(32), { isFixed: 0, specialNeed: '轮椅' }))
    await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId })
    expect(await arrange()).toMatchObject({ text: '已排2人' })
    expect(seatsOf(await students())).toEqual(['生一 001-5', '生二 001-1'])
    const [fixed] = await students({ studentName: '生一' })
    const swapped = await desk.post('examArrangeTaskStudent/swapSeats', {
      id: fixed?.['id'],
      examRoomNo: '001',
      examRoomSeatNum: 2,
    })
    expect(swapped.msg).toBe('生一的座位是固定的')
  })

  test('are not needed for rooms: without them a plan stays a draft when its rooms are cleared', async () => {
    taskId = await addPlan('先建考场')
    const room = { arrangeTaskId: taskId, examRoomNo: '001', examRoomSeatNum: 6, seatRows: 3, seatCols: 2 }
    valid((await desk.post('examArrangeTaskRoom/submit', room)).msg)
    const cleared = await desk.post('examArrangeTaskRoom/foreverDeleteByTaskId', { arrangeTaskId: taskId })
    expect(cleared.data).toEqual({ removed: 1 })
    expect(await planNow()).toMatchObject({ arrangeStatus: 0 })
  })

  test('of schools that are points stay in rooms of their own, also those who come late', async () => {
    taskId = await addPlan('本校考点', { pointMode: 2 })
    await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    const made = await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId, spareNum: 1 })
    expect(made.data).toEqual({ rooms: 4, spares: 2 })
    await arrange()
    const rows = await students()
    expect(rows.every(({ examPointCode, schoolCode }) => examPointCode === schoolCode)).toBe(true)
    valid((await number()).msg)
    valid((await desk.post('examArrangeTask/lock', { id: taskId })).msg)
    for (const [at, { code: schoolCode }] of SCHOOLS.entries()) {
      const late = { studentCode: codeOf(90 + at), studentName: '晚到', examClass: '高三(1)班', schoolCode }
      const { data } = await desk.post('examArrangeTaskStudent/submit', { arrangeTaskId: taskId, ...late })
      expect(data).toMatchObject({ examPointCode: schoolCode, isLate: 1 })
    }
  })

  test('bring the total of the courses that count and its place from an archived exam, ties alike', async () => {
    await writeFacts([
      [120.5, 80, 3],
      [100, 100.5, 150],
      [70, null, null],
    ])
    taskId = await addPlan('上次成绩')
    const take = await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    expect(take.data).toEqual({ added: 20, skipped: 0, scored: 3 })
    const [a, b, c, d] = await sql<{ lastScore: string | null; lastRank: number | null }>`select last_score, last_rank
      from exam_arrange_task_student where arrange_task_id = ${taskId} order by student_code`
      .execute(desk.db)
      .then(({ rows }) => rows)
    expect([a, b, c, d]).toEqual([
      { lastScore: '200.5', lastRank: 1 },
      { lastScore: '200.5', lastRank: 1 },
      { lastScore: '70.0', lastRank: 3 },
      { lastScore: null, lastRank: null },
    ])
  })

  test('reported for an exam task are taken from it', async () => {
    taskId = await addPlan('交给考务任务')
    await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId })
    await arrange()
    valid((await number()).msg)
    valid((await desk.post('examArrangeTask/lock', { id: taskId })).msg)
    const reported = await addTask('期末')
    const hand = await desk.post('examArrangeTaskStudent/exportStudentToExamTask', {
      arrangeTaskId: taskId,
      taskId: reported,
    })
    expect(hand.data).toEqual({ added: 20, updated: 0 })
    taskId = await addPlan('考务任务的考生')
    const from = { arrangeTaskId: taskId, taskId: reported }
    expect((await desk.post('examArrangeTaskStudent/importStudentFromTask', from)).data).toEqual({
      added: 20,
      skipped: 0,
    })
  })

  test('are asked for where there are none', async () => {
    const plan = await addPlan('没有考生')
    const empty = await desk.addExam('没有名单')
    const said = async (call: string, body: object) => {
      const { status, msg } = await desk.post(call, { arrangeTaskId: plan, ...body })
      return [status, msg]
    }
    expect(await said('examArrangeTaskStudent/importStudentFromExam', { examId: empty })).toEqual([
      400,
      '「没有名单」没有考生名单',
    ])
    const fromTask = (id: string) => said('examArrangeTaskStudent/importStudentFromTask', { taskId: id })
    expect(await fromTask(await addTask('高二', '11'))).toEqual([400, '「高二」不是高三的考务任务'])
    expect(await fromTask(await addTask('没有考生的任务'))).toEqual([400, '「没有考生的任务」还没有考生'])
    const nobody = { studentName: '无号', examClass: '高三(1)班', schoolCode: SCHOOLS[0]?.code }
    expect(await said('examArrangeTaskStudent/submit', nobody)).toEqual([400, '请输入学籍号'])
    expect(await said('examArrangeTask/printPaper', { id: plan, paper: 'doorSheet', reason: '考前张贴' })).toEqual([
      409,
      '编好考号以后才能印制',
    ])
    const nothing = await desk.post('examArrangeTaskStudent/deleteByTaskId', {})
    expect([nothing.status, nothing.msg]).toEqual([400, '请选择编排任务'])
  })

  test('are in the class of their school that has the name, of the grade and the year of the plan', async () => {
    taskId = await addPlan('班级')
    await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    const [one] = await students({ studentName: '学生甲' })
    const [other] = await students({ studentName: '学生乙' })
    expect([one?.['examClass'], other?.['examClass']]).toEqual(['高三(1)班', '高三(2)班'])
    const save = async (change: object) => {
      const { data, msg } = await desk.post('examArrangeTaskStudent/submit', { id: one?.['id'], ...change })
      valid(msg)
      return data
    }
    expect(await save({ examClass: '高三(2)班' })).toMatchObject({ classCode: other?.['classCode'] })
    expect(await save({ examClass: '高三(9)班' })).toMatchObject({ classCode: null })
    expect(await save({ examClass: '高三(1)班' })).toMatchObject({ classCode: one?.['classCode'] })
    await sql`update exam_arrange_task set study_year = 2024 where id = ${taskId}`.execute(desk.db)
    expect(await save({ studentName: '学生甲一' })).toMatchObject({ classCode: one?.['classCode'] })
    expect(await save({ examClass: '高三(2)班' })).toMatchObject({ classCode: null })
  })

  test('who come late sit apart from their class while there is such a seat', async () => {
    taskId = await addPlan('补录的座位')
    const row = { arrangeTaskId: taskId, examClass: '高三(1)班', schoolCode: SCHOOLS[0]?.code }
    const add = async (n: number, change: object = {}) => {
      const student = { ...row, studentCode: codeOf(n), studentName: `生${n}`, ...change }
      const { data, msg } = await desk.post('examArrangeTaskStudent/submit', student)
      valid(msg)
      return data
    }
    await add(41, { isFixed: 1, examRoomNo: '001', examRoomSeatNum: 2 })
    await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId })
    await arrange()
    valid((await number()).msg)
    valid((await desk.post('examArrangeTask/lock', { id: taskId })).msg)
    // Beside the second seat of three rows and two columns are the first, the third and the fifth.
    expect(await add(42, { examClass: '高三(2)班' })).toMatchObject({ examRoomSeatNum: 1 })
    expect(await add(43)).toMatchObject({ examRoomSeatNum: 4 })
    expect(await add(44)).toMatchObject({ examRoomSeatNum: 6 })
    expect(await planNow()).toMatchObject({ studentNum: 4, conflictNum: 0 })
    expect(await add(45)).toMatchObject({ examRoomSeatNum: 3 })
    const told = (await students()).map((one) => [one['studentName'], one['conflictMsg']])
    expect(Object.fromEntries(told)).toEqual({
      生41: '与3号同班相邻',
      生42: null,
      生43: '与3号同班相邻',
      生44: null,
      生45: '与2、4号同班相邻',
    })
    expect(await planNow()).toMatchObject({ studentNum: 5, conflictNum: 3 })
  })

  test('are arranged by the bureau alone', async () => {
    const answer = await school.post(`${BASE}/examArrangeTask/arrangeSeats`, { id: taskId })
    expect(answer.status).toBe(403)
  })
})

describe('numbers of a plan', () => {
  /** Everybody in the order of rooms and seats. */
  const inOrder = async () =>
    (await students()).toSorted(
      (one, other) =>
        Number(one['examRoomNo']) - Number(other['examRoomNo']) ||
        Number(one['examRoomSeatNum']) - Number(other['examRoomSeatNum']),
    )

  beforeAll(async () => {
    taskId = await addPlan('序号范围')
    await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId })
    for (const { id, updateTime, examRoomNo } of await listOf('examArrangeTaskRoom')) {
      const examPointCode = SCHOOLS[examRoomNo === '001' ? 0 : 1]?.code
      valid((await desk.post('examArrangeTaskRoom/submit', { id, updateTime, examPointCode })).msg)
    }
    await arrange()
  })

  test.each([
    ['the plan', '[序号3]', 1, () => ''],
    ['a school', '[学校2][序号3]', 2, (row: Row) => row['schoolCode']],
    ['a point', '[考点2][序号3]', 3, (row: Row) => row['examPointCode']],
    ['a room', '[考场2][序号3]', 4, (row: Row) => row['examRoomNo']],
  ])('run through %s, from where they start', async (_unit, codeTemplate, codeScope, unitOf) => {
    const { id, updateTime } = await planNow()
    const rule = { codeTemplate, codeScope, codeStart: 7 }
    valid((await desk.post('examArrangeTask/submit', { id, updateTime, ...rule })).msg)
    valid((await number()).msg)
    const next = new Map<unknown, number>()
    for (const row of await inOrder()) {
      const at = next.get(unitOf(row)) ?? 7
      next.set(unitOf(row), at + 1)
      expect(String(row['studentNumber']).slice(-3)).toBe(String(at).padStart(3, '0'))
    }
    expect(next.size).toBe({ 1: 1, 4: 4 }[codeScope] ?? 2)
  })

  test('go on in the school of whoever comes late', async () => {
    const { id, updateTime } = await planNow()
    const rule = { codeTemplate: '[学校2][序号3]', codeScope: 2, codeStart: 107 }
    valid((await desk.post('examArrangeTask/submit', { id, updateTime, ...rule })).msg)
    valid((await number()).msg)
    valid((await desk.post('examArrangeTask/lock', { id })).msg)
    const late = { studentCode: codeOf(95), studentName: '晚到', examClass: '高三(9)班', schoolCode: SCHOOLS[1]?.code }
    const { data } = await desk.post('examArrangeTaskStudent/submit', { arrangeTaskId: id, ...late })
    expect(data).toMatchObject({ studentNumber: `${SCHOOLS[1]?.code.slice(-2)}117` })
  })

  test('of no seat go with who changes seats', async () => {
    const [one, other] = await inOrder()
    const to = { examRoomNo: other?.['examRoomNo'], examRoomSeatNum: other?.['examRoomSeatNum'] }
    valid((await desk.post('examArrangeTaskStudent/swapSeats', { id: one?.['id'], ...to })).msg)
    const [now, then] = await inOrder()
    expect([now?.['id'], now?.['studentNumber']]).toEqual([other?.['id'], other?.['studentNumber']])
    expect([then?.['id'], then?.['studentNumber']]).toEqual([one?.['id'], one?.['studentNumber']])
  })

  test('are given later where seats change before', async () => {
    taskId = await addPlan('对调在先')
    await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId })
    await arrange()
    const [one, other] = await inOrder()
    const to = { examRoomNo: other?.['examRoomNo'], examRoomSeatNum: other?.['examRoomSeatNum'] }
    valid((await desk.post('examArrangeTaskStudent/swapSeats', { id: one?.['id'], ...to })).msg)
    const [now, then] = await inOrder()
    expect([now?.['id'], then?.['id']]).toEqual([other?.['id'], one?.['id']])
    const taken = new Set((await students({ examRoomNo: '004' })).map((row) => row['examRoomSeatNum']))
    const empty = [1, 2, 3, 4, 5, 6].find((no) => !taken.has(no))
    const move = { id: one?.['id'], examRoomNo: '004', examRoomSeatNum: empty }
    valid((await desk.post('examArrangeTaskStudent/swapSeats', move)).msg)
    expect((await students()).map((row) => row['studentNumber'])).toEqual(Array.from({ length: 20 }, () => null))
  })
})
