import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { examScoreStudent, examScoreStudentCourse } from '../tables.ts'

const EXAMS = every(examInfo, 'the archive takes over the exam itself')
const LIST = every(examStudentImport, 'the whole list of the exam is archived')
const SCHOOLS = every(basicSchool, 'order and group of every school on the list')
const WORDS = every(dictBiz, 'order of every area on the list')

/** The stored list becomes the frozen list. Answers how many rows were written or removed. */
export async function archiveStudents(ctx: Ctx, examId: string): Promise<number> {
  const known = await sql`select 1 from ${own(examScoreStudent)} where exam_id = ${examId} limit 1`.execute(ctx.db)
  const isAgain = known.rows.length > 0
  const removed = isAgain ? await removeUnlisted(ctx, examId) : 0
  return removed + (await writeList(ctx, examId, isAgain))
}

/** Students who are no longer on the list go, with their marks. */
async function removeUnlisted({ db }: Ctx, examId: string): Promise<number> {
  const gone = await createTempTable(
    db,
    'archive_gone',
    sql`select s.sid from ${own(examScoreStudent)} s where s.exam_id = ${examId} and not exists (
      select 1 from ${LIST} l where l.exam_id = s.exam_id and l.student_number = s.student_number and l.is_deleted = 0)`,
    ['sid'],
  )
  await sql`delete from ${own(examScoreStudentCourse)} f using ${gone} g
    where f.exam_id = ${examId} and f.sid = g.sid`.execute(db)
  const removed = await sql`delete from ${own(examScoreStudent)} s using ${gone} g
    where s.exam_id = ${examId} and s.sid = g.sid`.execute(db)
  return Number(removed.numAffectedRows ?? 0n)
}

/** Numbers 1..n in the bureau's order, kept by those who have one from an earlier archive. */
async function writeList(ctx: Ctx, examId: string, isAgain: boolean): Promise<number> {
  const written = await sql`with placed as (
      select l.*, k.sid, coalesce(a.sort, 0) as area_sort, coalesce(b.sort, 0) as school_sort, b.school_group,
        coalesce(substring(l.exam_class from '(\\d{1,4})\\D*$')::int, 0) as class_sort
      from ${LIST} l
      left join ${own(examScoreStudent)} k on k.exam_id = l.exam_id and k.student_number = l.student_number
      left join ${WORDS} a on a.code = 'exam_area' and a.dict_key = l.area_code and a.is_deleted = 0
      left join ${SCHOOLS} b on b.school_code = l.school_code and b.is_deleted = 0
      where l.exam_id = ${examId} and l.is_deleted = 0
    ), numbered as (
      select p.*, coalesce(p.sid, (select coalesce(max(s.sid), 0) from ${own(examScoreStudent)} s where s.exam_id = ${examId})
        + row_number() over (partition by p.sid is null order by p.area_sort, p.area_code, p.school_sort, p.school_code,
            p.class_sort, p.class_code, p.student_number))::int as number
      from placed p
    )
    insert into ${own(examScoreStudent)} as f (tenant_id, exam_id, sid, student_number, ${PERSON})
    select ${ctx.user.tenantId}, e.id, n.number, n.student_number, n.student_code, n.student_name,
      n.area_code, left(coalesce(n.area_name, n.area_code), 50), n.area_sort,
      n.school_code, left(coalesce(n.school_name, n.school_code), 100), n.school_sort, n.school_group,
      n.class_code, n.exam_class, n.class_sort, left(n.exam_grade, 20), n.course_combination,
      nullif(coalesce(n.arts_science, e.arts_science), '')::smallint, nullif(n.student_type, '')::smallint, coalesce(n.is_count, 1)
    from numbered n join ${EXAMS} e on e.id = ${examId}
    ${isAgain ? inPlace() : sql``}`.execute(ctx.db)
  return Number(written.numAffectedRows ?? 0n)
}

/** Over a list of an earlier archive. */
function inPlace(): RawBuilder<unknown> {
  return sql`on conflict (exam_id, sid) do update set (${PERSON}) = row(${columnsOf('excluded')})
    where (${columnsOf('f')}) is distinct from (${columnsOf('excluded')})`
}

/** What the frozen list says of a student beside the number; archived again it follows the stored list. */
const PERSON_COLUMNS = [
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'area_sort',
  'school_code',
  'school_name',
  'school_sort',
  'school_group',
  'class_code',
  'exam_class',
  'class_sort',
  'exam_grade',
  'course_combination',
  'arts_science',
  'student_type',
  'is_count',
]
const PERSON = sql.join(PERSON_COLUMNS.map((name) => sql.ref(name)))

function columnsOf(alias: string): RawBuilder<unknown> {
  return sql.join(PERSON_COLUMNS.map((name) => sql.ref(`${alias}.${name}`)))
}
