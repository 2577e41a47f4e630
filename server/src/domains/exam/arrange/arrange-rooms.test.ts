import { deleteRooms } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, plansOf, valid } from '../../../../test/fixtures/arrange-plan.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Answer, useTestApp } from '../../../../test/harness.ts'

/* Rooms of a plan: where they are, which may change, and which go. */

const BASE = '/api/bigdata-service/examArrangeTaskRoom'
const program = useTestApp()
let desk: Desk
let taskId = ''
const { addPlan, listOf, arrange } = plansOf(
  () => desk,
  () => taskId,
)

beforeAll(async () => {
  desk = await openDesk(program())
})

const said = ({ status, msg }: Answer) => [status, msg]
const save = (row: object) => desk.post('examArrangeTaskRoom/submit', { ...row })
const deleteForever = (ids: unknown[]) => desk.post('examArrangeTaskRoom/foreverDelete', { ids: ids.join() })
const numbersOf = async () => (await listOf('examArrangeTaskRoom')).map(({ examRoomNo }) => examRoomNo)

async function addRoom(examRoomNo: string, change: object = {}): Promise<string> {
  const grid = { examRoomSeatNum: 6, seatRows: 3, seatCols: 2 }
  const { data, msg } = await save({ arrangeTaskId: taskId, examRoomNo, ...grid, ...change })
  valid(msg)
  return data.id
}

/** A plan whose two candidates sit in the first of its three rooms; the second is a spare one. */
async function seated(taskName: string): Promise<string[]> {
  taskId = await addPlan(taskName)
  const ids = [await addRoom('001'), await addRoom('002', { isSpare: 1 }), await addRoom('003')]
  for (const n of [1, 2]) {
    const student = { studentCode: codeOf(n), studentName: `学生${n}`, examClass: `高三(${n})班` }
    const row = { arrangeTaskId: taskId, schoolCode: SCHOOLS[0]?.code, ...student }
    valid((await desk.post('examArrangeTaskStudent/submit', row)).msg)
  }
  await arrange()
  return ids
}

test('a room is called after the school it is in, as long as it is in one', async () => {
  taskId = await addPlan('考点')
  const id = await addRoom('001', { examPointCode: SCHOOLS[1]?.code, examPointName: '另一所学校' })
  const room = async () => (await listOf('examArrangeTaskRoom'))[0]
  expect(await room()).toMatchObject({ examPointCode: SCHOOLS[1]?.code, examPointName: '第二中学' })
  const { updateTime } = (await room()) ?? {}
  valid((await save({ id, updateTime, examPointCode: '' })).msg)
  expect(await room()).toMatchObject({ examPointCode: null, examPointName: null })
})

test('chosen rooms are deleted for good, each once, and are named in the log of their plan', async () => {
  const [first, other] = [await addPlan('甲编排'), await addPlan('乙编排')]
  taskId = other
  const ofOther = await addRoom('101')
  taskId = first
  const [one, two] = [await addRoom('001'), await addRoom('002')]
  await addRoom('003')
  expect((await deleteForever([two, one, two, ofOther])).data).toEqual({ removed: 3 })
  expect(await numbersOf()).toEqual(['003'])
  const logged = await sql<{ id: string; values: { rooms: string[] } }>`select row_id::text as id, new_values as values
    from operation_log where call = ${deleteRooms.name}`.execute(desk.db)
  expect(Object.fromEntries(logged.rows.map(({ id, values }) => [id, values.rooms.toSorted()]))).toEqual({
    [first]: ['001', '002'],
    [other]: ['101'],
  })
})

test('no room is deleted for good where none is chosen, or one is not there', async () => {
  taskId = await addPlan('没有的考场')
  const id = await addRoom('001')
  expect(said(await deleteForever([',']))).toEqual([400, '请选择至少一条数据'])
  expect(said(await deleteForever([id, 1]))).toEqual([404, '数据不存在或已被删除'])
  expect(await numbersOf()).toEqual(['001'])
})

test('a room of a plan with seats stays as it is, also an empty one', async () => {
  const [, empty] = await seated('已排座')
  const before = await listOf('examArrangeTaskRoom')
  const refused = [409, '当前状态为「已排座」，不能修改考场']
  expect(said(await deleteForever([empty]))).toEqual(refused)
  expect(said(await desk.user.post(`${BASE}/remove`, {}, { ids: empty }))).toEqual(refused)
  expect(said(await save({ id: empty, updateTime: before[1]?.['updateTime'], building: '南楼' }))).toEqual(refused)
  const row = { arrangeTaskId: taskId, examRoomNo: '004', examRoomSeatNum: 6, seatRows: 3, seatCols: 2 }
  expect(said(await save(row))).toEqual(refused)
  expect(await listOf('examArrangeTaskRoom')).toEqual(before)
})

test('a removed room comes back while its plan has no seats', async () => {
  taskId = await addPlan('取回的考场')
  const id = await addRoom('001')
  const call = (name: string) => desk.user.post(`${BASE}/${name}`, {}, { ids: id })
  valid((await call('remove')).msg)
  expect(await numbersOf()).toEqual([])
  const put = (status: number) =>
    sql`update exam_arrange_task set arrange_status = ${status} where id = ${taskId}`.execute(desk.db)
  await put(3)
  expect(said(await call('restore'))).toEqual([409, '当前状态为「已排座」，不能修改考场'])
  expect(await numbersOf()).toEqual([])
  await put(0)
  valid((await call('restore')).msg)
  expect(await numbersOf()).toEqual(['001'])
})
