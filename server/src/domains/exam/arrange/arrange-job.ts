import { setImmediate } from 'node:timers/promises'
import { examArrangeTaskRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { arrangeSeats, examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type CopyValue, withStagedRows } from '../../../platform/db/copy.ts'
import { conflict, refuse } from '../../../platform/error.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { implement } from '../../../platform/module.ts'
import { type ArrangeTask, countPlan, dropSeats, holdPlan, listRooms, movePlan } from './arrange-row.ts'
import { groupColumn } from './group-column.ts'
import { planSeats } from './kernel/plan-seats.ts'
import { type Candidate, type Placement, PlanRefusal, type PlanRoom } from './kernel/types.ts'
import { noteStep } from './tasks.ts'

/** Rooms after which others get their turn. */
const ROOMS_AT_ONCE = 25
const MOST_SEED = 2147483646

interface ArrangePayload {
  taskId: string
}

export const arrangeJob = defineJob<ArrangePayload>({
  name: 'exam.arrange-seats',
  title: '排座',
  singletonKey: ({ taskId }) => taskId,
  subject: ({ taskId }) => taskId,
  run: (_ctx, { taskId }, progress) =>
    progress.finish(async (inside) => {
      const result = await arrange(inside, taskId, (done, total) => progress.report({ step: '排座', done, total }))
      const link = `/bigdata/arrange/examArrangeTask/${taskId}`
      const wrong = result.conflictNum > 0 ? `，${result.conflictNum}人有冲突` : ''
      return { text: `已排${result.placed}人${wrong}`, link }
    }),
})

async function startArrange(ctx: Ctx, taskId: string): Promise<{ jobId: string }> {
  const { taskName } = await holdPlan(ctx, taskId, 'arrange')
  return { jobId: await ctx.jobs.start(ctx, arrangeJob, { taskId }, `排座 ${taskName}`) }
}

/** Reads, plans and writes in one transaction that holds the plan: nobody changes it meanwhile. */
export async function arrange(
  ctx: Ctx,
  taskId: string,
  report: (done: number, total: number) => Promise<void>,
): Promise<{ placed: number; conflictNum: number }> {
  const task = await holdPlan(ctx, taskId, 'arrange')
  const rooms = (await listRooms(ctx, taskId)).filter(({ isSpare }) => isSpare !== 1)
  if (rooms.length === 0) throw conflict('还没有考场，请先建立考场')
  await dropSeats(ctx, taskId)
  const seed = task.seed ?? 1 + Math.floor(Math.random() * MOST_SEED)
  const candidates = await readCandidates(ctx, task)
  const placed = await plan(
    candidates,
    rooms.map((room) => toPlanRoom(room, task)),
    { ...task, seed },
    report,
  )
  await writePlaces(ctx, taskId, placed)
  await sql`update ${into(examArrangeTask)} set seed = ${seed} where id = ${taskId}`.execute(ctx.db)
  await movePlan(ctx, taskId, 'arrange')
  const conflictNum = await countPlan(ctx, taskId)
  const { name, title } = arrangeSeats
  await noteStep(ctx, taskId, name, title, { taskName: task.taskName, seed, placed: placed.length, conflictNum })
  return { placed: placed.length, conflictNum }
}

async function plan(
  candidates: Candidate[],
  rooms: PlanRoom[],
  rules: ArrangeTask & { seed: number },
  report: (done: number, total: number) => Promise<void>,
): Promise<Placement[]> {
  const placed: Placement[] = []
  let done = 0
  try {
    for (const room of planSeats(candidates, rooms, rules)) {
      placed.push(...room)
      done += 1
      if (done % ROOMS_AT_ONCE === 0) await setImmediate()
      if (done % (ROOMS_AT_ONCE * 10) === 0) await report(done, rooms.length)
    }
  } catch (error) {
    throw error instanceof PlanRefusal ? refuse(error.message) : error
  }
  return placed
}

function toPlanRoom(room: Awaited<ReturnType<typeof listRooms>>[number], { seatMode }: ArrangeTask): PlanRoom {
  const scope = (room.courseScope ?? '').split(/[,，、\s]+/).filter(Boolean)
  return { ...room, no: room.examRoomNo, point: room.examPointCode, scope, seatMode }
}

interface CandidateRow {
  id: string
  key: string
  name: string
  school: string
  klass: string
  team: string
  score: string | null
  isSpecial: boolean
  fixedRoom: string | null
  fixedSeat: number | null
}

async function readCandidates(ctx: Ctx, task: ArrangeTask): Promise<Candidate[]> {
  const { rows } =
    await sql<CandidateRow>`select s.id, coalesce(s.student_code, s.id::text) as key, s.student_name as name,
      s.school_code as school, s.school_code || '/' || coalesce(s.class_code, s.exam_class) as klass,
      ${groupColumn(task)} as team, s.last_score as score, coalesce(s.special_need, '') <> '' as is_special,
      case when s.is_fixed = 1 then s.exam_room_no end as fixed_room,
      case when s.is_fixed = 1 then s.exam_room_seat_num end as fixed_seat
    from ${visible(ctx, examArrangeTaskStudent)} s where s.arrange_task_id = ${task.id}`.execute(ctx.db)
  return rows.map(({ fixedRoom, fixedSeat, team, score, ...row }) => ({
    ...row,
    group: team,
    score: score === null ? null : Number(score),
    fixed: fixedRoom !== null && fixedSeat !== null ? { roomNo: fixedRoom, no: fixedSeat } : undefined,
  }))
}

const PLACE_COLUMNS = {
  id: 'bigint',
  room: 'varchar',
  point: 'varchar',
  seat: 'int',
  seat_row: 'int',
  seat_col: 'int',
  conflict: 'varchar',
}

async function writePlaces(ctx: Ctx, taskId: string, placed: readonly Placement[]): Promise<void> {
  await withStagedRows(ctx.db, PLACE_COLUMNS, placeRows(placed), async (staged) => {
    await sql`update ${into(examArrangeTaskStudent)} s set exam_room_no = p.room, exam_point_code = p.point,
        exam_room_seat_num = p.seat, seat_row = p.seat_row, seat_col = p.seat_col, conflict_msg = p.conflict
      from ${staged} p where s.id = p.id`.execute(ctx.db)
    await sql`update ${into(examArrangeTaskRoom)} r set actual_num = coalesce(p.num, 0)
      from (select o.exam_room_no as room, count(p.id)::int as num from ${visible(ctx, examArrangeTaskRoom)} o
        left join ${staged} p on p.room = o.exam_room_no where o.arrange_task_id = ${taskId} group by o.exam_room_no) p
      where r.arrange_task_id = ${taskId} and r.is_deleted = 0 and r.exam_room_no = p.room`.execute(ctx.db)
  })
}

function* placeRows(placed: readonly Placement[]): Generator<CopyValue[]> {
  for (const { candidate, room, no, row, col, conflict: text } of placed)
    yield [candidate.id, room.no, room.point, no, row, col, text]
}

export const arrangeSeatHandlers = [implement(arrangeSeats, (ctx, { id }) => startArrange(ctx, id))]
