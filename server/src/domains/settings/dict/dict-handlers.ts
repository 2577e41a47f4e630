import { dictBiz, dictChildList, dictParentList, dictTree } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { type DictOption, dictionary } from '@xueheng/contract/platform/dictionary.ts'
import {
  dict,
  sharedChildList,
  sharedDictionary,
  sharedParentList,
  sharedTree,
} from '@xueheng/contract/domains/settings/dict.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { listAll, listPage } from '../../../platform/rows/read.ts'
import { forest } from '../../../platform/rows/tree.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { assertUnused } from './dict-usage.ts'
import { type TenantDeps, assertManaging, inTenant } from '../../tenancy/index.ts'
import { every, into, visible } from '../../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const TENANTS = every(tenant, 'what all tenants share is written into each')

type Dictionary = typeof dictBiz | typeof dict

function parentList<E extends Dictionary>(entity: E, ctx: Ctx, input: Record<string, unknown>) {
  return listPage(entity, ctx, { ...input, parentId_equal: '0' })
}

/** Everything under a dictionary as a forest; without a parent nothing, as the family's screens ask with -1. */
async function childList<E extends Dictionary>(
  entity: E,
  ctx: Ctx,
  { parentId, code: _code, ...filters }: Record<string, unknown>,
) {
  if (!parentId || parentId === '-1') return []
  const parent = await sql<{
    code: string
  }>`select code from ${visible(ctx, entity)} d where id = ${parentId}`.execute(ctx.db)
  const found = parent.rows[0]
  if (!found) return []
  const rows = await listAll(entity, ctx, { ...filters, code_equal: found.code })
  return forest(
    rows.filter((row) => row.id !== parentId),
    (row) => String(row['parentId']),
  )
}

async function tree(entity: AnyEntity, ctx: Ctx, { code }: { code: string | null }) {
  const rows = await listAll(entity, ctx, code && code !== 'DICT' ? { code_equal: code } : {})
  const nodes = rows.map((row) => ({
    id: row.id,
    key: row.id,
    value: row.id,
    parentId: String(row['parentId'] ?? '0'),
    title: String(row['dictValue']),
  }))
  return forest(nodes, (node) => node.parentId)
}

async function options(entity: AnyEntity, ctx: Ctx, { code }: { code: string }) {
  const found = await sql<DictOption>`select id, parent_id, code, dict_key, dict_value, sort,
      coalesce(remark, '') as remark
    from ${visible(ctx, entity)} d where code = ${code} and coalesce(parent_id, 0) <> 0 and is_sealed = 0
    order by d.sort, d.id`.execute(ctx.db)
  return found.rows
}

/** What the shared dictionaries lack, the tenant's own may have. */
async function sharedOptions(ctx: Ctx, input: { code: string }) {
  const found = await options(dict, ctx, input)
  return found.length > 0 ? found : options(dictBiz, ctx, input)
}

export const dictHandlers = [
  implement(dictParentList, (ctx, input) => parentList(dictBiz, ctx, input)),
  implement(dictChildList, (ctx, input) => childList(dictBiz, ctx, input)),
  implement(dictTree, (ctx, input) => tree(dictBiz, ctx, input)),
  implement(dictionary, (ctx, input) => options(dictBiz, ctx, input)),
  implement(sharedParentList, (ctx, input) => parentList(dict, ctx, input)),
  implement(sharedChildList, (ctx, input) => childList(dict, ctx, input)),
  implement(sharedTree, (ctx, input) => tree(dict, ctx, input)),
  implement(sharedDictionary, sharedOptions),
]

/** In whose rows an entry may be found. */
type Everywhere = (ctx: Ctx, work: (ctx: Ctx) => Promise<void>) => Promise<void>

async function inEveryTenant(deps: TenantDeps, ctx: Ctx, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const tenants = await sql<{ id: string }>`select tenant_id as id from ${TENANTS} where is_deleted = 0`.execute(ctx.db)
  for (const { id } of tenants.rows) await inTenant(deps, ctx, id, work)
}

/** A top entry has the key -1; an entry below one takes its code and must have a key of its own. */
function dictHook<E extends Dictionary>(
  entity: E,
  guard: (ctx: Ctx) => void,
  everywhere: Everywhere = (ctx, work) => work(ctx),
) {
  const entries = every(entity, 'an entry stands where its parent does, whoever sees that')
  return hook<Dictionary>(entity, {
    async beforeSave(ctx, row, before) {
      guard(ctx)
      const parentId = before?.parentId ?? row.parentId ?? '0'
      if (!before) row.parentId = String(parentId) === '-1' ? '0' : String(parentId)
      if (String(parentId) === '0' || String(parentId) === '-1') {
        row.dictKey = '-1'
        return
      }
      const parents = await sql<{
        code: string
      }>`select code from ${entries} d where id = ${parentId} and is_deleted = 0`.execute(ctx.db)
      for (const { code } of parents.rows) row.code = code
      if (!before && !row.dictKey) throw refuse('请输入字典键值')
    },
    async afterSave(ctx, row, before) {
      if (before && before.code !== row.code && row.dictKey === '-1') {
        await sql`update ${into(entity)} set code = ${row.code} where code = ${before.code} and is_deleted = 0`.execute(
          ctx.db,
        )
      }
    },
    async afterRestore(ctx) {
      guard(ctx)
    },
    async beforeRemove(ctx, rows) {
      guard(ctx)
      for (const row of rows) await everywhere(ctx, (inside) => assertUnused(inside, row))
    },
  })
}

/** The shared dictionaries are changed by the managing tenant's administrators alone. */
export function dictHooks(deps: TenantDeps) {
  return [
    dictHook(dictBiz, () => undefined),
    dictHook(
      dict,
      (ctx) => assertManaging(deps, ctx),
      (ctx, work) => inEveryTenant(deps, ctx, work),
    ),
  ]
}
