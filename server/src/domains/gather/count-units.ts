import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { type UnitCounts, countedRows } from '../../platform/access/counted.ts'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { enrolledCounts, isTaskFor } from '../school/index.ts'
import type { GatherTask } from './open-task.ts'

/** A kind of row whose progress is counted. */
export interface CountedKind {
  entity: AnyEntity
  counts: UnitCounts
}

/** What lines are: the column that parts them, the one that names them where rows do, and which rows count. */
export interface Grain {
  code: 'area_code' | 'school_code' | 'grade_code' | 'class_code'
  name?: 'class_name'
  where: { areaCode?: string | null; schoolCode?: string | null; gradeCode?: string | null }
  titles(ctx: Ctx): Promise<Map<string, string>>
}

/** Columns of the answer, each with the rows that count in it. */
export type Sums = Record<string, RawBuilder<unknown>>

export type UnitLine<S extends Sums> = { code: string; name: string; planNum: number } & { [K in keyof S]: number }

/** Who is expected, by the register, and how far each is, in one line for each unit the reader sees. */
export async function countUnits<const S extends Sums>(
  ctx: Ctx,
  { entity, counts }: CountedKind,
  task: GatherTask,
  grain: Grain,
  sums: S,
): Promise<UnitLine<S>[]> {
  const code = sql.ref(grain.code)
  const name = grain.name ? sql`nullif(max(${sql.ref(grain.name)}), '')` : sql`null::varchar`
  const rowsOf = (source: RawBuilder<unknown>) => sql`(select x.* from ${source} x
    join ${visible(ctx, basicSchool)} b on b.school_code = x.school_code where ${isTaskFor(task)} and ${inside(grain)})`
  const isByClass = grain.code === 'class_code'
  const gathered = sql`(select g.* from ${countedRows(ctx, entity, counts, { isByClass })} g
    where g.gather_task_id = ${task.id})`
  const registered = sql`(select e.* from ${enrolledCounts(ctx, isByClass)} e
    where e.grade_code = any(${task.gradeCodes}::varchar[]))`
  const counted = Object.entries(sums).map(
    ([key, rows]) => sql`coalesce(sum(num) filter (where ${rows}), 0)::int as ${sql.ref(key)}`,
  )
  const { rows } = await sql<UnitLine<S> & { name: string | null }>`select coalesce(p.code, u.code) as code,
      coalesce(u.name, p.name) as name, coalesce(p.num, 0) as plan_num,
      ${sql.join(Object.keys(sums).map((key) => sql`coalesce(${sql.ref(`u.${key}`)}, 0) as ${sql.ref(key)}`))}
    from (select coalesce(${code}, '') as code, ${name} as name, sum(num)::int as num
      from ${rowsOf(registered)} r group by 1) p
    full join (select coalesce(${code}, '') as code, ${name} as name, sum(num)::int as num, ${sql.join(counted)}
      from ${rowsOf(gathered)} s group by 1) u on u.code = p.code
    where coalesce(p.num, 0) > 0 or u.num > 0 order by 1`.execute(ctx.db)
  const titles = await grain.titles(ctx)
  return rows.map((row) => ({ ...row, name: row.name ?? titles.get(row.code) ?? row.code }))
}

function inside({ where: { areaCode, schoolCode, gradeCode } }: Grain): RawBuilder<unknown> {
  return sql`(${areaCode ?? null}::varchar is null or b.area_code = ${areaCode ?? null})
    and (${schoolCode ?? null}::varchar is null or b.school_code = ${schoolCode ?? null})
    and ${gradeCode ? sql`x.grade_code = ${gradeCode}` : sql`true`}`
}

async function schoolTitles(ctx: Ctx): Promise<Map<string, string>> {
  const { rows } = await sql<{ schoolCode: string; schoolName: string }>`select b.school_code, b.school_name
    from ${visible(ctx, basicSchool)} b`.execute(ctx.db)
  return new Map(rows.map(({ schoolCode, schoolName }) => [schoolCode, schoolName]))
}

/** The lines of every place, each with the units inside it. */
export const GRAINS = {
  areas: (): Grain => ({ code: 'area_code', where: {}, titles: (ctx) => dictLabels(ctx, 'exam_area') }),
  schools: (areaCode: string | null): Grain => ({ code: 'school_code', where: { areaCode }, titles: schoolTitles }),
  grades: (schoolCode: string): Grain => ({
    code: 'grade_code',
    where: { schoolCode },
    titles: (ctx) => dictLabels(ctx, 'exam_grade'),
  }),
  /** Who is in no class has a line, too. */
  classes: (schoolCode: string, gradeCode: string | null): Grain => ({
    code: 'class_code',
    name: 'class_name',
    where: { schoolCode, gradeCode },
    titles: async () => new Map([['', '未分班']]),
  }),
}
