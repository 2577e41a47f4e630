import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { wallTime } from '../platform/clock.ts'
import { nextId } from '../platform/db/id.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import { taught } from './load-teachers.ts'
import { loadParents } from './load-parents.ts'
import type { Bureau } from './model.ts'
import { className } from './sample-lines.ts'

const DAY_MS = 86_400_000
/** Students of a school that are shown on their way. */
const MOST_OF_SCHOOL = 40
const GRADE = '12'
const YET_TO_BEGIN = 1

/** An open collection half way: the second school has yet to begin, the others have rows in every state. */
export async function loadGather(target: Target, bureau: Bureau): Promise<void> {
  const taskId = nextId()
  await insertRows(target, gatherTask, [taskRow(bureau, taskId)])
  const students = [...studentRows(bureau, taskId)]
  await insertRows(target, gatherStudent, students)
  await loadParents(target, taskId, students)
  const teachersId = nextId()
  await insertRows(target, gatherTask, [{ ...taskRow(bureau, teachersId), ...TEACHERS_TASK }])
  await insertRows(target, gatherTeacher, teacherTaskRows(bureau, teachersId))
  const scoresId = nextId()
  await insertRows(target, gatherTask, [{ ...taskRow(bureau, scoresId), ...SCORES_TASK }])
  await insertRows(target, gatherHighExamScore, scoreTaskRows(bureau, scoresId))
}

function taskRow({ studyYear }: Bureau, id: string): DemoRow {
  return {
    id,
    task_name: '高三学生信息采集',
    task_type: 1,
    study_year: studyYear,
    grade_codes: JSON.stringify([GRADE]),
    asked_fields: JSON.stringify(['gender', 'courseCombination', 'nation', 'guardianName', 'guardianPhone']),
    required_fields: JSON.stringify(['nation']),
    audit_levels: 2,
    begin_time: wallTime(new Date(Date.now() - 2 * DAY_MS)),
    end_time: wallTime(new Date(Date.now() + 20 * DAY_MS)),
    task_status: gatherTaskStates.states.open.value,
  }
}

const { draft, waitSchool, waitBureau, schoolRefused, passed, collated } = gatherStates.states
const ON_THEIR_WAY = [draft, waitSchool, waitSchool, waitBureau, waitBureau, schoolRefused, passed, collated]

function* studentRows({ students }: Bureau, taskId: string): Generator<DemoRow> {
  const seen = new Map<number, number>()
  for (const { code, name, isMale, combination, klass, studentNo } of students) {
    const { school } = klass
    const num = seen.get(school.index) ?? 0
    if (school.index === YET_TO_BEGIN || num >= MOST_OF_SCHOOL) continue
    seen.set(school.index, num + 1)
    const state = ON_THEIR_WAY[num % ON_THEIR_WAY.length] ?? draft
    // Some have chosen other courses than the register knows.
    const hasChosenAnew = state === collated && num % 3 === 1
    yield entityRow({
      gather_task_id: taskId,
      student_code: code,
      student_name: name,
      area_code: school.area.code,
      school_code: school.code,
      grade_code: GRADE,
      class_code: klass.code,
      class_name: className(klass),
      gender: isMale ? '1' : '2',
      course_combination: hasChosenAnew ? otherChoice(combination) : combination,
      student_no: studentNo,
      nation: state === draft ? null : '汉族',
      gather_status: state.value,
      prefilled_num: 2,
      submit_time: state === draft ? null : wallTime(new Date(Date.now() - DAY_MS)),
      reject_reason: state === schoolRefused ? '民族与户口簿不一致' : null,
    })
  }
}

/** The same first course with two others. */
function otherChoice(combination: string): string {
  return combination.slice(0, 1) + (combination.endsWith('政地') ? '化生' : '政地')
}

const TEACHERS_TASK = {
  task_name: '高三教师信息采集',
  task_type: 2,
  asked_fields: JSON.stringify(['gender', 'phone', 'title']),
  required_fields: JSON.stringify(['title']),
}
/** Assignments of a school that are shown on their way. */
const MOST_TAUGHT = 12

function* teacherTaskRows({ schools }: Bureau, taskId: string): Generator<DemoRow> {
  for (const school of schools) {
    if (school.index === YET_TO_BEGIN) continue
    for (const [i, { klass, course, teacher }] of [...taught(school.classes)].slice(0, MOST_TAUGHT).entries()) {
      const state = ON_THEIR_WAY[i % ON_THEIR_WAY.length] ?? draft
      yield entityRow({
        gather_task_id: taskId,
        teacher_code: teacher.code,
        teacher_name: teacher.name,
        area_code: school.area.code,
        school_code: school.code,
        grade_code: GRADE,
        class_code: klass.code,
        class_name: className(klass),
        course_name: course,
        is_class_leader: teacher === klass.headTeacher ? 1 : 0,
        can_mark: 1,
        title: i % 4 === 0 ? '高级教师' : '一级教师',
        gather_status: state.value,
        prefilled_num: 1,
        submit_time: state === draft ? null : wallTime(new Date(Date.now() - DAY_MS)),
        reject_reason: state === schoolRefused ? '职称与聘书不一致' : null,
      })
    }
  }
}

const SCORES_TASK = {
  task_name: '高考成绩采集',
  task_type: 3,
  asked_fields: JSON.stringify(['totalScore', 'bonusScore', 'provinceRank']),
  required_fields: JSON.stringify(['provinceRank']),
}
const SCORES = highExamStates.states
const SCORES_ON_THEIR_WAY = [
  SCORES.passed,
  SCORES.waitSchool,
  SCORES.waitBureau,
  SCORES.passed,
  SCORES.draft,
  SCORES.schoolRefused,
]
/** Candidates of a school that are shown on their way; every fifth is of the arts. */
const MOST_CANDIDATES = 30
const ARTS = ['美术', '音乐', '体育', '传媒', '舞蹈', '书法']
const PART_MEANS = [
  ['yuwen', 104],
  ['shuxue', 92],
  ['waiyu', 98],
  ['first_course_score', 61],
  ['second_score1', 66],
  ['second_score2', 64],
] as const
const LONG_NAMES: Record<string, string> = { 化: '化学', 生: '生物', 政: '政治', 地: '地理' }

function* scoreTaskRows({ students, studyYear }: Bureau, taskId: string): Generator<DemoRow> {
  const seen = new Map<number, number>()
  for (const { code, name, combination, klass } of students) {
    const { school } = klass
    const num = seen.get(school.index) ?? 0
    if (school.index === YET_TO_BEGIN || num >= MOST_CANDIDATES) continue
    seen.set(school.index, num + 1)
    const state = SCORES_ON_THEIR_WAY[num % SCORES_ON_THEIR_WAY.length] ?? SCORES.draft
    const parts = Object.fromEntries(PART_MEANS.map(([part, mean], i) => [part, mean + ((num * (7 + i)) % 29) - 14]))
    const total = Object.values(parts).reduce((sum, mark) => sum + mark, 0)
    const sent = state === SCORES.draft ? null : wallTime(new Date(Date.now() - DAY_MS))
    yield entityRow({
      ...parts,
      ...artPart(num, sent),
      gather_task_id: taskId,
      exam_year: studyYear + 1,
      candidate_number: `${String(studyYear + 1).slice(2)}${school.area.code}${String(school.no).padStart(2, '0')}${String(num + 1).padStart(4, '0')}`,
      student_name: name,
      student_code: code,
      area_code: school.area.code,
      school_code: school.code,
      class_code: klass.code,
      class_name: className(klass),
      arts_science: combination.startsWith('物') ? '2' : '1',
      course_combination: combination,
      second_course1: LONG_NAMES[combination.charAt(1)] ?? null,
      second_course2: LONG_NAMES[combination.charAt(2)] ?? null,
      total_score: total,
      province_rank: state === SCORES.draft ? null : (750 - total) * 120,
      audit_status: state.value,
      archive_status: 0,
      submit_time: sent,
      reject_reason: state === SCORES.schoolRefused ? '位次与成绩单不符' : null,
    })
  }
}

/** Every fifth candidate is of the arts, with a chain a step behind the other one. */
function artPart(num: number, sent: string | null): DemoRow {
  const isArt = num % 5 === 2
  const state = num % 2 === 0 ? SCORES.waitSchool : SCORES.passed
  return {
    art_type: isArt ? (ARTS[num % ARTS.length] ?? '美术') : null,
    art_score: isArt ? 200 + ((num * 13) % 60) : null,
    art_audit_status: isArt && sent ? state.value : SCORES.draft.value,
    art_submit_time: isArt ? sent : null,
  }
}
