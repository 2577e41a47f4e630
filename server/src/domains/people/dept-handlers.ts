import { dept, deptLazyTree, deptSelect } from '@xueheng/contract/domains/people/dept.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import { listAll } from '../../platform/rows/read.ts'
import { lazyList } from '../../platform/rows/tree.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { narrowedEntities } from '../rights/index.ts'
import { type TenantDeps, assertHolds, whereRowsAre } from '../tenancy/index.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'
import { every, into, visible } from '../../platform/access/doors.ts'

const everyDept = every(dept, 'where a department stands does not depend on who sees the one above')

export function deptHandlers(deps: TenantDeps): Implementation[] {
  return [
    implement(deptLazyTree, (ctx, { parentId, tenantId }) =>
      whereRowsAre(deps, ctx, dept, { tenantId }, (inside) => lazyNodes(inside, parentId)),
    ),
    implement(deptSelect, select),
  ]
}

async function lazyNodes(ctx: Ctx, parentId: string | null) {
  const rows = await lazyList(dept, ctx, { parentId: parentId || '0' })
  return rows.map((row) => ({
    id: row.id,
    parentId: String(row['parentId'] ?? '0'),
    title: String(row['deptName']),
    key: row.id,
    value: row.id,
    hasChildren: row['hasChildren'] === true,
  }))
}

async function select(ctx: Ctx, { userId, deptId }: { userId: string | null; deptId: string | null }) {
  if (userId && userId !== ctx.user.id) assertHolds(ctx, 'user_view')
  const rows = await listAll(dept, ctx, {})
  if (!userId && !deptId) return rows
  const held = userId
    ? await sql<{
        ids: string[]
      }>`select dept_ids::text[] as ids from ${visible(ctx, user)} u where id::text = ${userId}`.execute(ctx.db)
    : undefined
  const ids = held ? (held.rows[0]?.ids ?? []) : partsOf(deptId)
  return rows.filter((row) => ids.includes(row.id))
}

async function ancestorsBelow(ctx: Ctx, parentId: string): Promise<string> {
  if (parentId === '0') return '0'
  const found = await sql<{
    ancestors: string | null
  }>`select ancestors from ${everyDept} where id = ${parentId} and is_deleted = 0`.execute(ctx.db)
  if (!found.rows[0]) throw refuse('上级机构不存在')
  return `${found.rows[0].ancestors ?? '0'},${parentId}`
}

/** Where a department stands decides what people see: not for those who see only some rows themselves. */
function assertNotNarrowed(ctx: Ctx): void {
  if (ctx.user.isAdministrator || narrowedEntities(ctx).length === 0) return
  throw new AppError({ status: 403, text: '机构的上下级决定数据权限，您只看到部分数据，不能移动或恢复机构' })
}

export function deptHooks(deps: TenantDeps & { sessions: Sessions }): EntityHooks[] {
  return [
    hook(dept, {
      around: (ctx, input, work) => whereRowsAre(deps, ctx, dept, input, work),
      async beforeSave(ctx, row, before) {
        row.parentId = (row.parentId ?? before?.parentId) || '0'
        if (before && before.parentId !== row.parentId) assertNotNarrowed(ctx)
        row.ancestors = await ancestorsBelow(ctx, row.parentId)
      },
      async afterSave(ctx, row, before) {
        if (before?.ancestors === row.ancestors) return
        // What lies below a department decides which rows its people see.
        ctx.afterwards(() => deps.sessions.changed())
        if (!before) return
        const [old, next] = [`${before.ancestors},${row.id}`, `${row.ancestors},${row.id}`]
        await sql`update ${into(dept)} set ancestors = ${next} || substr(ancestors, ${old.length + 1})
          where ancestors = ${old} or ancestors like ${`${old},%`}`.execute(ctx.db)
      },
      async afterRestore(ctx) {
        assertNotNarrowed(ctx)
      },
      async beforeRemove(ctx, rows) {
        const ids = rows.map((row) => row.id)
        const used =
          await sql`select 1 from ${own(sysUser)} where is_deleted = 0 and dept_ids && ${ids}::bigint[] limit 1`.execute(
            ctx.db,
          )
        if (used.rows.length > 0) throw refuse('机构下还有用户，不能删除')
      },
    }),
    hook(post, {
      around: (ctx, input, work) => whereRowsAre(deps, ctx, post, input, work),
      async beforeRemove(ctx, rows) {
        const ids = rows.map((row) => row.id)
        const used =
          await sql`select 1 from ${own(sysUser)} where is_deleted = 0 and post_ids && ${ids}::bigint[] limit 1`.execute(
            ctx.db,
          )
        if (used.rows.length > 0) throw refuse('岗位下还有用户，不能删除')
      },
    }),
  ]
}
