import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Beyond, rolesBeyond, usersBeyond } from '../../rights/index.ts'
import { roomOf } from '../user-write.ts'
import { own } from '../../../platform/db/table.ts'
import { sysUser } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'

const everyDictBiz = every(dictBiz, 'words to pick from are everybody’s')
const everyDict = every(dict, 'words to pick from are everybody’s')

/** Name → ids: more than one where names occur twice. */
export type Names = Map<string, string[]>

/** What the cells of a workbook may speak of. */
export interface Known {
  roleId: Names
  deptId: Names
  postId: Names
  userType: Names
  sex: Names
  /** Account → id. */
  accounts: Map<string, string>
  /** Roles and accounts beyond the caller's rights, and what of them is. */
  beyond: Map<string, string>
  /** Accounts the tenant may still add; without a quota none is kept. */
  room: number
}

interface Named {
  id: string
  name: string
}

export async function loadKnown(ctx: Ctx, accounts: string[]): Promise<Known> {
  const roles = await read(
    ctx,
    sql`select id::text as id, role_name as name from ${visible(ctx, role)} r order by sort`,
  )
  const posts = await read(
    ctx,
    sql`select id::text as id, post_name as name from ${visible(ctx, post)} p order by sort`,
  )
  const users = await read(
    ctx,
    sql`select id::text as id, account as name from ${own(sysUser)} where is_deleted = 0 and account = any(${accounts})`,
  )
  return {
    roleId: namesOf(roles),
    deptId: await departments(ctx),
    postId: namesOf(posts),
    userType: await options(ctx, 'user_type'),
    sex: await options(ctx, 'sex'),
    accounts: new Map(users.map((user) => [user.name, user.id])),
    beyond: new Map(
      [...(await rolesBeyond(ctx, roles.map(idOf))), ...(await usersBeyond(ctx, users.map(idOf)))].map(entryOf),
    ),
    room: await roomOf(ctx),
  }
}

async function read(ctx: Ctx, query: ReturnType<typeof sql>): Promise<Named[]> {
  return ((await query.execute(ctx.db)) as { rows: Named[] }).rows
}

function namesOf(rows: Named[]): Names {
  const names: Names = new Map()
  for (const { name, id } of rows) names.set(name, [...(names.get(name) ?? []), id])
  return names
}

/** By name, and by the way from the top: 局/办公室. */
async function departments(ctx: Ctx): Promise<Names> {
  const ways = await read(
    ctx,
    sql`with recursive seen as (select id, parent_id, dept_name from ${visible(ctx, dept)} d), way as (
        select id, dept_name::text as name from seen s where not exists (select 1 from seen up where up.id = s.parent_id)
        union all select d.id, w.name || '/' || d.dept_name from seen d join way w on d.parent_id = w.id)
      select id::text as id, name from way order by name`,
  )
  const short = namesOf(ways.map(({ id, name }) => ({ id, name: name.split('/').at(-1) ?? name })))
  return new Map([...short, ...namesOf(ways)])
}

/** The tenant's own words before the shared ones. */
async function options(ctx: Ctx, code: string): Promise<Names> {
  const found = await read(
    ctx,
    sql`select dict_key as id, dict_value as name from ${everyDictBiz}
        where code = ${code} and is_deleted = 0 and is_sealed = 0 and coalesce(parent_id, 0) <> 0
      union select dict_key, dict_value from ${everyDict}
        where code = ${code} and is_deleted = 0 and is_sealed = 0 and coalesce(parent_id, 0) <> 0`,
  )
  return namesOf(found)
}

function idOf({ id }: Named): string {
  return id
}

function entryOf({ id, excess }: Beyond): [string, string] {
  return [id, excess.join('；')]
}
