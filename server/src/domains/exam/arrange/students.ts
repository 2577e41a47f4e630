import * as contract from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { enterYearOf, gradeName, stagesOfGrade } from '../../school/index.ts'
import {
  type ArrangeStudent,
  type ArrangeTask,
  countPlan,
  dropSeats,
  holdPlan,
  listRooms,
  movePlan,
} from './arrange-row.ts'
import { collate } from './collate.ts'
import { handOver } from './hand-over.ts'
import { placeLate } from './late-entry.ts'
import { clearAllNumbers, numberAll } from './numbers.ts'
import { judgeRooms } from './seats.ts'
import { swap } from './swap.ts'
import { takeExam, takeTask } from './take-students.ts'
import { noteStep } from './tasks.ts'

const { examArrangeTaskStudent } = contract
const STUDENTS = every(examArrangeTaskStudent, 'a candidate or a fixed seat occurs once in a plan')
const CLASSES = every(schoolClasses, 'the class a candidate is in is found by its name')

type Changed = Partial<ArrangeStudent>

/** Candidates change before seats are arranged; after the lock late ones are added, each to a free seat. */
export const arrangeStudentHooks = hook(examArrangeTaskStudent, {
  async beforeSave(ctx, row, before) {
    const all: Changed = { ...before, ...row }
    const task = await holdFor(ctx, all.arrangeTaskId ?? '', before === undefined)
    if (!all.studentCode) throw fault('studentCode', '请输入学籍号')
    await assertOnce(ctx, all, before?.id)
    Object.assign(row, await unitsOf(ctx, task, all, before))
    if (isLocked(task)) return void Object.assign(row, await placeLate(ctx, task, toLate({ ...all, ...row })))
    Object.assign(row, fixedSeat(all), { collateStatus: 0 })
  },
  async afterSave(ctx, row) {
    const task = await holdPlan(ctx, row.arrangeTaskId, 'note')
    if (task.arrangeStatus === arrangeStates.states.draft.value) await movePlan(ctx, task.id, 'take')
    if (isLocked(task)) await judgeRooms(ctx, task, await roomsNamed(ctx, task, row.examRoomNo))
    else await countPlan(ctx, task.id)
  },
  async beforeRemove(ctx, rows) {
    for (const { arrangeTaskId } of rows) await holdPlan(ctx, arrangeTaskId, 'changeStudent')
    for (const [id, num] of countBy(rows)) await countOff(ctx, id, num)
  },
  async afterRestore(ctx, rows) {
    for (const { arrangeTaskId } of rows) await holdPlan(ctx, arrangeTaskId, 'changeStudent')
    for (const [id] of countBy(rows)) await countPlan(ctx, id)
  },
})

/** Late entries are added to a locked plan; everything else is done before. */
async function holdFor(ctx: Ctx, taskId: string, isNew: boolean): Promise<ArrangeTask> {
  const task = await holdPlan(ctx, taskId, 'note')
  const canAdd = isNew && canDo(arrangeStates, 'addLate', task.arrangeStatus ?? 0)
  return canAdd ? task : holdPlan(ctx, taskId, 'changeStudent')
}

function isLocked({ arrangeStatus }: ArrangeTask): boolean {
  return canDo(arrangeStates, 'addLate', arrangeStatus ?? 0)
}

function toLate({ studentName = '', schoolCode = '', examClass = '', ...rest }: Changed) {
  return { ...rest, studentName, schoolCode, examClass }
}

async function assertOnce(ctx: Ctx, row: Changed, id = '0'): Promise<void> {
  const { arrangeTaskId, studentCode, isFixed, examRoomNo, examRoomSeatNum } = row
  const found = await sql<{ isSame: boolean; name: string }>`select s.student_code = ${studentCode} as is_same,
      s.student_name as name from ${STUDENTS} s
    where s.arrange_task_id = ${arrangeTaskId} and s.is_deleted = 0 and s.id <> ${id} and (s.student_code = ${studentCode}
      or (${isFixed === 1} and s.exam_room_no = ${examRoomNo} and s.exam_room_seat_num = ${examRoomSeatNum}))
    limit 1`.execute(ctx.db)
  const [other] = found.rows
  if (other?.isSame) throw fault('studentCode', `该学籍号已在编排中：${other.name}`)
  if (other) throw fault('examRoomSeatNum', `这个座位已固定给${other.name}`)
}

function fixedSeat({ isFixed, examRoomNo, examRoomSeatNum }: Changed): Changed {
  if (isFixed !== 1) return { examRoomNo: null, examRoomSeatNum: null }
  if (!examRoomNo || !examRoomSeatNum) throw fault('examRoomNo', '固定座位的考生应填写考场号和座位号')
  return { examRoomNo, examRoomSeatNum }
}

/** Where a candidate is from: what follows from the school and the name of the class. */
async function unitsOf(ctx: Ctx, task: ArrangeTask, all: Changed, before: Changed = {}): Promise<Changed> {
  const { schoolCode = '', examClass = '' } = all
  const { rows } = await sql<{ areaCode: string; schoolName: string }>`select b.area_code, b.school_name
    from ${visible(ctx, basicSchool)} b where b.school_code = ${schoolCode}`.execute(ctx.db)
  const [school] = rows
  if (!school) throw fault('schoolCode', '没有这所学校')
  const areaName = (await dictLabels(ctx, 'exam_area')).get(school.areaCode) ?? null
  // A class may have got another name since its students were taken over.
  const isSameClass = before.schoolCode === schoolCode && before.examClass === examClass
  const known = isSameClass ? before.classCode : null
  const classCode = known ?? (await classOf(ctx, task, schoolCode, examClass))
  return { ...school, areaName, classCode, examGrade: gradeName(Number(task.examGrade)) }
}

async function classOf(ctx: Ctx, { examGrade, studyYear }: ArrangeTask, schoolCode: string, className: string) {
  const grade = Number(examGrade)
  const { rows } = await sql<{ classCode: string }>`select c.class_code from ${CLASSES} c
    where c.is_deleted = 0 and c.school_code = ${schoolCode} and c.class_name = ${className}
      and c.enter_year = ${enterYearOf(grade, studyYear)} and c.stage = any(${stagesOfGrade(grade)})
    order by c.stage limit 1`.execute(ctx.db)
  return rows[0]?.classCode ?? null
}

async function roomsNamed(ctx: Ctx, task: ArrangeTask, roomNo: string | null) {
  return (await listRooms(ctx, task.id)).filter(({ examRoomNo }) => examRoomNo === roomNo)
}

function countBy(rows: readonly ArrangeStudent[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { arrangeTaskId: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The rows are still there when this is asked: they are counted off. */
async function countOff(ctx: Ctx, taskId: string, num: number): Promise<void> {
  await sql`update ${into(examArrangeTask)} set student_num = greatest(coalesce(student_num, 0) - ${num}, 0)
    where id = ${taskId}`.execute(ctx.db)
}

async function removeAll(ctx: Ctx, taskId: string | null): Promise<{ removed: number }> {
  if (!taskId) throw refuse('请选择编排任务')
  const { taskName } = await holdPlan(ctx, taskId, 'clearStudents')
  await dropSeats(ctx, taskId)
  const gone = await sql`delete from ${into(examArrangeTaskStudent)} where arrange_task_id = ${taskId}`.execute(ctx.db)
  await movePlan(ctx, taskId, 'clearStudents')
  await countPlan(ctx, taskId)
  const removed = Number(gone.numAffectedRows ?? 0)
  const { name, title } = contract.deleteStudents
  await noteStep(ctx, taskId, name, title, { taskName, removed })
  return { removed }
}

export const arrangeStudentHandlers = [
  implement(contract.takeFromExam, (ctx, { arrangeTaskId, examId }) => takeExam(ctx, arrangeTaskId, examId)),
  implement(contract.takeFromTask, (ctx, { arrangeTaskId, taskId }) => takeTask(ctx, arrangeTaskId, taskId)),
  implement(contract.deleteStudents, (ctx, { arrangeTaskId, taskId }) => removeAll(ctx, arrangeTaskId ?? taskId)),
  implement(contract.collateStudents, (ctx, { arrangeTaskId }) => collate(ctx, arrangeTaskId)),
  implement(contract.numberStudents, (ctx, { arrangeTaskId }) => numberAll(ctx, arrangeTaskId)),
  implement(contract.clearNumbers, (ctx, { arrangeTaskId }) => clearAllNumbers(ctx, arrangeTaskId)),
  implement(contract.swapSeats, swap),
  implement(contract.handOver, (ctx, { arrangeTaskId, taskId }) => handOver(ctx, arrangeTaskId, taskId)),
]
