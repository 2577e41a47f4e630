import { rm } from 'node:fs/promises'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { studentBaseNum } from '@xueheng/contract/domains/school/student-base-num.ts'
import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { copyOutAll } from '../../../platform/db/copy.ts'
import { own } from '../../../platform/db/table.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { checkId } from '../../../platform/rows/read.ts'
import { importDicts, keptColumns } from './import-columns.ts'
import {
  examCourse,
  examImportAlias,
  examImportRow,
  examScoreStudent,
  examScoreStudentCourse,
  examSameName,
} from '../tables.ts'

export interface InputIds {
  examId: string
  batchId?: string
  /** Only marks of these courses are read for the sums of their questions; of all without them. */
  courseNames?: string[]
}

type Query = (ids: InputIds) => RawBuilder<unknown>

const WHY = 'rules hold rows against everything there is; whose rows may be written is a rule of its own'
const EXAMS = every(examInfo, WHY)
const LIST = every(examStudentImport, WHY)
const MARKS = every(examScoreImport, WHY)
const TEACHERS = every(examTeacherImport, WHY)
const SCHOOLS = every(basicSchool, WHY)
const CLASSES = every(schoolClasses, WHY)
const STUDENTS = every(basicStudent, WHY)
const REGISTER = every(basicTeacher, WHY)
const BASE_NUMBERS = every(studentBaseNum, WHY)
const QUESTIONS = every(paperQuestion, WHY)
const WORDS = every(dictBiz, WHY)
const PLANS = every(examArrangeTask, WHY)
const SEATED = every(examArrangeTaskStudent, WHY)

/** The columns of stored rows that a sheet may leave as they are. */
function kept(kind: ImportKind): RawBuilder<unknown> {
  const names = keptColumns(kind).map((one) => sql`, i.${sql.ref(one.column)}`)
  return names.length > 0 ? sql.join(names, sql``) : sql``
}

/** The exam before: archived, of the same students by stage and year of entry. Looked up first: where there is none, nothing else is read. */
function lastExam(examId: string): RawBuilder<unknown> {
  return sql`(select o.id from ${EXAMS} e join ${EXAMS} o on o.is_deleted = 0 and o.id <> e.id and o.stage = e.stage
      and o.enter_year = e.enter_year and o.begin_date < e.begin_date and o.exam_status >= 3
    where e.id = ${checkId(examId)} order by o.begin_date desc, o.id desc limit 1)`
}

/** Numbers of the exam's locked seating plan, by student code. */
export function plannedNumbers({ examId }: Pick<InputIds, 'examId'>): RawBuilder<unknown> {
  return sql`select distinct on (s.student_code) s.student_code, s.student_number
    from ${PLANS} t join ${SEATED} s on s.arrange_task_id = t.id and s.is_deleted = 0
    where t.exam_id = ${checkId(examId)} and t.is_deleted = 0 and t.arrange_status >= ${arrangeStates.states.locked.value}
      and s.student_code is not null and s.student_number is not null
    order by s.student_code, t.update_time desc`
}

/**
 * What the rules read, as it leaves the database; each becomes a table `raw_<name>`. Row level security cuts the tenant. What nearly every
 * judgement reads comes in one order, however it is found: a verdict is kept by the bytes of what it was made of.
 */
const QUERIES = {
  row: ({ batchId }) => sql`select r.row_id, r.file_no, r.sheet_no, r.row_no, r.cells, r.choice, r.note
    from ${own(examImportRow)} r where r.batch_id = ${checkId(batchId)} order by r.row_id`,
  exam: ({ examId }) => sql`select e.id, e.exam_mode, e.stage, e.grade_code, e.enter_year, e.arts_science, e.area_codes,
      e.study_year, e.begin_date
    from ${EXAMS} e where e.id = ${checkId(examId)}`,
  course: ({ examId }) => sql`select k.course_id, k.course_name, k.course_alias, k.exam_score
    from ${own(examCourse)} k where k.exam_id = ${checkId(examId)} order by k.course_id`,
  school: () => sql`select s.school_code, s.school_name, s.school_short_name, s.area_code
    from ${SCHOOLS} s where s.is_deleted = 0 order by s.school_code, s.id`,
  alias: () => sql`select a.alias, a.school_code from ${own(examImportAlias)} a order by a.alias`,
  class: () => sql`select c.school_code, c.class_code, c.class_name, c.class_no, c.stage, c.grade_code, c.enter_year
    from ${CLASSES} c where c.is_deleted = 0 order by c.class_code, c.id`,
  dict: () => sql`select w.code, w.dict_key, w.dict_value from ${WORDS} w where w.is_deleted = 0 and w.dict_key is not null
    and w.code in (${sql.join(importDicts())}) order by w.code, w.dict_key, w.id`,
  roster: ({ examId }) => sql`select i.id, i.student_number, i.area_code, i.area_name, i.school_code, i.school_name,
      i.exam_grade, i.class_code, i.exam_class, i.take_courses ${kept('student')}
    from ${LIST} i where i.exam_id = ${checkId(examId)} and i.is_deleted = 0 order by i.student_number`,
  score: ({ examId }) => sql`select i.id, i.course_name, i.student_number, i.student_name, i.school_code, i.class_code,
      i.score_text, i.score, i.objective_score, i.subjective_score, i.score_status ${kept('score')}
    from ${MARKS} i where i.exam_id = ${checkId(examId)} and i.is_deleted = 0`,
  stored_score: ({ examId }) => sql`select i.id, i.course_name, i.student_number, i.student_name, i.score_text,
      i.objective_score, i.subjective_score
    from ${MARKS} i where i.exam_id = ${checkId(examId)} and i.is_deleted = 0`,
  course_mark: ({ examId, courseNames = [] }) => sql`select i.course_name, i.student_number, i.score
    from ${MARKS} i where i.exam_id = ${checkId(examId)} and i.is_deleted = 0
      and ${courseNames.length > 0 ? sql`i.course_name in (${sql.join(courseNames)})` : sql`true`}`,
  plan: plannedNumbers,
  basic_student: () => sql`select s.student_code, s.student_name from ${STUDENTS} s where s.is_deleted = 0`,
  basic_teacher: () =>
    sql`select t.teacher_code, t.teacher_name, t.school_code from ${REGISTER} t where t.is_deleted = 0`,
  same_name: ({ examId }) => sql`select s.student_numbers, s.reason from ${own(examSameName)} s
    where s.exam_id = ${checkId(examId)}`,
  base_num: ({ examId }) => sql`select b.school_code, b.student_base_num
    from ${BASE_NUMBERS} b join ${EXAMS} e on e.study_year = b.study_year
    where e.id = ${checkId(examId)} and b.is_deleted = 0`,
  last_num: ({ examId }) => sql`select s.school_code, count(*) as num
    from ${own(examScoreStudent)} s where s.exam_id = ${lastExam(examId)} group by s.school_code`,
  last_mean: ({ examId }) => sql`select s.class_code, k.course_name, avg(c.score) / max(k.exam_score) as share
    from ${own(examScoreStudent)} s
    join ${own(examScoreStudentCourse)} c on c.exam_id = s.exam_id and c.sid = s.sid and c.score is not null
    join ${own(examCourse)} k on k.exam_id = c.exam_id and k.course_id = c.course_id
    where s.exam_id = ${lastExam(examId)} and s.class_code is not null
    group by s.class_code, k.course_name`,
  teacher: ({
    examId,
  }) => sql`select i.id, i.class_code, i.course_name, i.teacher_code, i.teacher_name, i.is_class_leader,
      i.area_code, i.area_name, i.school_code, i.school_name, i.exam_class, i.row_no ${kept('teacher')}
    from ${TEACHERS} i where i.exam_id = ${checkId(examId)} and i.is_deleted = 0`,
  question: ({
    examId,
  }) => sql`select q.course_name, q.paper_code, q.question_no, q.parent_no, q.question_type, q.is_objective,
      q.question_score, q.answer, q.option_num, q.part_rule, q.choose_group, q.choose_num
    from ${QUESTIONS} q where q.exam_id = ${checkId(examId)} and q.is_deleted = 0`,
  archive_student: ({ examId }) => sql`select s.sid, s.student_number
    from ${own(examScoreStudent)} s where s.exam_id = ${checkId(examId)}`,
} satisfies Record<string, Query>

export type InputName = keyof typeof QUERIES

/** The files of the inputs. */
export type InputPaths = ReadonlyMap<InputName, string>

/** Writes the inputs as CSV files, as the database stood at one moment, and removes them when `work` is done; large ones come first. */
export async function withInputs<T>(
  ctx: Ctx,
  names: InputName[],
  ids: InputIds,
  work: (paths: InputPaths) => Promise<T>,
): Promise<T> {
  const paths = new Map(names.map((name) => [name, ctx.files.tempPath('csv')]))
  try {
    await copyOutAll(
      ctx.db,
      Array.from(paths, ([name, path]) => ({ query: queryOf(name, ids), path })),
    )
    return await work(paths)
  } finally {
    await Promise.all([...paths.values()].map((path) => rm(path, { force: true })))
  }
}

function queryOf(name: InputName, ids: InputIds): RawBuilder<unknown> {
  const query: Query = QUERIES[name]
  return query(ids)
}
