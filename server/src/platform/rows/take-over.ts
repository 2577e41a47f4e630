import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { LeftBehind } from '@xueheng/contract/platform/take-over.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into, visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { nextIds } from '../db/id.ts'
import { refreshStatistics } from '../db/statistics.ts'
import { createTempTable } from '../db/temp-table.ts'

/** What one list takes over from another. Columns are named as PostgreSQL knows them. */
export interface TakeOver {
  goal: AnyEntity
  /** The rows of the goal with these values are held against the source; new rows carry them. */
  within: Record<string, string | number>
  /** By what a row is known among them. */
  key: string[]
  /** What is taken beside the key; an empty value says nothing of a row that is there. */
  columns: string[]
  /** What a new row carries beside. */
  fresh?: Record<string, string | number>
  /** Columns of the source that a new row carries beside, and no other is compared by. */
  filled?: string[]
  /** What a changed row carries beside. */
  changed?: Record<string, string | number>
  /** Why a row `t` of the goal that differs from `s` stays as it is; null where it may change. */
  kept?: RawBuilder<unknown>
  /** Why a second row of the same key is left out. */
  doubled?: string
  /** Rows with `key`, `columns`, `who` (names the row) and `why` (it is left out; null where it is taken). */
  source: RawBuilder<unknown>
}

export interface Judged {
  /** Rows of the source with `goal_id`, `kind` (fresh, changed, unchanged) and `reason` (left out; null where taken). */
  table: RawBuilder<unknown>
  fresh: number
  changed: number
  unchanged: number
  leftNum: number
  leftOut: LeftBehind[]
}

/** Names of rows that are left out for one reason, at most. */
const NAMED = 5
const UNSEEN = '已由您看不到的单位登记'
const DOUBLED = '与另一条重复'

const ref = (name: string) => sql.ref(name)
const of = (table: string, name: string) => sql.ref(`${table}.${name}`)

/** Holds the source against the goal; writes nothing. The rows stand in temporary tables, whose statistics the joins go by. */
export async function judgeTakeOver(ctx: Ctx, spec: TakeOver): Promise<Judged> {
  const { key, columns } = spec
  const source = await createTempTable(
    ctx.db,
    'taken_source',
    sql`select x.*, row_number() over (partition by ${sql.join(key.map((name) => of('x', name)))}
      order by (x.why is not null), x.who) as nth from ${spec.source} x`,
    key,
  )
  const known = await createTempTable(ctx.db, 'taken_known', knownRows(ctx, spec), key)
  const same = sql.join(
    key.map((name) => sql`${of('t', name)} = ${of('s', name)}`),
    sql` and `,
  )
  const differs = sql.join(
    columns.map((name) => sql`(${of('s', name)} is not null and ${of('s', name)} is distinct from ${of('t', name)})`),
    sql` or `,
  )
  const table = await createTempTable(
    ctx.db,
    'taken_judged',
    sql`select s.*, t.id as goal_id,
        case when t.id is null then 'fresh' when ${differs} then 'changed' else 'unchanged' end as kind,
        case when s.why is not null then s.why
          when s.nth > 1 then ${spec.doubled ?? DOUBLED}
          when not t.is_seen then ${UNSEEN}
          when t.id is not null and (${differs}) then ${spec.kept ?? sql`null`}::varchar end as reason
      from ${source} s left join ${known} t on ${same}`,
    ['kind'],
  )
  return { table, ...(await countJudged(ctx, table)) }
}

/** What the goal has, whoever sees it: nobody adds what stands with another unit. */
function knownRows(ctx: Ctx, { goal, within, key, columns }: TakeOver): RawBuilder<unknown> {
  const inside = sql.join(
    Object.entries(within).map(([name, value]) => sql`${of('g', name)} = ${value}`),
    sql` and `,
  )
  const keys = sql.join(key.map((name) => of('g', name)))
  return sql`select distinct on (${keys}) g.id, ${sql.join([...key, ...columns].map((name) => of('g', name)))},
      v.id is not null as is_seen
    from ${every(goal, 'a row that is there is not added again, whoever takes over')} g
    left join ${visible(ctx, goal)} v on v.id = g.id
    where g.is_deleted = 0 and ${inside} order by ${keys}, g.id`
}

async function countJudged({ db }: Ctx, table: RawBuilder<unknown>): Promise<Omit<Judged, 'table'>> {
  const { rows } = await sql<{ kind: string; reason: string | null; num: number; names: string[] }>`select
      case when j.reason is null then j.kind else 'left' end as kind, j.reason, count(*)::int as num,
      (array_agg(j.who order by j.who))[1:${NAMED}::int] as names
    from ${table} j group by 1, 2 order by num desc, j.reason`.execute(db)
  const numOf = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.num, 0)
  return {
    fresh: numOf('fresh'),
    changed: numOf('changed'),
    unchanged: numOf('unchanged'),
    leftNum: numOf('left'),
    leftOut: rows.flatMap(({ reason, num, names }) => (reason === null ? [] : [{ reason, num, names }])),
  }
}

/** Writes what is new and changed of judged rows. So many at once are told to the planner. */
export async function writeTakeOver(ctx: Ctx, spec: TakeOver, judged: Judged): Promise<void> {
  if (judged.changed > 0) await updateChanged(ctx, spec, judged)
  if (judged.fresh > 0) await insertFresh(ctx, spec, judged)
  if (judged.fresh > MANY) await refreshStatistics(ctx.db, into(spec.goal), [...Object.keys(spec.within), ...spec.key])
}

const MANY = 1000

async function updateChanged(ctx: Ctx, { goal, columns, changed = {} }: TakeOver, { table }: Judged): Promise<void> {
  const taken = columns.map((name) => sql`${ref(name)} = coalesce(${of('j', name)}, ${of('t', name)})`)
  const beside = Object.entries(changed).map(([name, value]) => sql`${ref(name)} = ${value}`)
  await sql`update ${into(goal)} t set ${sql.join([...taken, ...beside])}, update_user = ${ctx.user.id},
      update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')
    from ${table} j where j.goal_id = t.id and j.kind = 'changed' and j.reason is null`.execute(ctx.db)
}

async function insertFresh(ctx: Ctx, spec: TakeOver, { table, fresh }: Judged): Promise<void> {
  const { id: userId, tenantId } = ctx.user
  const fixed = { ...spec.within, ...spec.fresh }
  const taken = [...spec.key, ...spec.columns, ...(spec.filled ?? [])]
  const names = sql.join([...Object.keys(fixed), ...taken].map(ref))
  const values = sql.join([...Object.values(fixed), ...taken.map((name) => of('s', name))])
  await sql`insert into ${into(spec.goal)} (id, tenant_id, create_user, update_user, ${names})
    select ${nextIds(fresh)}, ${tenantId}, ${userId}, ${userId}, ${values}
    from (select j.* from ${table} j where j.kind = 'fresh' and j.reason is null
      order by ${sql.join(spec.key.map((name) => of('j', name)))} limit ${fresh}) s`.execute(ctx.db)
}

/** What came of it, or would come. */
export function outcomeOf({ fresh, changed, unchanged, leftNum, leftOut }: Judged) {
  return { fresh, changed, unchanged, leftNum, leftOut }
}

/** Judges, and writes unless it is a trial. */
export async function takeOver(ctx: Ctx, spec: TakeOver, isTrial: boolean) {
  const judged = await judgeTakeOver(ctx, spec)
  if (!isTrial) await writeTakeOver(ctx, spec, judged)
  return outcomeOf(judged)
}
