import * as call from '@xueheng/contract/domains/workflow/model.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { assertHolds } from '../../tenancy/index.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { readBpmn } from '../engine/read-bpmn.ts'
import { categoryKey, requireCategory } from './categories.ts'
import { type DeployDeps, deployFor } from './owners.ts'
import { assertPages } from './startable.ts'
import { checkPeople } from './check-people.ts'
import { checkFile, readyFile } from './process-file.ts'
import { own } from '../../../platform/db/table.ts'
import { wfModel } from '../tables.ts'

export function modelHandlers(deps: DeployDeps): Implementation[] {
  return [
    implement(call.modelList, (ctx, { query }) => listOf(ctx, call.modelList, query, MODELS)),
    implement(call.modelDetail, (ctx, { id }) => detail(ctx, id)),
    implement(call.modelSubmit, submit),
    implement(call.modelCheck, (ctx, { modelEditorXml }) => check(ctx, modelEditorXml)),
    implement(call.modelRemove, (ctx, { ids }) => remove(ctx, partsOf(ids))),
    implement(call.modelDeploy, (ctx, input) => deployModel(deps, ctx, input)),
  ]
}

const COLUMNS = sql`id::text as id, model_key, name, coalesce(category, '') as category,
  coalesce(description, '') as description, version, created, last_updated, 0 as model_type,
  tenant_id`

const MODELS = sql`(select ${COLUMNS}, created as create_time from ${own(wfModel)})`

type Model = { id: string } & NonNullable<Output<typeof call.modelDetail>>

async function detail(ctx: Ctx, id: string): Promise<Model> {
  const found = await sql<Model>`select ${COLUMNS}, model_editor_xml from ${own(wfModel)}
    where id = ${checkId(id)}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  return row
}

/** A drawing may be kept while it is not yet fit to run; what it says of key and name counts. */
async function submit(ctx: Ctx, input: Input<typeof call.modelSubmit>): Promise<Model> {
  assertHolds(ctx, input.id ? 'flow_model_update' : 'flow_model_create')
  const { model, faults } = await readBpmn(input.modelEditorXml)
  if (model.key === '') throw refuse(faults[0] ?? '文件里没有可执行的流程')
  if (model.key.length > 64) throw refuse('模型标识不能超过64个字符')
  await assertFree(ctx, model.key, input.id ?? '0')
  const category = categoryKey(input.category) && (await requireCategory(ctx.db, input.category))
  const values = {
    key: model.key,
    name: model.name.slice(0, 100),
    category,
    description: (input.description ?? model.description).slice(0, 500),
  }
  const id = input.id ? checkId(input.id) : nextId()
  if (input.id) {
    const changed = await sql`update ${own(wfModel)} set model_key = ${values.key}, name = ${values.name},
      category = coalesce(nullif(${values.category}, ''), category), description = ${values.description},
      model_editor_xml = ${input.modelEditorXml}, version = version + 1,
      last_updated = date_trunc('second', localtimestamp) where id = ${id}
        and version = coalesce(${input.version}::int, version) returning 1`.execute(ctx.db)
    if (changed.rows.length === 0) {
      await detail(ctx, id)
      throw new AppError('row.stale')
    }
  } else {
    await sql`insert into ${own(wfModel)} (id, tenant_id, model_key, name, category, description, model_editor_xml, create_user)
      values (${id}, ${ctx.user.tenantId}, ${values.key}, ${values.name}, nullif(${values.category}, ''),
        ${values.description}, ${input.modelEditorXml}, ${ctx.user.id})`.execute(ctx.db)
  }
  const kept = await detail(ctx, id)
  const { modelKey, name, version } = kept
  await logOperation(ctx, call.modelSubmit.name, call.modelSubmit.title, {
    rowId: id,
    after: { modelKey, name, version },
  })
  return kept
}

async function assertFree(ctx: Ctx, key: string, id: string): Promise<void> {
  const found = await sql`select 1 from ${own(wfModel)} where model_key = ${key} and id <> ${checkId(id)}`.execute(
    ctx.db,
  )
  if (found.rows.length > 0) throw new AppError('row.exists', { labels: '模型标识' })
}

/** What would stand in the way of a deployment, and what may have been overlooked. */
async function check(ctx: Ctx, xml: string): Promise<Output<typeof call.modelCheck>> {
  const { model, faults, warnings } = await checkFile({ name: 'model.bpmn', xml })
  return { faults: [...faults, ...(await checkPeople(ctx, model))], warnings }
}

/** What was deployed from a model stays. */
async function remove(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const gone = await sql<{ id: string; modelKey: string; name: string }>`delete from ${own(wfModel)}
    where id = any(${ids.map(checkId)}::bigint[]) returning id::text, model_key, name`.execute(ctx.db)
  if (gone.rows.length !== new Set(ids).size) throw new AppError('row.notFound')
  for (const { id, ...before } of gone.rows)
    await logOperation(ctx, call.modelRemove.name, call.modelRemove.title, { rowId: id, before })
}

async function deployModel(deps: DeployDeps, ctx: Ctx, input: Input<typeof call.modelDeploy>): Promise<void> {
  const row = await detail(ctx, input.modelId)
  const category = await requireCategory(ctx.db, input.category || row.category)
  const file = await readyFile({ name: `${row.modelKey}.bpmn20.xml`, xml: row.modelEditorXml ?? '' })
  await assertPages(ctx.db, category, [file])
  await deployFor(deps, ctx, input.tenantIds, { files: [file], category, source: 'model', modelId: row.id })
  const { modelKey, name, version } = row
  await logOperation(ctx, call.modelDeploy.name, call.modelDeploy.title, {
    rowId: row.id,
    after: { modelKey, name, version, category, tenantIds: input.tenantIds },
  })
}
