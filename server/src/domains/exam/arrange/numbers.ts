import {
  clearNumbers,
  examArrangeTaskStudent,
  numberStudents,
} from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { CODE_SCOPE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import {
  type CodePiece,
  MOST_DIGITS,
  has,
  readTemplate,
  writeCode,
} from '@xueheng/contract/domains/exam/arrange/code-template.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedRows } from '../../../platform/db/copy.ts'
import { refuse } from '../../../platform/error.ts'
import { type ArrangeTask, dropNumbers, holdPlan, listRooms, movePlan } from './arrange-row.ts'
import { groupBy } from './kernel/group-by.ts'
import { namesOf } from './kernel/types.ts'
import { noteStep } from './tasks.ts'

/** What a number may be made of, in one candidate. */
export interface Numbered {
  id: string
  name: string
  studentCode: string | null
  areaCode: string | null
  schoolCode: string
  examPointCode: string | null
  examRoomNo: string
  examRoomSeatNum: number
}

/** Repeated numbers that a refusal names. */
const MOST_NAMED = 3

/** The pieces of the plan's template. Throws what is wrong with it. */
export function piecesOf({ codeTemplate }: ArrangeTask): CodePiece[] {
  const read = readTemplate(codeTemplate ?? '')
  if ('problem' in read) throw refuse(read.problem)
  return read.pieces
}

/** A number for every candidate, in the order of rooms and seats; nothing is written where one occurs twice. */
export async function numberAll(ctx: Ctx, taskId: string): Promise<Output<typeof numberStudents>> {
  const task = await holdPlan(ctx, taskId, 'number')
  const pieces = piecesOf(task)
  const seated = await readSeated(ctx, taskId)
  const numbers = writeNumbers(task, pieces, seated)
  assertNumbers(seated, numbers)
  await dropNumbers(ctx, taskId)
  const rows = seated.map(({ id }, at) => [id, numbers[at]])
  await withStagedRows(ctx.db, { id: 'bigint', code: 'varchar' }, rows, async (staged) => {
    await sql`update ${into(examArrangeTaskStudent)} s set student_number = n.code from ${staged} n
      where s.id = n.id`.execute(ctx.db)
  })
  await movePlan(ctx, taskId, 'number')
  const { taskName, codeTemplate } = task
  const result = { numbered: rows.length, first: numbers[0] ?? '', last: numbers.at(-1) ?? '' }
  await noteStep(ctx, taskId, numberStudents.name, numberStudents.title, { taskName, codeTemplate, ...result })
  return result
}

/** Everybody with a seat, by room and seat. Rooms are put in order here: a join of rows just written has no statistics. */
async function readSeated(ctx: Ctx, taskId: string): Promise<Numbered[]> {
  const places = new Map((await listRooms(ctx, taskId)).map(({ examRoomNo }, at) => [examRoomNo, at]))
  const { rows } = await sql<Numbered>`select s.id, s.student_name as name, s.student_code, s.area_code, s.school_code,
      s.exam_point_code, s.exam_room_no, s.exam_room_seat_num
    from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${taskId} and s.seat_row is not null`.execute(ctx.db)
  const placeOf = ({ examRoomNo }: Numbered) => places.get(examRoomNo) ?? 0
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other) || one.examRoomSeatNum - other.examRoomSeatNum)
}

/** The numbers in the order of the candidates; running ones count within the plan, a school, a point or a room. */
export function writeNumbers(task: ArrangeTask, pieces: readonly CodePiece[], seated: readonly Numbered[]): string[] {
  const counts = new Map<string, number>()
  return seated.map((one) => {
    const unit = unitOf(task, one)
    const at = counts.get(unit) ?? task.codeStart
    counts.set(unit, at + 1)
    return numberOf(task, pieces, one, at)
  })
}

/** Among whom a running number counts. */
export function unitOf({ codeScope }: ArrangeTask, { schoolCode, examPointCode, examRoomNo }: Numbered): string {
  if (codeScope === CODE_SCOPE.school) return schoolCode
  if (codeScope === CODE_SCOPE.point) return examPointCode ?? ''
  return codeScope === CODE_SCOPE.room ? examRoomNo : ''
}

/** One number, `at` being the running one. Throws where it lacks a value it is made of, or is too long. */
export function numberOf(task: ArrangeTask, pieces: readonly CodePiece[], one: Numbered, at: number): string {
  if (has(pieces, '学籍号') && !one.studentCode) throw refuse(`${one.name}没有学籍号，不能按模板编号`)
  if (has(pieces, '考点') && !one.examPointCode) throw refuse(`考场${one.examRoomNo}没有考点，不能按模板编号`)
  const number = writeCode(pieces, {
    年份: String(task.studyYear),
    县区: one.areaCode ?? '',
    学校: one.schoolCode,
    考点: one.examPointCode ?? '',
    考场: one.examRoomNo,
    座位: String(one.examRoomSeatNum),
    序号: String(at),
    学籍号: one.studentCode ?? '',
  })
  if (number.length > MOST_DIGITS) throw refuse(`考号“${number}”超过${MOST_DIGITS}位，请缩短模板`)
  return number
}

function assertNumbers(seated: readonly Numbered[], numbers: readonly string[]): void {
  const bearers = groupBy(
    seated.map(({ name }, at) => ({ name, number: numbers[at] ?? '' })),
    ({ number }) => number,
  )
  const twice = [...bearers].filter(([, names]) => names.length > 1)
  if (twice.length === 0) return
  const named = twice.slice(0, MOST_NAMED).map(([number, names]) => `${number}（${namesOf(names)}）`)
  throw refuse(`模板编出${twice.length}个重复的考号：${named.join('；')}，请加长位数或加入序号`)
}

export async function clearAllNumbers(ctx: Ctx, taskId: string): Promise<Output<typeof clearNumbers>> {
  const { taskName } = await holdPlan(ctx, taskId, 'clearNumbers')
  const cleared = await dropNumbers(ctx, taskId)
  await movePlan(ctx, taskId, 'clearNumbers')
  await noteStep(ctx, taskId, clearNumbers.name, clearNumbers.title, { taskName, cleared })
  return { cleared }
}
