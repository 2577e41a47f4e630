import type { CrudAction, CrudCall } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { Ctx } from '../ctx.ts'
import { fault, faults } from '../error.ts'
import type { Hooks } from '../module.ts'
import { exportEntity } from './export.ts'
import { maskRows, withoutMasked } from '../access/mask.ts'
import { findBy, findRow, listAll, listPage, type Query, textOf } from './read.ts'
import { reveal } from '../access/reveal.ts'
import type { StoredRow } from './rows.ts'
import { lazyList, listForest, nodes } from './tree.ts'
import { remove, restore, submit } from './write.ts'
import { partsOf } from '../comma-list.ts'

export type CrudHandler = (ctx: Ctx, input: Query) => Promise<unknown>

/** What each derived call does. The input is raw: lists filter by it, submits parse it against the entity. */
const HANDLERS = {
  list: async (entity, ctx, query) => {
    if (entity.tree) return masked(entity, await listForest(entity, ctx, query))
    const page = await listPage(entity, ctx, query)
    return { ...page, records: masked(entity, page.records) }
  },
  detail: async (entity, ctx, query) => {
    const row = query['id'] ? await findRow(entity, ctx, textOf(query['id'])) : await findBy(entity, ctx, query)
    return row ? masked(entity, [row])[0] : null
  },
  submit: async (entity, ctx, body, hooks) => masked(entity, [await submit(entity, ctx, body, hooks)])[0],
  remove: (entity, ctx, query, hooks) => remove(entity, ctx, idsOf(query), hooks),
  restore: (entity, ctx, query, hooks) => restore(entity, ctx, idsOf(query), hooks),
  export: (entity, ctx, query) => exportEntity(entity, ctx, query),
  reveal: (entity, ctx, query) => reveal(entity, ctx, query),
  listall: async (entity, ctx, query) => masked(entity, await listAll(entity, ctx, query)),
  select: async (entity, ctx, query) => masked(entity, await listAll(entity, ctx, ofOwnTenant(ctx, query))),
  tree: (entity, ctx, query) => nodes(entity, ctx, ofOwnTenant(ctx, query)),
  'lazy-tree': async (entity, ctx, query) => masked(entity, await lazyList(entity, ctx, query)),
  'lazy-list': async (entity, ctx, query) => masked(entity, await lazyList(entity, ctx, query)),
  update: () => Promise.reject(new Error('update is registered as submit')),
  save: () => Promise.reject(new Error('save is registered as submit')),
} satisfies Record<CrudAction, (entity: AnyEntity, ctx: Ctx, input: Query, hooks: Hooks) => Promise<unknown>>

function masked(entity: AnyEntity, rows: StoredRow[]): StoredRow[] {
  return maskRows(entity.fields, rows)
}

/** The query without the tenant it names, which is the own one. */
function ofOwnTenant({ user }: Ctx, { tenantId, ...query }: Query): Query {
  if (tenantId && tenantId !== user.tenantId) throw fault('tenantId', OTHER_TENANT)
  return query
}

const OTHER_TENANT = '租户编号：只能查询本租户的数据'

/** `ids` is a comma list in the query, may stand in the body, or is the body itself. */
export function idsOf(query: Query): string[] {
  const given = query['ids'] ?? query['items']
  if (typeof given === 'string') return partsOf(given)
  return Array.isArray(given) ? given.map((id) => textOf(id).trim()).filter(Boolean) : []
}

export function crudHandler(call: CrudCall, entity: AnyEntity, hooks: Hooks): CrudHandler {
  const run = (ctx: Ctx, input: Query): Promise<unknown> => HANDLERS[call.action](entity, ctx, input, hooks)
  return async (ctx, input) => {
    const answer = hooks.around
      ? await hooks.around(ctx, input, (inside, changed = input) => run(inside, changed), call.action)
      : await run(ctx, input)
    return hooks.present ? hooks.present(ctx, answer) : answer
  }
}

/** Checks the input of a hand-written call and answers its clean values. */
export function parseInput(call: { input: CrudCall['input'] }, input: Query): Query {
  const parsed = parseFields(call.input, withoutMasked(call.input, input))
  if (parsed.ok) return parsed.value as Query
  throw faults(parsed.problems)
}
