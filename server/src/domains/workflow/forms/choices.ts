import { registry } from '@xueheng/contract'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import type { ChoiceKind } from '@xueheng/contract/domains/workflow/request.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'

export interface Choice {
  value: string
  label: string
}

/** Where choices of a kind come from; what is picked is `value`, what is read `label`. */
interface Source {
  entity: AnyEntity
  value: RawBuilder<unknown>
  label: RawBuilder<unknown>
  /** What may be picked, beside not being removed. */
  condition: RawBuilder<unknown>
}

const ID = sql`r.id::text`
const ANY = sql`true`
const SOURCES: Record<ChoiceKind, Source> = {
  people: {
    entity: user,
    value: ID,
    label: sql`case when coalesce(r.name, '') in ('', r.account) then r.account else r.name || ' · ' || r.account end`,
    condition: sql`r.status = 1`,
  },
  department: { entity: dept, value: ID, label: sql`r.dept_name`, condition: ANY },
  school: {
    entity: registry.entity('basicSchool'),
    value: sql`r.school_code`,
    label: sql`r.school_name`,
    condition: ANY,
  },
  role: {
    entity: role,
    value: sql`r.role_alias`,
    label: sql`r.role_name`,
    condition: sql`coalesce(r.role_alias, '') <> ''`,
  },
  post: { entity: post, value: ID, label: sql`r.post_name`, condition: ANY },
}

const MOST_CHOICES = 50

/** What the user sees of a kind: the first whose name holds `keyword`, and always those in `keys`. */
export async function choicesOf(ctx: Ctx, kind: ChoiceKind, keyword: string, keys: string[]): Promise<Choice[]> {
  if (!Object.hasOwn(SOURCES, kind)) throw refuse('类型不是有效的选项')
  const { entity, value, label, condition } = SOURCES[kind]
  const named = keys.length > 0 ? await namesIn(ctx, kind, keys, visible(ctx, entity)) : []
  const found = await sql<Choice>`select ${value} as value, ${label} as label from ${visible(ctx, entity)} r
    where ${condition} and strpos(${label}, ${keyword}) > 0 order by 2, 1 limit ${MOST_CHOICES}`.execute(ctx.db)
  return [...named, ...found.rows.filter((row) => !named.some((one) => one.value === row.value))]
}

/** Names of what was picked, whoever may pick it now and whatever became of it. */
export async function namesOf(ctx: Pick<Ctx, 'db'>, kind: ChoiceKind, keys: string[]): Promise<Choice[]> {
  const rows = every(SOURCES[kind].entity, 'whoever may read a form or a process reads the names in it')
  return namesIn(ctx, kind, keys, rows)
}

async function namesIn(
  ctx: Pick<Ctx, 'db'>,
  kind: ChoiceKind,
  keys: string[],
  rows: RawBuilder<unknown>,
): Promise<Choice[]> {
  const { value, label } = SOURCES[kind]
  const found = await sql<Choice>`select distinct on (${value}) ${value} as value, ${label} as label from ${rows} r
    where ${value} = any(${keys}::text[]) order by ${value}, r.is_deleted`.execute(ctx.db)
  return found.rows
}

/** Which of the keys are there, whoever may see them. */
export async function livingNames(ctx: Pick<Ctx, 'db'>, kind: ChoiceKind, keys: string[]): Promise<string[]> {
  const { entity, value } = SOURCES[kind]
  const rows = every(entity, 'a process names units and roles, whoever deploys it')
  const found = await sql<Choice>`select ${value} as value from ${rows} r
    where r.is_deleted = 0 and ${value} = any(${keys}::text[])`.execute(ctx.db)
  return found.rows.map((row) => row.value)
}

/** Which of the keys the user may pick. */
export async function pickable(ctx: Ctx, kind: ChoiceKind, keys: string[]): Promise<Set<string>> {
  const { entity, value, condition } = SOURCES[kind]
  const found = await sql<{ value: string }>`select ${value} as value from ${visible(ctx, entity)} r
    where ${condition} and ${value} = any(${keys}::text[])`.execute(ctx.db)
  return new Set(found.rows.map((row) => row.value))
}
