import { CATEGORY_PREFIX, type managerList } from '@xueheng/contract/domains/workflow/definition.ts'
import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { between } from '../between.ts'
import { categoryKey, kindOf } from './categories.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition } from '../tables.ts'

type ListInput = Input<typeof managerList>
type DefinitionPage = Output<typeof managerList>

/** The latest version of each process, if it does not rest. */
export function startables(ctx: Ctx, input: ListInput): Promise<DefinitionPage> {
  const isLatest = sql`d.suspension_state = ${definitionStates.states.active.value} and not exists (
    select 1 from ${own(wfDefinition)} n where n.owner_tenant = d.owner_tenant and n.key = d.key and n.version > d.version)`
  return page(ctx, input, isLatest)
}

export function deployed(ctx: Ctx, input: ListInput): Promise<DefinitionPage> {
  return page(ctx, input, sql`true`)
}

async function page(ctx: Ctx, input: ListInput, condition: RawBuilder<unknown>): Promise<DefinitionPage> {
  const paging = { current: input.current ?? 1, size: input.size ?? 10 }
  const category = categoryKey(input.category)
  const from = sql`from ${own(wfDefinition)} d
      ${kindOf(sql`d.category`)}
    where ${condition} and (${category} = '' or d.category = ${category})
      and strpos(d.name, ${input.name ?? ''}) > 0 and strpos(d.key, ${input.key ?? ''}) > 0
      and (${input.mode}::int is null or (d.owner_tenant = '') = (${input.mode}::int = 1))
      and ${between(sql`d.deployment_time`, input)}`
  const rows = await sql<DefinitionPage['records'][number]>`select d.id::text, d.key, d.name,
      ${CATEGORY_PREFIX}::text || d.category as category, coalesce(k.dict_value, d.category) as category_name, d.version,
      d.owner_tenant as tenant_id, d.deployment_id::text as deployment_id, d.resource_name,
      '' as diagram_resource_name, d.description, d.suspension_state,
      d.deployment_time, coalesce(k.remark, '') as form_route
    ${from} order by d.deployment_time desc, d.id desc
    limit ${paging.size} offset ${(paging.current - 1) * paging.size}`.execute(ctx.db)
  const count = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db)
  return pageOf(rows.rows, count.rows[0]?.n ?? 0, paging)
}
