import { examArrangeTaskRoom, initExamRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { POINT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type CopyValue, withStagedRows } from '../../../platform/db/copy.ts'
import { nextId } from '../../../platform/db/id.ts'
import { fault, refuse } from '../../../platform/error.ts'
import { type ArrangeTask, dropSeats, holdPlan, movePlan } from './arrange-row.ts'
import { groupColumn } from './group-column.ts'
import { groupBy } from './kernel/group-by.ts'
import { noteStep } from './tasks.ts'

/** Digits of a room's number, at least. */
const ROOM_DIGITS = 3

interface Point {
  code: string | null
  name: string | null
  /** Rooms its candidates fill. */
  rooms: number
}

/** As many rooms as the candidates fill, and spare ones behind them; with own points for every school its own. */
export async function initRooms(
  ctx: Ctx,
  { arrangeTaskId, studentNum, examRoomSeatNum, spareNum }: Input<typeof initExamRoom>,
): Promise<Output<typeof initExamRoom>> {
  const task = await holdPlan(ctx, arrangeTaskId, 'initRooms')
  const seats = examRoomSeatNum ?? task.examRoomSeatNum
  if (seats > task.seatRows * task.seatCols)
    throw fault('examRoomSeatNum', `每场${seats}人，${task.seatRows}行${task.seatCols}列坐不下`)
  const points = studentNum
    ? [{ code: null, name: null, rooms: Math.ceil(studentNum / seats) }]
    : await countPoints(ctx, task, seats)
  if (points.length === 0) throw refuse('还没有考生，请先导入考生')
  await dropSeats(ctx, task.id)
  await sql`delete from ${into(examArrangeTaskRoom)} where arrange_task_id = ${task.id}`.execute(ctx.db)
  const made = { rooms: points.reduce((sum, { rooms }) => sum + rooms, 0), spares: points.length * (spareNum ?? 0) }
  await insertRooms(ctx, task, seats, points, spareNum ?? 0)
  await movePlan(ctx, task.id, 'initRooms')
  await noteStep(ctx, task.id, initExamRoom.name, initExamRoom.title, { taskName: task.taskName, ...made })
  return made
}

interface Counted {
  schoolCode: string
  schoolName: string | null
  num: number
}

/** The points of a plan: every school its own, or one without a name. Groups that share no room fill more of them. */
async function countPoints(ctx: Ctx, task: ArrangeTask, seats: number): Promise<Point[]> {
  const isOwn = task.pointMode === POINT_MODE.own
  const unit = isOwn ? sql`s.school_code` : sql`''`
  const group = task.isMixedRest === 1 ? sql`''` : groupColumn(task)
  const { rows } = await sql<Counted>`select c.school_code, max(c.school_name) as school_name, count(*)::int as num
    from (select ${unit} as school_code, s.school_name, ${group} as team from ${visible(ctx, examArrangeTaskStudent)} s
      where s.arrange_task_id = ${task.id}) c
    group by c.school_code, c.team order by c.school_code`.execute(ctx.db)
  return [...groupBy(rows, ({ schoolCode }) => schoolCode)].map(([code, parts]) => ({
    code: isOwn ? code : null,
    name: isOwn ? (parts[0]?.schoolName ?? null) : null,
    rooms: parts.reduce((sum, { num }) => sum + Math.ceil(num / seats), 0),
  }))
}

async function insertRooms(ctx: Ctx, task: ArrangeTask, seats: number, points: Point[], spareNum: number) {
  const { id: userId, tenantId } = ctx.user
  const columns = {
    id: 'bigint',
    no: 'varchar',
    point: 'varchar',
    name: 'varchar',
    spare: 'smallint',
    sort: 'int',
  }
  await withStagedRows(ctx.db, columns, roomRows(task, points, spareNum), async (staged) => {
    await sql`insert into ${into(examArrangeTaskRoom)} (id, tenant_id, create_user, update_user, arrange_task_id,
        exam_room_no, exam_room_name, exam_point_code, exam_point_name, exam_room_seat_num, seat_rows, seat_cols,
        is_spare, sort)
      select r.id, ${tenantId}, ${userId}::bigint, ${userId}::bigint, ${task.id}::bigint, r.no, '第' || r.no || '考场',
        r.point, r.name, ${seats}::int, ${task.seatRows}::int, ${task.seatCols}::int, r.spare, r.sort
      from ${staged} r`.execute(ctx.db)
  })
}

/** Numbers run through all points; the spare rooms of a point follow its others. */
function* roomRows(task: ArrangeTask, points: Point[], spareNum: number): Generator<CopyValue[]> {
  let sort = 0
  for (const { code, name, rooms } of points) {
    for (let at = 0; at < rooms + spareNum; at += 1) {
      const no = String(task.roomStartNo + sort).padStart(ROOM_DIGITS, '0')
      sort += 1
      yield [nextId(), no, code, name, at < rooms ? 0 : 1, sort]
    }
  }
}
