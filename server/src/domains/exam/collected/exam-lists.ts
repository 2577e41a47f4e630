import { studentsFromGather, teachersFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { copyOutCsv } from '../../../platform/db/copy.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { type Judged, judgeTakeOver, outcomeOf } from '../../../platform/rows/take-over.ts'
import { requireState } from '../../../platform/states.ts'
import { collectedStudents, collectedTeachers } from '../../gather/index.ts'
import { gradeName } from '../../school/index.ts'
import { type Exam, examState, findExam } from '../exam-row.ts'
import { plannedNumbers } from '../import/inputs.ts'
import { withTempFile } from '../import/temp-file.ts'
import { uploadWorkbooks } from '../import/upload-files.ts'
import { noteTaken } from './note-taken.ts'

const LIST = every(examStudentImport, 'a number is given once in an exam')
const SEQUENCE_DIGITS = 6

type Kind = 'student' | 'teacher'

/** Rows that are ready, of the grade of the exam, in a school the reader sees. */
async function readyRows(ctx: Ctx, { gradeCode }: Exam, source: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const areas = JSON.stringify(Object.fromEntries(await dictLabels(ctx, 'exam_area')))
  return sql`(select g.*, b.school_name, ${areas}::jsonb ->> b.area_code as area_name, g.class_name as exam_class,
      case when g.why is not null then g.why when g.grade_code <> ${gradeCode} then ${`不是${gradeName(Number(gradeCode))}`}
        when b.school_code is null then '没有这所学校' end as reason
    from ${source} g left join ${visible(ctx, basicSchool)} b on b.school_code = g.school_code)`
}

/** The exam may take rows of the kind now. */
async function examToFill(ctx: Ctx, examId: string, kind: Kind): Promise<Exam> {
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), IMPORT_KINDS[kind].action)
  return exam
}

async function takeStudents(
  ctx: Ctx,
  { examId, gatherTaskId, isTrial }: Input<typeof studentsFromGather>,
): Promise<Output<typeof studentsFromGather>> {
  const exam = await examToFill(ctx, examId, 'student')
  const { taskName, rows } = await collectedStudents(ctx, gatherTaskId)
  const ready = await readyRows(ctx, exam, rows)
  const judged = await judgeTakeOver(ctx, {
    goal: examStudentImport,
    within: { exam_id: examId },
    key: ['student_code'],
    columns: [
      'student_name',
      'school_code',
      'class_code',
      'gender',
      'student_no',
      'arts_science',
      'course_combination',
    ],
    source: sql`(select x.student_code, x.student_name, x.school_code, x.school_name, x.area_name, x.class_code,
      x.exam_class, x.gender, x.student_no, x.arts_science, x.course_combination, x.who, x.reason as why from ${ready} x)`,
  })
  const batch = isTrial === 1 ? NO_BATCH : await startBatch(ctx, exam, 'student', taskName, judged)
  const taken = { ...outcomeOf(judged), ...batch }
  if (isTrial !== 1)
    await noteTaken(ctx, studentsFromGather, examStudentImport, examId, { examName: exam.examName, taskName, ...taken })
  return taken
}

async function takeTeachers(
  ctx: Ctx,
  { examId, gatherTaskId, isTrial }: Input<typeof teachersFromGather>,
): Promise<Output<typeof teachersFromGather>> {
  const exam = await examToFill(ctx, examId, 'teacher')
  const { taskName, rows } = await collectedTeachers(ctx, gatherTaskId)
  const ready = await readyRows(ctx, exam, rows)
  const judged = await judgeTakeOver(ctx, {
    goal: examTeacherImport,
    within: { exam_id: examId },
    key: ['class_code', 'course_name', 'teacher_code'],
    columns: ['teacher_name', 'is_class_leader'],
    source: sql`(select x.teacher_code, x.teacher_name, x.course_name, x.is_class_leader, x.school_code, x.school_name,
      x.area_name, x.class_code, x.exam_class, x.who, x.reason as why from ${ready} x)`,
  })
  const batch = isTrial === 1 ? NO_BATCH : await startBatch(ctx, exam, 'teacher', taskName, judged)
  const taken = { ...outcomeOf(judged), ...batch }
  if (isTrial !== 1)
    await noteTaken(ctx, teachersFromGather, examTeacherImport, examId, { examName: exam.examName, taskName, ...taken })
  return taken
}

const NO_BATCH = { batchId: null, jobId: null }

/** The rows as a workbook of the import: judged by the same rules, mended and undone in the same way. */
async function startBatch(ctx: Ctx, exam: Exam, kind: Kind, taskName: string, judged: Judged) {
  if (judged.fresh + judged.changed + judged.unchanged === 0) return NO_BATCH
  const columns = kind === 'student' ? await studentColumns(ctx, exam, judged) : teacherColumns(judged)
  return withTempFile(ctx, 'csv', async (path) => {
    await copyOutCsv(ctx.db, columns, path)
    const book = await ctx.files.keep(ctx, { path, name: `采集-${taskName}.csv` })
    return uploadWorkbooks(ctx, { examId: exam.id, kind, batchId: null, isReplace: null }, [book])
  })
}

/** Who has a number keeps it, also one of a locked seating plan; the others are numbered in the order of schools and classes. */
async function studentColumns(ctx: Ctx, { id, examYear, gradeCode }: Exam, { table }: Judged) {
  const genders = await wordsOf(ctx, 'gender')
  const streams = await wordsOf(ctx, 'arts_science')
  const planned = await createTempTable(ctx.db, 'taken_planned', plannedNumbers({ examId: id }), ['student_code'])
  const prefix = `${String(examYear % 100).padStart(2, '0')}${gradeCode.padStart(2, '0')}`
  const { rows } = await sql<{ last: string | null }>`select max(i.student_number) as last from ${LIST} i
    where i.exam_id = ${id} and i.student_number ~ ${`^${prefix}\\d{${SEQUENCE_DIGITS}}$`}`.execute(ctx.db)
  const last = Number((rows[0]?.last ?? '').slice(prefix.length))
  const place = sql`row_number() over (partition by n.number is null order by n.school_code, n.class_code, n.student_code)`
  return sql`select coalesce(n.number, ${prefix} || lpad((${last}::int + ${place})::text, ${SEQUENCE_DIGITS}::int, '0')) as "考号",
      n.student_code as "学籍号", n.student_name as "姓名", ${genders}::jsonb ->> n.gender as "性别",
      n.area_name as "县区", n.school_name as "学校", n.school_code as "学校代码", n.exam_class as "班级",
      n.student_no as "学号", ${streams}::jsonb ->> n.arts_science as "科类", n.course_combination as "选科"
    from (select j.*, coalesce(i.student_number, p.student_number) as number
      from ${table} j left join ${LIST} i on i.id = j.goal_id
      left join ${planned} p on p.student_code = j.student_code where j.reason is null) n
    order by 1`
}

function teacherColumns({ table }: Judged): RawBuilder<unknown> {
  return sql`select j.area_name as "县区", j.school_name as "学校", j.school_code as "学校代码", j.exam_class as "班级",
      j.course_name as "科目", j.teacher_name as "教师", j.teacher_code as "教师编号",
      case when j.is_class_leader = 1 then '是' else '否' end as "班主任"
    from ${table} j where j.reason is null order by j.school_code, j.class_code, j.course_name, j.teacher_code`
}

async function wordsOf(ctx: Ctx, code: string): Promise<string> {
  return JSON.stringify(Object.fromEntries(await dictLabels(ctx, code)))
}

export const examListHandlers = [
  implement(studentsFromGather, takeStudents),
  implement(teachersFromGather, takeTeachers),
]
