import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import type { Db } from '../../../platform/ctx.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { type Category, categoriesOf } from './categories.ts'
import type { ReadyFile } from './process-file.ts'
import { type FlowModel, startFields } from '../engine/flow-model.ts'
import { FORM_PAGES, OWN_ROUTES } from '../run/pages.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition } from '../tables.ts'

interface Startable {
  id: string
  category: string
  model: FlowModel
}

/** A definition the user may start on the pages `route`. Throws a refusal when it rests or is of another kind. */
export async function startable(ctx: FlowCtx, id: string, route: string): Promise<Startable> {
  const found = await sql<{
    id: string
    name: string
    category: string
    state: number
    model: FlowModel
  }>`select id::text, name, category,
      suspension_state as state, compiled as model from ${own(wfDefinition)} where id = ${checkId(id)} for share`.execute(
    ctx.db,
  )
  const definition = found.rows[0]
  if (!definition) throw new AppError('row.notFound')
  if (definition.state !== definitionStates.states.active.value) throw conflict('流程已挂起')
  const category = (await categoriesOf(ctx.db)).get(definition.category)
  if (routeOf(category, definition.model) !== route) throw refuse(`流程「${definition.name}」不能在这个页面发起`)
  return definition
}

/** The pages of a process: those its category names, or the general form where it declares one. */
function routeOf(category: Category | undefined, model: FlowModel): string {
  if (category && OWN_ROUTES.includes(category.route)) return category.route
  return startFields(model).length > 0 ? FORM_PAGES.route : ''
}

/** Refuses a category whose pages do not fit a process: each needs a form, in its file or on pages of its own. */
export async function assertPages(db: Db, key: string, files: ReadyFile[]): Promise<void> {
  const category = (await categoriesOf(db)).get(key)
  const hasOwn = OWN_ROUTES.includes(category?.route ?? '')
  for (const { model } of files) {
    const hasForm = startFields(model).length > 0
    if (hasOwn && hasForm) {
      throw refuse(`流程类型「${category?.title}」有专用页面，不使用流程「${model.name}」里的表单，请选择其他流程类型`)
    }
    if (!hasOwn && !hasForm) {
      throw refuse(
        `流程「${model.name}」的开始事件没有表单字段，流程类型「${category?.title}」也没有专用页面，不能发起`,
      )
    }
  }
}
