import { rm } from 'node:fs/promises'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { copyOutCsv } from '../../../platform/db/copy.ts'
import { inTransaction, withClient } from '../../../platform/db/pool.ts'

export interface InputIds {
  examId: string
  batchId?: string
}

type Query = (ids: InputIds) => string

/** The exam before: archived, of the same students by stage and year of entry. */
const LAST_EXAM = `exam_info e
     join lateral (select l.id from exam_info l where l.is_deleted = 0 and l.id <> e.id and l.stage = e.stage
       and l.enter_year = e.enter_year and l.begin_date < e.begin_date and l.exam_status >= 3
       order by l.begin_date desc, l.id desc limit 1) l on true`

/** What the rules read, as it leaves the database; each becomes a table `raw_<name>`. Row level security cuts the tenant. */
const QUERIES = {
  row: ({ batchId }) =>
    `select row_id, file_no, sheet_no, row_no, cells from exam_import_row where batch_id = ${checkId(batchId)}`,
  exam: ({ examId }) =>
    `select id, exam_mode, stage, grade_code, enter_year, arts_science, area_codes, study_year, begin_date from exam_info where id = ${checkId(examId)}`,
  course: ({ examId }) =>
    `select course_id, course_name, course_alias, exam_score from exam_course where exam_id = ${checkId(examId)} order by course_id`,
  school: () => `select school_code, school_name, school_short_name, area_code from basic_school where is_deleted = 0`,
  alias: () => `select alias, school_code from exam_import_alias`,
  class: () =>
    `select school_code, class_code, class_name, class_no, stage, grade_code, enter_year from school_classes where is_deleted = 0`,
  dict: () =>
    `select code, dict_key, dict_value from dict_biz where is_deleted = 0 and dict_key is not null
     and code in ('exam_area', 'exam_grade', 'gender', 'student_type', 'arts_science')`,
  roster: ({ examId }) =>
    `select id, student_number, student_code, student_name, area_code, area_name, school_code, school_name, exam_grade, class_code,
       exam_class, gender, student_no, student_type, arts_science, course_combination, take_courses, exam_room_no,
       exam_room_seat_num, is_count
     from exam_student_import where exam_id = ${checkId(examId)} and is_deleted = 0`,
  score: ({ examId }) =>
    `select id, course_name, student_number, student_name, school_code, class_code, score_text, score, objective_score,
       subjective_score, score_status
     from exam_score_student_course_import where exam_id = ${checkId(examId)} and is_deleted = 0`,
  basic_student: () => `select student_code, student_name from basic_student where is_deleted = 0`,
  base_num: ({ examId }) =>
    `select b.school_code, b.student_base_num from student_base_num b join exam_info e on e.study_year = b.study_year
     where e.id = ${checkId(examId)} and b.is_deleted = 0`,
  last_num: ({ examId }) =>
    `select s.school_code, count(*) as num from ${LAST_EXAM} join exam_score_student s on s.exam_id = l.id
     where e.id = ${checkId(examId)} group by s.school_code`,
  last_mean: ({ examId }) =>
    `select s.class_code, k.course_name, avg(c.score) / max(k.exam_score) as share
     from ${LAST_EXAM}
     join exam_score_student s on s.exam_id = l.id
     join exam_score_student_course c on c.exam_id = s.exam_id and c.sid = s.sid and c.score is not null
     join exam_course k on k.exam_id = c.exam_id and k.course_id = c.course_id
     where e.id = ${checkId(examId)} and s.class_code is not null
     group by s.class_code, k.course_name`,
  teacher: ({ examId }) =>
    `select id, class_code, course_name, teacher_code, teacher_name, is_class_leader, area_code, area_name, school_code, school_name,
       exam_class, row_no
     from exam_teacher_course_import where exam_id = ${checkId(examId)} and is_deleted = 0`,
} satisfies Record<string, Query>

export type InputName = keyof typeof QUERIES

/** Writes the inputs as CSV files, one snapshot of the database, and removes them when `work` is done. */
export async function withInputs<T>(
  ctx: Ctx,
  names: InputName[],
  ids: InputIds,
  work: (paths: Map<InputName, string>) => Promise<T>,
): Promise<T> {
  const paths = new Map(names.map((name) => [name, ctx.files.tempPath('csv')]))
  try {
    await inTransaction(ctx.db, (db) =>
      withClient({ db }, async (client) => {
        for (const [name, path] of paths) await copyOutCsv(client, (QUERIES[name] as Query)(ids), path)
      }),
    )
    return await work(paths)
  } finally {
    await Promise.all([...paths.values()].map((path) => rm(path, { force: true })))
  }
}
