import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import { examLineTarget } from '@xueheng/contract/domains/exam/line/line-target.ts'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import {
  examCourse,
  examImportCheck,
  examLevelParam,
  examLineParam,
  examSchool,
  examScoreStudent,
  examScoreStudentCourse,
} from '../domains/exam/tables.ts'
import { nextId } from '../platform/db/id.ts'
import { checkRows } from './exam-checks.ts'
import { markRows, rosterRows, snapshot } from './exam-imports.ts'
import { COURSES, PHYSICS, SECOND } from './courses.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import { inOrder } from './load-base.ts'
import { taught } from './load-teachers.ts'
import type { Area, Bureau, Exam, School, Sitting } from './model.ts'
import { paperRows } from './papers.ts'
import { isCounted } from './students.ts'

/** One loaded exam, oldest first. */
export interface LoadedExam {
  examId: string
  examName: string
  isArchived: boolean
}

/** Every exam with courses and schools; all but the newest with their archived facts, ready to be computed. */
export async function loadExams(target: Target, bureau: Bureau): Promise<LoadedExam[]> {
  const loaded: LoadedExam[] = []
  for (const exam of bureau.exams) {
    const examId = nextId()
    const isArchived = exam !== bureau.exams.at(-1)
    const row = { ...examRow(bureau, exam, examId, isArchived), prev_exam_id: loaded.at(-1)?.examId ?? null }
    await insertRows(target, examInfo, [row])
    await insertRows(target, examCourse, courseRows(examId))
    await insertRows(target, paperQuestion, paperRows(examId))
    await insertRows(target, examSchool, examSchoolRows(bureau, exam, examId, isArchived))
    await insertRows(target, examTeacherImport, teacherRows(bureau, examId, isArchived))
    if (isArchived) await insertRows(target, examLineParam, lineParams(examId))
    if (exam === bureau.exams.at(-2)) {
      await insertRows(target, examLevelParam, levelParams(examId))
      await insertRows(target, examStudentImport, rosterRows(exam, examId))
      await insertRows(target, examScoreImport, markRows(exam, examId))
    }
    if (isArchived) await insertRows(target, examLineTarget, lineTargets(exam, examId))
    if (isArchived) await loadFacts(target, bureau, exam, examId)
    loaded.push({ examId, examName: exam.name, isArchived })
  }
  return loaded
}

async function loadFacts(target: Target, bureau: Bureau, exam: Exam, examId: string): Promise<void> {
  const places = placesOf(bureau)
  await insertRows(target, examScoreStudent, studentFacts(exam, examId, places))
  await insertRows(target, examScoreStudentCourse, scoreFacts(exam, examId))
  await insertRows(target, examImportCheck, checkRows(exam, examId))
}

function examRow(bureau: Bureau, exam: Exam, examId: string, isArchived: boolean): DemoRow {
  return {
    id: examId,
    exam_name: exam.name,
    exam_code: exam.code,
    exam_year: exam.examYear,
    study_year: bureau.studyYear,
    term: exam.term,
    stage: '3',
    grade_code: '12',
    enter_year: bureau.enterYear,
    exam_type: exam.examType,
    exam_mode: '3',
    arts_science: '0',
    begin_date: exam.beginDate,
    end_date: exam.endDate,
    area_codes: bureau.areas.map((area) => area.code),
    student_num: isArchived ? exam.sittings.filter(hasSat).length : null,
    school_num: bureau.schools.length,
    course_num: COURSES.length,
    rule_json: DEFAULT_RULE,
    exam_status: examStates.states[isArchived ? 'archived' : 'draft'].value,
    data_version: isArchived ? 1 : 0,
    facts_version: isArchived ? 1 : 0,
    package_version: 0,
    package_data_version: 0,
    is_sealed: 0,
    sort: exam.no,
  }
}

function courseRows(examId: string): DemoRow[] {
  return COURSES.map((course, i) => ({
    exam_id: examId,
    course_id: i + 1,
    course_name: course.name,
    course_alias: course.aliases,
    exam_score: course.full,
    is_in_total: 1,
    sort: i + 1,
  }))
}

/** Shares as a province might set them: 历史类 and 物理类 apart, each with two lines. */
const LINES = [
  { arts_science: '2', period_name: '特控线', line_share: 0.3, course_method: LINE_MODE.ratio, is_main: 0 },
  { arts_science: '2', period_name: '本科线', line_share: 0.65, course_method: LINE_MODE.ratio, is_main: 1 },
  { arts_science: '1', period_name: '特控线', line_share: 0.15, course_method: LINE_MODE.ratio, is_main: 0 },
  { arts_science: '1', period_name: '本科线', line_share: 0.5, course_method: LINE_MODE.ratio, is_main: 1 },
]

function lineParams(examId: string): DemoRow[] {
  return LINES.map((line, i) => ({
    exam_id: examId,
    ...line,
    line_mode: LINE_MODE.byShare,
    tie_mode: 'atLeast',
    sort: i + 1,
  }))
}

/** A twentieth more of every school than the share of the bureau, as a bureau that wants to rise would ask. */
function lineTargets(exam: Exam, examId: string): DemoRow[] {
  const sat = new Map<School, Record<string, number>>()
  for (const { klass } of exam.sittings.filter(hasSat)) {
    const counts = sat.get(klass.school) ?? {}
    const stream = klass.firstCourse === PHYSICS ? '2' : '1'
    sat.set(klass.school, { ...counts, [stream]: (counts[stream] ?? 0) + 1 })
  }
  return [...sat].flatMap(([school, counts]) =>
    LINES.flatMap(({ arts_science, period_name, line_share }) => {
      const target_num = Math.round((counts[arts_science] ?? 0) * line_share * 1.05)
      const place = { school_code: school.code, area_code: school.area.code }
      return target_num === 0 ? [] : [entityRow({ exam_id: examId, arts_science, period_name, ...place, target_num })]
    }),
  )
}

/** The courses two are chosen of are assigned marks as most provinces do: in the newest archived exam. */
function levelParams(examId: string): DemoRow[] {
  return SECOND.map((course) => ({
    exam_id: examId,
    course_name: COURSES[course]?.name,
    model: 'p312',
    grades: LEVEL_MODELS['p312']?.grades,
    options: DEFAULT_LEVEL_OPTIONS,
  }))
}

/** How many were to come and how many came; a draft knows only the former. */
function examSchoolRows(bureau: Bureau, exam: Exam, examId: string, isArchived: boolean): DemoRow[] {
  const counts = new Map(bureau.schools.map((school) => [school, { planned: 0, came: 0 }]))
  for (const sitting of exam.sittings) {
    const count = counts.get(sitting.klass.school)
    if (!count) continue
    count.planned += 1
    count.came += hasSat(sitting) ? 1 : 0
  }
  return inOrder(bureau.schools).map((school, i) => ({
    exam_id: examId,
    school_code: school.code,
    school_name: school.name,
    area_code: school.area.code,
    is_join: 1,
    is_in_report: 1,
    school_group: school.group,
    plan_num: counts.get(school)?.planned ?? 0,
    student_num: isArchived ? (counts.get(school)?.came ?? 0) : null,
    sort: i + 1,
  }))
}

function hasSat(sitting: Sitting): boolean {
  return sitting.marks.some((mark) => mark.score10 !== null)
}

function* teacherRows(bureau: Bureau, examId: string, isArchived: boolean): Generator<DemoRow> {
  for (const { klass, course, teacher } of taught(inOrder(bureau.schools).flatMap((school) => school.classes)))
    yield entityRow({
      exam_id: examId,
      ...snapshot(klass),
      course_name: course,
      teacher_code: teacher.code,
      teacher_name: teacher.name,
      is_class_leader: teacher === klass.headTeacher ? 1 : 0,
      check_status: 1,
      archive_status: isArchived ? 1 : 0,
    })
}

interface Places {
  areas: Map<Area, number>
  schools: Map<School, number>
}

function placesOf(bureau: Bureau): Places {
  return {
    areas: new Map(bureau.areas.map((area, i) => [area, i + 1])),
    schools: new Map(inOrder(bureau.schools).map((school, i) => [school, i + 1])),
  }
}

function* studentFacts(exam: Exam, examId: string, places: Places): Generator<DemoRow> {
  for (const [i, { student, klass, number }] of exam.sittings.entries()) {
    yield {
      exam_id: examId,
      sid: i + 1,
      student_number: number,
      student_code: student.code,
      student_name: student.name,
      ...snapshot(klass),
      area_sort: places.areas.get(klass.school.area) ?? 0,
      school_sort: places.schools.get(klass.school) ?? 0,
      school_group: klass.school.group,
      class_sort: klass.no,
      course_combination: student.combination,
      arts_science: klass.firstCourse === PHYSICS ? 2 : 1,
      student_type: Number(student.studentType),
      is_count: isCounted(student) ? 1 : 0,
    }
  }
}

function* scoreFacts(exam: Exam, examId: string): Generator<DemoRow> {
  for (const [i, sitting] of exam.sittings.entries()) {
    for (const mark of sitting.marks) {
      yield {
        exam_id: examId,
        sid: i + 1,
        course_id: mark.course + 1,
        score_status: mark.status,
        score: mark.score10 === null ? null : mark.score10 / 10,
      }
    }
  }
}
