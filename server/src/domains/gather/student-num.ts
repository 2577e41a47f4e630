import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { numInArea, numInClass, numInGrade, numInSchool } from '@xueheng/contract/domains/gather/student-num.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { isTaskFor } from '../school/index.ts'
import { percentOf } from './percent.ts'
import { registeredStudents } from './register.ts'

type Line = Output<typeof numInArea>[number]
type Counted = Omit<Line, 'percent'>

/** What lines are: the column that parts them, the one that names them where rows do, and which rows count. */
interface Grain {
  code: 'area_code' | 'school_code' | 'grade_code' | 'class_code'
  name?: 'class_name'
  where: { areaCode?: string | null; schoolCode?: string | null; gradeCode?: string | null }
  titles(ctx: Ctx): Promise<Map<string, string>>
}

const { waitSchool, waitBureau, passed, collated, schoolRefused, bureauRefused } = gatherStates.states
const values = (...states: { value: number }[]) => states.map(({ value }) => value)
const COUNTS = {
  filled: Object.values(gatherStates.states).map(({ value }) => value),
  gather: values(waitSchool, waitBureau, passed, collated),
  audit: values(passed, collated),
  collate: values(collated),
  reject: values(schoolRefused, bureauRefused),
}

/** Who is expected, by the register, and how far each is, in one line for each unit the reader sees. */
async function countBy(ctx: Ctx, taskId: string, grain: Grain): Promise<Line[]> {
  const task = await findOrRefuse(gatherTask, ctx, taskId)
  const code = sql.ref(grain.code)
  const name = grain.name ? sql`max(${sql.ref(grain.name)})` : sql`null::varchar`
  const rowsOf = (source: RawBuilder<unknown>) => sql`(select x.* from ${source} x
    join ${visible(ctx, basicSchool)} b on b.school_code = x.school_code where ${isTaskFor(task)} and ${inside(grain)})`
  const gathered = sql`(select g.* from ${visible(ctx, gatherStudent)} g where g.gather_task_id = ${taskId})`
  const sums = Object.entries(COUNTS).map(
    ([key, states]) =>
      sql`count(*) filter (where gather_status = any(${states}::int[]))::int as ${sql.ref(`${key}_num`)}`,
  )
  const { rows } = await sql<Counted & { name: string | null }>`select coalesce(p.code, u.code) as code,
      coalesce(u.name, p.name) as name, coalesce(p.num, 0) as plan_num,
      ${sql.join(Object.keys(COUNTS).map((key) => sql`coalesce(${sql.ref(`u.${key}_num`)}, 0) as ${sql.ref(`${key}_num`)}`))}
    from (select coalesce(${code}, '') as code, ${name} as name, count(*)::int as num
      from ${rowsOf(registeredStudents(ctx, task.gradeCodes))} r group by 1) p
    full join (select coalesce(${code}, '') as code, ${name} as name, ${sql.join(sums)}
      from ${rowsOf(gathered)} s group by 1) u on u.code = p.code
    order by 1`.execute(ctx.db)
  const titles = await grain.titles(ctx)
  return rows.map((row) => ({
    ...row,
    name: row.name ?? titles.get(row.code) ?? row.code,
    percent: percentOf(row.gatherNum, row.planNum),
  }))
}

function inside({ where: { areaCode, schoolCode, gradeCode } }: Grain): RawBuilder<unknown> {
  return sql`(${areaCode ?? null}::varchar is null or b.area_code = ${areaCode ?? null})
    and (${schoolCode ?? null}::varchar is null or b.school_code = ${schoolCode ?? null})
    and (${gradeCode ?? null}::varchar is null or x.grade_code = ${gradeCode ?? null})`
}

const areaTitles = (ctx: Ctx) => dictLabels(ctx, 'exam_area')
const gradeTitles = (ctx: Ctx) => dictLabels(ctx, 'exam_grade')

async function schoolTitles(ctx: Ctx): Promise<Map<string, string>> {
  const { rows } = await sql<{ schoolCode: string; schoolName: string }>`select b.school_code, b.school_name
    from ${visible(ctx, basicSchool)} b`.execute(ctx.db)
  return new Map(rows.map(({ schoolCode, schoolName }) => [schoolCode, schoolName]))
}

/** Who is in no class. */
const classTitles = async () => new Map([['', '未分班']])

export const studentNumHandlers = [
  implement(numInArea, (ctx, { gatherTaskId }) =>
    countBy(ctx, gatherTaskId, { code: 'area_code', where: {}, titles: areaTitles }),
  ),
  implement(numInSchool, (ctx, { gatherTaskId, areaCode }) =>
    countBy(ctx, gatherTaskId, { code: 'school_code', where: { areaCode }, titles: schoolTitles }),
  ),
  implement(numInGrade, (ctx, { gatherTaskId, schoolCode }) =>
    countBy(ctx, gatherTaskId, { code: 'grade_code', where: { schoolCode }, titles: gradeTitles }),
  ),
  implement(numInClass, (ctx, { gatherTaskId, schoolCode, gradeCode }) =>
    countBy(ctx, gatherTaskId, {
      code: 'class_code',
      name: 'class_name',
      where: { schoolCode, gradeCode },
      titles: classTitles,
    }),
  ),
]
