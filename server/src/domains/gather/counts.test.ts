import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { foldCounts } from '../../platform/db/counts.ts'
import type { Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { ENROLLED_COUNTS } from '../school/index.ts'
import { GATHER_COUNTS } from './tables.ts'

const program = useTestApp()
const TASKS = [nextId(), nextId()]
const STATES = [0, 1, 2, 3, 4, 5, 11, 12]
const WRITERS = 12
const STEPS = 25

let db: Db
beforeAll(() => {
  db = program().app.database.tenant(TENANT)
})

const ENROLLED = `basic_student where is_deleted = 0 and is_sealed is distinct from 1 and coalesce(enrol_status, '1') = '1'`
const GATHERED = 'gather_student where is_deleted = 0'

/** What every count is to be, from the rows themselves: its keys, and which rows count. */
const ORACLES: Record<string, { keys: string; rows: string; hasPrefilled?: boolean }> = {
  basic_student_count: { keys: 'area_code, school_code, grade_code', rows: ENROLLED },
  basic_class_count: { keys: 'area_code, school_code, grade_code, class_code, class_name', rows: ENROLLED },
  gather_student_count: {
    keys: 'gather_task_id, area_code, school_code, grade_code, gather_status',
    rows: GATHERED,
    hasPrefilled: true,
  },
  gather_class_count: {
    keys: 'gather_task_id, area_code, school_code, grade_code, class_code, class_name, gather_status',
    rows: GATHERED,
    hasPrefilled: true,
  },
  gather_high_exam_count: {
    keys: `gather_task_id, area_code, school_code, class_code, class_name, audit_status, art_type, art_audit_status, archive_status`,
    rows: 'gather_high_exam_score where is_deleted = 0',
  },
}

async function totals(keys: string, rest: string): Promise<Map<string, string>> {
  const { rows } = await sql
    .raw<{ key: string; sums: string }>(`select ${rest}`.replace('KEY', keyOf(keys)))
    .execute(db)
  return new Map(rows.map(({ key, sums }) => [key, sums]))
}

const keyOf = (keys: string) =>
  `concat_ws('|', ${keys
    .split(', ')
    .map((name) => `coalesce(${name}::text, '')`)
    .join(', ')}) as key`

async function counted(table: string): Promise<Map<string, string>> {
  const { keys = '', hasPrefilled } = ORACLES[table] ?? {}
  const sums = `concat(sum(num)${hasPrefilled ? ", ' ', sum(prefilled_num)" : ''}) as sums`
  return totals(keys, `KEY, ${sums} from ${table} group by ${keys} having sum(num) <> 0`)
}

async function expected(table: string): Promise<Map<string, string>> {
  const { keys = '', rows = '', hasPrefilled } = ORACLES[table] ?? {}
  const sums = `concat(count(*)${hasPrefilled ? ", ' ', sum(coalesce(prefilled_num, 0))" : ''}) as sums`
  return totals(keys, `KEY, ${sums} from ${rows} group by ${keys}`)
}

async function fold(): Promise<void> {
  for (const counts of [ENROLLED_COUNTS.schools, ENROLLED_COUNTS.classes, ...GATHER_COUNTS])
    await foldCounts(db, counts)
}

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Every way in which rows come, go and change, several at a time and one by one. */
async function step(inside: Db, writer: number, n: number): Promise<void> {
  const at = writer * STEPS + n
  const task = pick(TASKS, at)
  const place = {
    area: `99010${at % 2}`,
    school: `S${at % 5}`,
    grade: pick(['11', '12'], at >> 1),
    class: `C${at % 7}`,
  }
  const some = sql`(select id from gather_student where gather_task_id = ${task} and id % 7 = ${at % 7})`
  const steps = [
    () => sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
        grade_code, class_code, class_name, gather_status, prefilled_num)
      select ${nextId()}::bigint + i, ${TENANT}, ${task}, ${`w${at}-`} || i, '甲', ${place.area}, ${place.school}, ${place.grade},
        nullif(${place.class}, 'C0'), ${place.class}, 0, i from generate_series(1, 5) i`,
    () => sql`update gather_student set gather_status = ${pick(STATES, at)} where id in ${some}`,
    () => sql`update gather_student set class_code = ${place.class}, school_code = ${place.school} where id in ${some}`,
    () => sql`update gather_student set phone = '13900000000' where id in ${some}`,
    () => sql`update gather_student set is_deleted = 1 - is_deleted where id in ${some} and id % 3 = 0`,
    () => sql`delete from gather_student where is_deleted = 1 and id in ${some} and id % 2 = 0`,
    () => sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, school_code, grade_code,
        gather_status) values (${nextId()}, ${TENANT}, ${task}, ${`u${at % 9}`}, '乙', ${place.school}, ${place.grade}, 0)
      on conflict (tenant_id, gather_task_id, student_code) where is_deleted = 0
      do update set gather_status = ${pick(STATES, at)}, prefilled_num = ${at % 4}`,
    () => sql`insert into gather_high_exam_score (id, tenant_id, gather_task_id, candidate_number, student_name, area_code,
        school_code, art_type, audit_status, art_audit_status, archive_status)
      values (${nextId()}, ${TENANT}, ${task}, ${`h${at}`}, '丙', ${place.area}, ${place.school},
        ${at % 2 ? '1' : null}, 0, 0, 0)`,
    () => sql`update gather_high_exam_score set audit_status = ${pick(STATES, at)}, archive_status = ${at % 2}
      where gather_task_id = ${task} and id % 2 = ${at % 2}`,
    () => sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, school_code, stage, enter_year,
        grade_code, class_code, enrol_status) values (${nextId()}, ${TENANT}, ${`b${at}`}, '丁', '1', ${place.school}, '3', 2023,
        ${place.grade}, ${place.class}, ${pick(['1', '2', null], at)})`,
    () => sql`update basic_student set enrol_status = ${pick(['1', '3'], at)}, is_sealed = ${at % 2}
      where school_code = ${place.school} and id % 3 = ${at % 3}`,
  ]
  await pick(steps, at * 7 + n)().execute(inside)
}

test('numbers beside rows are what the rows say, whoever changed them, however many at once, folded meanwhile', async () => {
  const write = async (writer: number) => {
    for (let n = 0; n < STEPS; n += 1) {
      const isKept = n % 6 !== 5
      const work = db.transaction().execute(async (inside) => {
        await step(inside, writer, n)
        await step(inside, writer, n + 3)
        if (!isKept) throw new Error('given up')
      })
      // Writers that meet the same rows in another order are refused by the database, and leave nothing either.
      await work.catch(() => undefined)
    }
  }
  await Promise.all([...Array.from({ length: WRITERS }, (_none, n) => write(n)), fold(), fold()])
  for (const table of Object.keys(ORACLES)) {
    const rows = await expected(table)
    expect(rows.size, table).toBeGreaterThan(3)
    expect(await counted(table), table).toEqual(rows)
  }
  await fold()
  for (const [table, { keys }] of Object.entries(ORACLES)) {
    expect(await counted(table), `${table} folded`).toEqual(await expected(table))
    const doubled = `select count(*)::int as num from (select 1 from ${table} group by ${keys} having count(*) > 1) d`
    const lines = await sql.raw<{ num: number }>(doubled).execute(db)
    expect(lines.rows[0]?.num, `${table} has one line each`).toBe(0)
  }
})

test('a count that is wrong is noticed by the same comparison', async () => {
  await sql`update gather_student_count set num = num + 1 where num > 0`.execute(db)
  expect(await counted('gather_student_count')).not.toEqual(await expected('gather_student_count'))
})
