import { examArrangeTaskRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import {
  CODE_SCOPE,
  FILL_MODE,
  GROUP_BY,
  POINT_MODE,
  SORT_MODE,
  examArrangeTask,
} from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { SEAT_MODE } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { type Candidate, type Placement, planSeats } from '../domains/exam/index.ts'
import { nextId } from '../platform/db/id.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { Bureau, Student } from './model.ts'
import { className } from './sample-lines.ts'

const GRID = { seatRows: 6, seatCols: 5, examRoomSeatNum: 30, seatMode: SEAT_MODE.s, disabledSeats: null }
const RULES = {
  sortMode: SORT_MODE.random,
  fillMode: FILL_MODE.snake,
  pointMode: POINT_MODE.any,
  isMixedRest: 1,
  neighbours: 4,
  isSchoolApart: 0,
  maxSchoolShare: null,
  seed: 20260601,
}
/** Schools that share the rooms of one point. */
const SCHOOLS = 3
const SPARE_ROOMS = 1

/** One numbered plan: the candidates of three schools in the rooms of the first. */
export async function loadArrangement(target: Target, bureau: Bureau): Promise<void> {
  const students = bureau.students.filter(({ klass }) => klass.school.index < SCHOOLS)
  const point = bureau.schools[0]
  if (!point) return
  const taskId = nextId()
  const roomNum = Math.ceil(students.length / GRID.examRoomSeatNum)
  const nos = Array.from({ length: roomNum + SPARE_ROOMS }, (_none, at) => String(at + 1).padStart(3, '0'))
  const rooms = nos.slice(0, roomNum).map((no) => ({ ...GRID, no, point: point.code, scope: [] }))
  const placed = [...planSeats(students.map(toCandidate), rooms, RULES)].flat()
  await insertRows(target, examArrangeTask, [taskRow(bureau, taskId, placed)])
  const nums = new Map<string, number>()
  for (const { room } of placed) nums.set(room.no, (nums.get(room.no) ?? 0) + 1)
  await insertRows(
    target,
    examArrangeTaskRoom,
    nos.map((no, at) =>
      entityRow({
        arrange_task_id: taskId,
        exam_room_no: no,
        exam_room_name: `第${no}考场`,
        exam_point_code: point.code,
        exam_point_name: point.name,
        building: '教学楼',
        floor: `${1 + Math.floor(at / 4)}层`,
        exam_room_seat_num: GRID.examRoomSeatNum,
        seat_rows: GRID.seatRows,
        seat_cols: GRID.seatCols,
        actual_num: nums.get(no) ?? 0,
        is_spare: at < roomNum ? 0 : 1,
        sort: at + 1,
      }),
    ),
  )
  const byCode = new Map(students.map((student) => [student.code, student]))
  await insertRows(
    target,
    examArrangeTaskStudent,
    studentRows(placed, byCode, taskId, String(bureau.studyYear).slice(-2)),
  )
}

function toCandidate({ code, name, klass }: Student): Candidate {
  const { school } = klass
  const common = { score: null, group: '', isSpecial: false, fixed: undefined }
  return { ...common, id: code, key: code, name, school: school.code, klass: klass.code }
}

function taskRow({ studyYear }: Bureau, id: string, placed: Placement[]): DemoRow {
  return {
    id,
    task_name: '高三下次联考编排',
    study_year: studyYear,
    exam_grade: '12',
    exam_room_seat_num: GRID.examRoomSeatNum,
    seat_rows: GRID.seatRows,
    seat_cols: GRID.seatCols,
    seat_mode: GRID.seatMode,
    room_start_no: 1,
    point_mode: RULES.pointMode,
    group_by: GROUP_BY.none,
    is_mixed_rest: RULES.isMixedRest,
    sort_mode: RULES.sortMode,
    fill_mode: RULES.fillMode,
    neighbours: RULES.neighbours,
    is_school_apart: RULES.isSchoolApart,
    seed: RULES.seed,
    code_template: '[年份2][考场3][座位2]',
    code_start: 1,
    code_scope: CODE_SCOPE.task,
    student_num: placed.length,
    conflict_num: placed.filter(({ conflict }) => conflict !== null).length,
    arrange_status: arrangeStates.states.numbered.value,
  }
}

function* studentRows(
  placed: Placement[],
  byCode: Map<string, Student>,
  taskId: string,
  year: string,
): Generator<DemoRow> {
  for (const { candidate, room, no, row, col, conflict } of placed) {
    const student = byCode.get(candidate.id)
    if (!student) continue
    const { school } = student.klass
    yield entityRow({
      arrange_task_id: taskId,
      student_code: student.code,
      student_name: student.name,
      area_code: school.area.code,
      area_name: school.area.name,
      school_code: school.code,
      school_name: school.name,
      exam_grade: '高三',
      class_code: student.klass.code,
      exam_class: className(student.klass),
      gender: student.isMale ? '1' : '2',
      course_combination: student.combination,
      exam_point_code: room.point,
      exam_room_no: room.no,
      exam_room_seat_num: no,
      seat_row: row,
      seat_col: col,
      student_number: `${year}${room.no}${String(no).padStart(2, '0')}`,
      is_fixed: 0,
      is_late: 0,
      collate_status: 1,
      conflict_msg: conflict,
    })
  }
}
