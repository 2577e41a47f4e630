import type { Finding } from '@xueheng/contract/domains/gather/analyse.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { everyEnrolled, isTaskFor } from '../../school/index.ts'
import type { GatherTask } from '../open-task.ts'
import { registeredStudents } from '../register.ts'

const GATHERED = every(gatherStudent, 'an ID number is one in the whole collection, whoever looks')

/** What the register knows as well; an item that was not filled in is no difference. */
const COMPARED = [
  'studentName',
  'schoolCode',
  'gradeCode',
  'className',
  'gender',
  'birthday',
  'studentNo',
  'artsScience',
  'courseCombination',
  'phone',
] as const

type Rows = RawBuilder<unknown>

/** The rows of the collection that the reader sees. */
export function collectedOf(ctx: Ctx, { id }: Pick<GatherTask, 'id'>): Rows {
  return sql`(select g.* from ${visible(ctx, gatherStudent)} g where g.gather_task_id = ${id})`
}

/** Students behind a count: the columns of the list, what is wrong in `problem`. */
export function findingRows(ctx: Ctx, task: GatherTask, finding: Finding): Rows {
  const collected = collectedOf(ctx, task)
  switch (finding) {
    case 'dupIdNum':
      return found(
        sql`${collected} g where g.id_card in (select o.id_card from ${GATHERED} o
        where o.gather_task_id = ${task.id} and o.is_deleted = 0 and o.id_card <> '' group by 1 having count(*) > 1)`,
        sql`'身份证号与另一名学生相同'`,
      )
    case 'dupNameNum':
      return found(
        sql`(select n.*, count(*) over (partition by n.school_code, n.student_name) as same from ${collected} n) g
        where g.same > 1`,
        sql`'同校有' || g.same || '名学生叫这个名字'`,
      )
    case 'badIdNum':
      return found(sql`${collected} g where ${idProblem} is not null`, idProblem)
    case 'missPhotoNum':
      return found(
        sql`${collected} g where ${task.askedFields.includes('photoUrl')} and coalesce(g.photo_url, '') = ''`,
        sql`'还没有照片'`,
      )
    case 'missNum':
      return missing(ctx, task)
    case 'extraNum':
      return found(
        sql`${collected} g where not exists (select 1 from ${everyEnrolled()} r where r.student_code = g.student_code)`,
        sql`'学籍中没有这名在籍学生'`,
      )
    case 'diffNum':
      return found(
        sql`${collected} g join ${everyEnrolled()} r on r.student_code = g.student_code where ${differs} <> ''`,
        sql`${differs} || '不同'`,
      )
  }
}

function found(rows: Rows, problem: Rows): Rows {
  return sql`(select g.id, g.student_name, g.student_code, g.area_code, g.school_code, g.class_name, ${problem} as problem
    from ${rows})`
}

/** On the register of the grades and schools that are asked, but not in the collection. */
function missing(ctx: Ctx, task: GatherTask): Rows {
  return sql`(select r.id, r.student_name, r.student_code, b.area_code, r.school_code, r.class_name, '还没有采集' as problem
    from ${registeredStudents(ctx, task.gradeCodes)} r join ${visible(ctx, basicSchool)} b on b.school_code = r.school_code
    where ${isTaskFor(task)} and not exists (select 1 from ${GATHERED} g
      where g.gather_task_id = ${task.id} and g.is_deleted = 0 and g.student_code = r.student_code))`
}

/** Labels of what the register has otherwise. */
const differs = sql`concat_ws('、', ${sql.join(
  COMPARED.map((name) => {
    const [own, known] = [sql.ref(`g.${snake(name)}`), sql.ref(`r.${snake(name)}`)]
    const label = sql.lit(gatherStudent.fields[name].label)
    return sql`case when nullif(${own}::text, '') is not null and ${own} is distinct from ${known} then ${label} end`
  }),
)})`

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const sum = sql.join(
  WEIGHTS.map((weight, at) => sql`substr(g.id_card, ${sql.lit(at + 1)}, 1)::int * ${sql.lit(weight)}`),
  sql` + `,
)

/** Why an ID number (GB 11643) cannot be that of the student; null where it may be. */
const idProblem = sql`case when g.id_card is null or g.id_card = '' then null
  when g.id_card !~ '^[0-9]{17}[0-9Xx]$' then '身份证号格式不对'
  when substr('10X98765432', (${sum}) % 11 + 1, 1) <> upper(substr(g.id_card, 18, 1)) then '身份证号校验位不对'
  when g.birthday is not null and substr(g.id_card, 7, 8) <> to_char(g.birthday, 'YYYYMMDD') then '身份证号与出生日期不符'
  when g.gender in ('1', '2') and substr(g.id_card, 17, 1)::int % 2 <> (g.gender = '1')::int then '身份证号与性别不符' end`
