import * as call from '@xueheng/contract/domains/school/user-unit.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { withinRights } from '../rights/index.ts'
import { findSchool } from './schools.ts'
import { own } from '../../platform/db/table.ts'
import { userDeptRole } from './tables.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'

const CLASSES = every(schoolClasses, 'whether a class belongs to a school')

type Link = NonNullable<Output<typeof call.unitDetail>>

const selectLinks = (ctx: Ctx) => sql`select l.id, l.user_id, l.role_alias, l.dept_uscc, l.area_code,
    l.class_codes, coalesce(s.school_name, '') as school_name, u.account, u.name,
    l.create_user, l.create_dept, l.create_time, l.update_user, l.update_time, 1 as status, 0 as is_deleted
  from ${own(userDeptRole)} l join ${visible(ctx, user)} u on u.id = l.user_id
    left join ${visible(ctx, basicSchool)} s on s.school_code = l.dept_uscc
  where l.is_deleted = 0`

export function userUnitHandlers(sessions: Sessions): Implementation[] {
  const changed = (ctx: Ctx): void => ctx.afterwards(() => sessions.changed())
  return [
    implement(call.unitList, async (ctx, { userId }) => {
      const rows = await linksOf(ctx, userId)
      return pageOf(rows, rows.length, { current: 1, size: Math.max(rows.length, 1) })
    }),
    implement(call.unitDetail, async (ctx, { id }) => {
      const found = await sql<Link>`${selectLinks(ctx)} and ${inSight(ctx)} and l.id = ${checkId(id)}`.execute(ctx.db)
      return found.rows[0] ?? null
    }),
    implement(call.unitSubmit, async (ctx, input) => {
      changed(ctx)
      return save(ctx, input)
    }),
    implement(call.unitRemove, async (ctx, { ids }) => {
      changed(ctx)
      await remove(ctx, partsOf(ids))
    }),
    implement(call.unitRemoveBy, async (ctx, { userId, deptUscc, roleAlias }) => {
      changed(ctx)
      const links = (await linksOf(ctx, userId)).filter(
        (link) => link.deptUscc === deptUscc && (!roleAlias || link.roleAlias === roleAlias),
      )
      await remove(
        ctx,
        links.map((link) => link.id),
      )
    }),
    implement(call.unitAliases, (ctx, { userId }) => linksOf(ctx, userId)),
    implement(call.schoolsOfUser, async (ctx, { userId, roleAlias }) => {
      const links = (await linksOf(ctx, userId)).filter(
        (link) => link.deptUscc && (!roleAlias || link.roleAlias === roleAlias),
      )
      return links.map((link) => ({
        schoolCode: link.deptUscc,
        schoolName: link.schoolName,
        roleAlias: link.roleAlias,
      }))
    }),
    implement(call.schoolAdmins, async (ctx, { id }) => {
      const found = await sql<Link>`${selectLinks(ctx)} and ${inSight(ctx)} and l.role_alias = 'school'
        and (s.school_code = ${id} or s.id::text = ${id}) order by l.id`.execute(ctx.db)
      return found.rows
    }),
  ]
}

/** The links a caller may know of: those within the own sight. */
function inSight({ scope }: Ctx): RawBuilder<unknown> {
  switch (scope.level) {
    case 'all':
      return sql`true`
    case 'area':
      return sql`coalesce(l.area_code, s.area_code) = any(${scope.areaCodes})`
    case 'school':
      return sql`l.dept_uscc = any(${scope.schoolCodes})`
    case 'class':
      return sql`false`
  }
}

async function linksOf(ctx: Ctx, userId: string): Promise<Link[]> {
  const found =
    await sql<Link>`${selectLinks(ctx)} and ${inSight(ctx)} and l.user_id = ${checkId(userId)} order by l.id`.execute(
      ctx.db,
    )
  return found.rows
}

async function find(ctx: Ctx, id: string): Promise<Link | undefined> {
  const found = await sql<Link>`${selectLinks(ctx)} and l.id = ${checkId(id)}`.execute(ctx.db)
  return found.rows[0]
}

type UnitLink = Pick<Link, 'userId' | 'roleAlias' | 'deptUscc' | 'areaCode' | 'classCodes'>

interface LinkInput {
  id: string | null
  userId: string | null
  roleAlias: string | null
  deptUscc: string | null
  areaCode: string | null
  classCodes: string[] | null
}

/** A body names only what it changes; what the kind of work needs must be there in the end. */
async function save(ctx: Ctx, input: LinkInput): Promise<Link> {
  const before = input.id ? await find(ctx, input.id) : undefined
  if (input.id && !before) throw new AppError('row.notFound')
  if (before) assertInSight(ctx, before)
  const link = {
    userId: before?.userId ?? input.userId ?? '',
    roleAlias: input.roleAlias ?? before?.roleAlias ?? '',
    deptUscc: input.deptUscc ?? before?.deptUscc ?? null,
    areaCode: input.areaCode ?? before?.areaCode ?? null,
    classCodes: input.classCodes ?? before?.classCodes ?? [],
  }
  await assertWhole(ctx, link)
  assertInSight(ctx, link)
  if (link.areaCode && link.areaCode !== before?.areaCode) await assertArea(ctx, link)
  const id = before?.id ?? nextId()
  await withinRights(ctx, { users: [link.userId] }, () => keep(ctx, id, link))
  const after = (await find(ctx, id)) as Link
  await logOperation(ctx, 'userUnit.submit', '保存用户单位', {
    entity: 'userDeptRole',
    rowId: id,
    before: before && { ...before },
    after: { ...after },
  })
  return after
}

async function keep(ctx: Ctx, id: string, link: UnitLink): Promise<void> {
  await sql`insert into ${own(userDeptRole)} (id, tenant_id, user_id, role_alias, dept_uscc, area_code, class_codes,
      create_user, create_dept, update_user)
    values (${id}, ${ctx.user.tenantId}, ${link.userId}, ${link.roleAlias}, ${link.deptUscc || null}, ${link.areaCode || null}, ${link.classCodes},
      ${ctx.user.id}, ${ctx.user.deptId || null}, ${ctx.user.id})
    on conflict (id) do update set role_alias = excluded.role_alias, dept_uscc = excluded.dept_uscc,
      area_code = excluded.area_code, class_codes = excluded.class_codes, update_user = excluded.update_user,
      update_time = localtimestamp(0)`.execute(ctx.db)
}

/** Whoever is removed works nowhere any more. */
export async function removeUnitsOf(ctx: Ctx, userIds: string[]): Promise<void> {
  await sql`update ${own(userDeptRole)} set is_deleted = 1 where user_id = any(${userIds}::bigint[])`.execute(ctx.db)
}

async function assertWhole(ctx: Ctx, link: UnitLink): Promise<void> {
  if (!link.roleAlias) throw refuse('请选择身份')
  const found = await sql`select 1 from ${visible(ctx, user)} u where u.id = ${checkId(link.userId)}`.execute(ctx.db)
  if (found.rows.length === 0) throw new AppError('row.notFound')
  if (link.roleAlias === 'area') {
    if (!link.areaCode) throw fault('areaCode', '请选择县区')
    return
  }
  if (!link.deptUscc) throw fault('deptUscc', '请选择学校')
  if (!(await findSchool(ctx, link.deptUscc))) throw fault('deptUscc', '学校不存在')
  const known = await sql<{ n: number }>`select count(*)::int as n from ${CLASSES}
    where is_deleted = 0 and school_code = ${link.deptUscc} and class_code = any(${link.classCodes})`.execute(ctx.db)
  if ((known.rows[0]?.n ?? 0) !== new Set(link.classCodes).size) throw fault('classCodes', '班级不属于该学校')
}

/** Nobody ties others to units beyond the own sight. */
function assertInSight({ scope }: Ctx, link: Pick<UnitLink, 'areaCode' | 'deptUscc'>): void {
  const isInside =
    scope.level === 'all' ||
    (scope.level === 'area' && scope.areaCodes.includes(link.areaCode ?? '')) ||
    (scope.level === 'school' && scope.schoolCodes.includes(link.deptUscc ?? ''))
  if (!isInside) throw new AppError('access.refused')
}

/** Nobody ties others to an area who looks after less than one; that of the school may be named. */
async function assertArea(ctx: Ctx, { roleAlias, areaCode, deptUscc }: UnitLink): Promise<void> {
  if (ctx.scope.level === 'all' || ctx.scope.level === 'area') return
  const school = await findSchool(ctx, deptUscc ?? '')
  if (roleAlias === 'area' || school?.areaCode !== areaCode) throw new AppError('access.refused')
}

async function remove(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids) {
    const link = await find(ctx, id)
    if (!link) throw new AppError('row.notFound')
    assertInSight(ctx, link)
    await withinRights(ctx, { users: [link.userId] }, () =>
      sql`update ${own(userDeptRole)} set is_deleted = 1 where id = ${id}`.execute(ctx.db),
    )
    await logOperation(ctx, 'userUnit.remove', '删除用户单位', {
      entity: 'userDeptRole',
      rowId: id,
      before: { ...link },
    })
  }
}
