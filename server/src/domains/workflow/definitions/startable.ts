import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { categoriesOf } from './categories.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition } from '../tables.ts'

/** A definition the user may start on the pages `route`. Throws a refusal when it rests or is of another kind. */
export async function startable(ctx: FlowCtx, id: string, route: string): Promise<{ id: string; category: string }> {
  const found = await sql<{
    id: string
    name: string
    category: string
    state: number
  }>`select id::text, name, category,
      suspension_state as state from ${own(wfDefinition)} where id = ${checkId(id)} for share`.execute(ctx.db)
  const definition = found.rows[0]
  if (!definition) throw new AppError('row.notFound')
  if (definition.state !== definitionStates.states.active.value) throw conflict('流程已挂起')
  const category = (await categoriesOf(ctx.db)).get(definition.category)
  if (category?.route !== route) throw refuse(`流程「${definition.name}」不能在这个页面发起`)
  return definition
}
