import { examTaskMarkPlan } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { MARKING, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { drawTeachers } from '../domains/exam/task/mark/draw-teachers.ts'
import { countNeeded } from '../domains/exam/task/mark/need.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { Bureau } from './model.ts'

const SEED = 20_260_607
const USUAL = { marksPerPaper: '2', speed: 60, hours: '24' }
const DOUBLE_MARKING = 3
/** Courses everybody sits; teachers are pulled for the first two. */
const PLANNED = ['语文', '数学', '外语']
const PULLED = PLANNED.slice(0, 2)
const MARKER = 1
const LEADER = 4
const { pulled, confirmed, returned } = markStates.states

/** A teacher as the school reported it. */
export interface Reported {
  teacherCode: string
  teacherName: string
  courseName: string
  schoolCode: string
  place: DemoRow
}

/** Plans of three courses, and who is pulled for two: most are confirmed, some wait for their school, one was sent back. */
export async function loadMarking(
  target: Target,
  { students, studyYear }: Bureau,
  taskId: string,
  teachers: Reported[],
): Promise<void> {
  const paperNum = students.length
  const needNum = countNeeded({ ...USUAL, paperNum })
  await insertRows(
    target,
    examTaskMarkPlan,
    PLANNED.map((courseName) => planRow(taskId, courseName, paperNum, needNum)),
  )
  const drawn = PULLED.flatMap((courseName) => drawFor(teachers, courseName, needNum))
  await insertRows(
    target,
    examTaskTeacher,
    drawn.map((teacher, i) => markerRow(taskId, teacher, i, studyYear + 1)),
  )
}

function planRow(taskId: string, courseName: string, paperNum: number, needNum: number): DemoRow {
  return entityRow({
    task_id: taskId,
    course_name: courseName,
    paper_num: paperNum,
    mark_mode: DOUBLE_MARKING,
    marks_per_paper: USUAL.marksPerPaper,
    speed: USUAL.speed,
    hours: USUAL.hours,
    need_num: needNum,
    is_own_excluded: 1,
    is_leader_excluded: 0,
    is_markable_only: 0,
    seed: PULLED.includes(courseName) ? SEED : null,
  })
}

function drawFor(teachers: Reported[], courseName: string, needNum: number): Reported[] {
  const own = teachers.filter((teacher) => teacher.courseName === courseName)
  const schools = [...new Set(own.map(({ schoolCode }) => schoolCode))].map((schoolCode) => ({
    schoolCode,
    teacherNum: own.filter((teacher) => teacher.schoolCode === schoolCode).length,
    heldNum: 0,
    mostNum: null,
  }))
  return drawTeachers(schools, own, needNum, { seed: SEED, courseName })
}

function markerRow(taskId: string, teacher: Reported, i: number, examYear: number): DemoRow {
  const { value } = i === 1 ? returned : i % 4 === 3 ? pulled : confirmed
  return entityRow({
    task_id: taskId,
    teacher_code: teacher.teacherCode,
    teacher_name: teacher.teacherName,
    ...teacher.place,
    course_name: teacher.courseName,
    teacher_kind: MARKING,
    confirm_status: value === confirmed.value ? 1 : 0,
    arrange_status: value,
    mark_account: `${examYear}${String(i + 1).padStart(4, '0')}`,
    mark_role: i === 0 ? LEADER : MARKER,
    mark_group: i === 0 ? '命题与阅卷组' : null,
    return_reason: value === returned.value ? '阅卷期间在外地培训' : null,
  })
}
