import { CATEGORY_PREFIX, managerList, startList } from '@xueheng/contract/domains/workflow/definition.ts'
import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { categoryKey, kindOf } from './categories.ts'
import { FORM_PAGES, OWN_ROUTES } from '../run/pages.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition } from '../tables.ts'

type ListInput = Input<typeof managerList>

/** The pages of a definition `d`, which has a category `k`; nothing where there are none. */
const ROUTE = sql`case when k.remark = any(${OWN_ROUTES}::text[]) then k.remark
  when jsonb_path_exists(d.compiled, '$.nodes.* ? (@.type == "startEvent" && exists(@.fields))') then ${FORM_PAGES.route}
  else '' end`

/** The latest version of each process, if it does not rest and there are pages to start it on. */
export function startables(ctx: Ctx, input: ListInput) {
  const isLatest = sql`d.suspension_state = ${definitionStates.states.active.value} and ${ROUTE} <> '' and not exists (
    select 1 from ${own(wfDefinition)} n where n.owner_tenant = d.owner_tenant and n.key = d.key and n.version > d.version)`
  return listOf(ctx, startList, input.query, definitions(input, isLatest))
}

export function deployed(ctx: Ctx, input: ListInput) {
  return listOf(ctx, managerList, input.query, definitions(input, sql`true`))
}

function definitions(input: ListInput, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const category = categoryKey(input.category)
  return sql`(select d.id::text as id, d.key, d.name, d.deployment_time, d.deployment_time as create_time,
      ${CATEGORY_PREFIX}::text || d.category as category, coalesce(k.dict_value, d.category) as category_name, d.version,
      d.owner_tenant as tenant_id, d.deployment_id::text as deployment_id, d.resource_name,
      '' as diagram_resource_name, d.description, d.suspension_state, ${ROUTE} as form_route
    from ${own(wfDefinition)} d ${kindOf(sql`d.category`)}
    where ${condition} and (${category} = '' or d.category = ${category})
      and (${input.mode}::int is null or (d.owner_tenant = '') = (${input.mode}::int = 1)))`
}
