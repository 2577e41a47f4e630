import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { wallTime } from '../platform/clock.ts'
import { nextId } from '../platform/db/id.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import { type Reported, loadMarking } from './load-marking.ts'
import { taught } from './load-teachers.ts'
import type { Bureau, School } from './model.ts'
import { className } from './sample-lines.ts'

const GRADE_NAME = '高三'
const DAY_MS = 86_400_000
/** Students of a school that has just begun. */
const BEGUN = 40

/** An open task half way: the first school has yet to begin, the second is at work, every third is not yet confirmed. */
export async function loadTasks(target: Target, bureau: Bureau): Promise<void> {
  const taskId = nextId()
  await insertRows(target, examTask, [taskRow(bureau, taskId)])
  await insertRows(target, examTaskStudent, studentRows(bureau, taskId))
  const teachers = reportedTeachers(bureau)
  await insertRows(
    target,
    examTaskTeacher,
    teachers.map((teacher) => teacherRow(taskId, teacher)),
  )
  await loadMarking(target, bureau, taskId, teachers)
}

function taskRow({ studyYear }: Bureau, id: string): DemoRow {
  return {
    id,
    task_name: '高三下次联考考生与任课上报',
    task_type: 4,
    exam_year: studyYear + 1,
    study_year: studyYear,
    exam_grade: '12',
    arts_science: '0',
    begin_time: wallTime(new Date(Date.now() - 3 * DAY_MS)),
    end_time: wallTime(new Date(Date.now() + 30 * DAY_MS)),
    task_status: taskStates.states.open.value,
  }
}

function placeOf({ area, code, name }: School): DemoRow {
  return { area_code: area.code, area_name: area.name, school_code: code, school_name: name }
}

function* studentRows({ students }: Bureau, taskId: string): Generator<DemoRow> {
  const begun = new Map<School, number>()
  for (const { code, name, isMale, combination, klass } of students) {
    const { school } = klass
    const num = (begun.get(school) ?? 0) + 1
    begun.set(school, num)
    if (school.index === 0 || (school.index === 1 && num > BEGUN)) continue
    yield entityRow({
      task_id: taskId,
      student_code: code,
      student_name: name,
      ...placeOf(school),
      exam_grade: GRADE_NAME,
      class_code: klass.code,
      exam_class: className(klass),
      gender: isMale ? '1' : '2',
      course_combination: combination,
      confirm_status: school.index % 3 === 1 ? 0 : 1,
    })
  }
}

/** Who teaches what in every school but the first, once for each course. */
function reportedTeachers({ schools }: Bureau): Reported[] {
  const seen = new Map<string, Reported>()
  for (const { klass, course, teacher } of taught(schools.slice(1).flatMap((school) => school.classes))) {
    const { school } = klass
    seen.set(`${teacher.code} ${course}`, {
      teacherCode: teacher.code,
      teacherName: teacher.name,
      courseName: course,
      schoolCode: school.code,
      place: placeOf(school),
    })
  }
  return [...seen.values()]
}

function teacherRow(taskId: string, { teacherCode, teacherName, courseName, place }: Reported): DemoRow {
  return entityRow({
    task_id: taskId,
    teacher_code: teacherCode,
    teacher_name: teacherName,
    ...place,
    course_name: courseName,
    teacher_kind: REPORTED,
    confirm_status: 1,
  })
}
