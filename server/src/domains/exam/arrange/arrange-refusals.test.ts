import { idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { withoutSchool } from '../../../../test/fixtures/without-school.ts'
import { TENANT, type Answer, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'

/* What a plan of rooms, seats and numbers refuses. */

const BASE = '/api/bigdata-service'
/** The code of a student, but for its check character. */
const CODE = 'G99000120100101199'
const NAMES = [...'甲乙丙丁戊己庚辛壬癸']
const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('联考')
  const lines = NAMES.map((name, n) => `L${n},学生${name},${SCHOOLS[0]?.name},高三(1)班`)
  const batch = await desk.send(examId, 'student', ['考号,姓名,学校,班级', ...lines].join('\n'))
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
})

let plans = 0
const said = ({ status, msg }: Answer) => [status, msg]

/** A plan with the ten candidates, whose rooms have twelve places. */
async function taken(change: object = {}): Promise<string> {
  const grid = { examRoomSeatNum: 12, seatRows: 4, seatCols: 3, seed: 11 }
  const body = { taskName: `编排${(plans += 1)}`, studyYear: 2025, examGrade: '12', ...grid, ...change }
  const { data, msg } = await desk.post('examArrangeTask/submit', body)
  expect(msg).toBe('操作成功')
  const took = await desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: data.id, examId })
  expect(took.data).toMatchObject({ added: 10 })
  return data.id
}

const number = (id: string) => desk.post('examArrangeTaskStudent/execArrangeCodeRule', { arrangeTaskId: id })

async function seated(change: object = {}): Promise<string> {
  const id = await taken(change)
  expect((await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: id })).msg).toBe('操作成功')
  await desk.run('examArrangeTask/arrangeSeats', { id })
  return id
}

async function locked(change: object): Promise<string> {
  const id = await seated(change)
  expect((await number(id)).msg).toBe('操作成功')
  expect((await desk.post('examArrangeTask/lock', { id })).msg).toBe('操作成功')
  return id
}

async function studentsOf(id: string): Promise<Record<string, unknown>[]> {
  const { data } = await desk.user.get(`${BASE}/examArrangeTaskStudent/list`, { arrangeTaskId: id, size: 200 })
  return data.records
}

/** Somebody who comes after the plan is locked. */
const addLate = (arrangeTaskId: string) =>
  desk.post('examArrangeTaskStudent/submit', {
    arrangeTaskId,
    studentName: '晚到',
    studentCode: `${CODE}${idCheckCharacter(CODE.slice(1))}`,
    schoolCode: SCHOOLS[0]?.code,
    examClass: '高三(1)班',
  })

test('nobody is given a room while there are no candidates', async () => {
  const id = await taken()
  const ids = (await studentsOf(id)).map((row) => row['id']).join()
  expect((await desk.user.post(`${BASE}/examArrangeTaskStudent/remove`, undefined, { ids })).msg).toBe('操作成功')
  const answer = await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: id })
  expect(said(answer)).toEqual([400, '还没有考生，请先导入考生'])
})

describe('numbers', () => {
  const edit = async (id: string, codeTemplate: string) => {
    const { data } = await desk.user.get(`${BASE}/examArrangeTask/detail`, { id })
    const { msg } = await desk.post('examArrangeTask/submit', { id, updateTime: data.updateTime, codeTemplate })
    expect(msg).toBe('操作成功')
  }

  test('are made of what every candidate has, and fit', async () => {
    const id = await seated()
    // Of before templates were judged when they are kept.
    await sql`update exam_arrange_task set code_template = '[场次]' where id = ${id}`.execute(desk.db)
    expect(said(await number(id))).toEqual([400, expect.stringMatching(/^没有“\[场次\]”这一项/)])
    for (const [template, refusal] of [
      ['[学籍号]', /^学生.没有学籍号，不能按模板编号$/],
      ['[考点][序号2]', /^考场001没有考点，不能按模板编号$/],
      ['[学校18][序号9]', /^考号“\w{27}”超过20位，请缩短模板$/],
    ] as const) {
      await edit(id, template)
      expect([template, ...said(await number(id))]).toEqual([template, 400, expect.stringMatching(refusal)])
    }
    expect((await studentsOf(id)).filter((row) => row['studentNumber'] !== null)).toEqual([])
  })

  test('of place and order stay with their seats', async () => {
    const id = await locked({ codeTemplate: '[考场][座位2][序号2]' })
    const before = await studentsOf(id)
    const move = { id: before[0]?.['id'], examRoomNo: '001', examRoomSeatNum: 12 }
    const answer = await desk.post('examArrangeTaskStudent/swapSeats', move)
    expect(said(answer)).toEqual([400, '考号含序号和座位，不能移到空座位，请与另一名考生对调'])
    expect(await studentsOf(id)).toEqual(before)
  })
})

test('a candidate who has no seat changes places with nobody', async () => {
  const id = await seated()
  const [one] = await studentsOf(id)
  await sql`update exam_arrange_task_student set exam_room_no = null, exam_room_seat_num = null
    where id = ${one?.['id']}`.execute(desk.db)
  const before = await studentsOf(id)
  const move = { id: one?.['id'], examRoomNo: '001', examRoomSeatNum: 12 }
  expect(said(await desk.post('examArrangeTaskStudent/swapSeats', move))).toEqual([400, '该考生还没有座位'])
  expect(await studentsOf(id)).toEqual(before)
})

test('a candidate whose school was removed meanwhile is not changed', async () => {
  const id = await taken()
  const before = await studentsOf(id)
  const { id: rowId, schoolCode } = before[0] ?? {}
  const body = { id: rowId, studentCode: `${CODE}${idCheckCharacter(CODE.slice(1))}`, examClass: '高三(2)班' }
  const change = () => desk.user.post(`${BASE}/examArrangeTaskStudent/submit`, body)
  const { status, data } = await withoutSchool(desk.db, String(schoolCode), change)
  expect([status, data.problems]).toEqual([400, [{ field: 'schoolCode', message: '没有这所学校' }]])
  expect(await studentsOf(id)).toEqual(before)
})

describe('a candidate who comes late', () => {
  test('finds no seat where all are taken', async () => {
    const id = await locked({ codeTemplate: '[序号3]', examRoomSeatNum: 10 })
    expect(said(await addLate(id))).toEqual([400, '没有空座位，请先解除锁定并增加考场'])
  })

  test('finds no number where all of so many digits are taken', async () => {
    const id = await locked({ codeTemplate: '[序号1]' })
    expect(said(await addLate(id))).toEqual([400, '没有可用的考号，请加长模板的位数'])
    expect(await studentsOf(id)).toHaveLength(10)
  })

  test('finds no number where somebody else has that of the seat', async () => {
    const id = await locked({ codeTemplate: '[考场][座位2]' })
    const [one] = await studentsOf(id)
    const free = [11, 12].map((no) => `001${no}`)
    await sql`update exam_arrange_task_student set student_number = '00111' where id = ${one?.['id']}`.execute(desk.db)
    const [, two] = await studentsOf(id)
    await sql`update exam_arrange_task_student set student_number = '00112' where id = ${two?.['id']}`.execute(desk.db)
    const { status, msg } = await addLate(id)
    expect([status, free.map((no) => `考号“${no}”已被使用`)]).toEqual([400, expect.arrayContaining([msg])])
    expect(await studentsOf(id)).toHaveLength(10)
  })
})

describe('papers', () => {
  test('are not printed for nobody', async () => {
    const id = await locked({ codeTemplate: '[考场][座位2]' })
    const nobody = { id, paper: 'doorSheet', reason: '考前张贴', schoolCode: SCHOOLS[1]?.code }
    const refusal = '所选范围内没有编好考号的考生'
    await expect(desk.run('examArrangeTask/printPaper', nobody)).rejects.toThrow(refusal)
    const gatherTaskId = nextId()
    await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields,
        audit_levels, begin_time, end_time, task_status)
      values (${gatherTaskId}, ${TENANT}, '采集', 1, 2025, '["12"]', '["nation"]', 0, '2026-01-01', '2026-12-31', 1)`.execute(
      desk.db,
    )
    await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
        grade_code, gather_status)
      values (${nextId()}, ${TENANT}, ${gatherTaskId}, 'G1', '学生', '990001', ${SCHOOLS[0]?.code}, '12', 4)`.execute(
      desk.db,
    )
    // A number without a seat, as somebody may leave behind who clears the seats meanwhile.
    await sql`update exam_arrange_task_student set student_code = 'G1', seat_row = null
      where id = (select min(id) from exam_arrange_task_student where arrange_task_id = ${id})`.execute(desk.db)
    const cards = '/api/yzl-gather/gatherStudent/generateAllAdmissionCard'
    const { data, msg } = await desk.user.post(cards, { gatherTaskId })
    expect(msg).toBe('操作成功')
    await expect(waitForJob(desk.user, data.jobId)).rejects.toThrow(refusal)
  })
})
