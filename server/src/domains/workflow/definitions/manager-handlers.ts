import { readFile } from 'node:fs/promises'
import * as call from '@xueheng/contract/domains/workflow/definition.ts'
import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx, Upload } from '../../../platform/ctx.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import { requireCategory } from './categories.ts'
import { deployed, startables } from './definition-lists.ts'
import { type DeployDeps, assertOwner, deployFor } from './owners.ts'
import { type ProcessFile, checkFile, readyFile } from './process-file.ts'
import { checkPeople } from './check-people.ts'
import { assertPages } from './startable.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition, wfDeployment } from '../tables.ts'

export function managerHandlers(deps: DeployDeps): Implementation[] {
  return [
    implement(call.startList, startables),
    implement(call.managerList, deployed),
    implement(call.changeState, (ctx, input) => changeState(deps, ctx, input.processId, input.state)),
    implement(call.deployUpload, (ctx, input, { uploads }) => deployUploads(deps, ctx, input, uploads)),
    implement(call.checkUpload, async (ctx, _input, { uploads }) => ({ files: await report(ctx, uploads) })),
    implement(call.deleteDeployment, (ctx, { deploymentIds }) => remove(deps, ctx, partsOf(deploymentIds))),
  ]
}

async function filesOf(uploads: Upload[]): Promise<ProcessFile[]> {
  return Promise.all(uploads.map(async ({ name, path }) => ({ name, xml: await readFile(path, 'utf8') })))
}

async function report(ctx: Ctx, uploads: Upload[]): Promise<call.FileReport[]> {
  const reports: call.FileReport[] = []
  for (const file of await filesOf(uploads)) {
    const { model, faults, warnings } = await checkFile(file)
    reports.push({
      name: file.name,
      key: model.key,
      title: model.name,
      faults: [...faults, ...(await checkPeople(ctx, model))],
      warnings,
    })
  }
  return reports
}

/** All files or none. */
async function deployUploads(
  deps: DeployDeps,
  ctx: Ctx,
  input: { category: string | null; tenantIds: string | null },
  uploads: Upload[],
): Promise<void> {
  const category = await requireCategory(ctx.db, input.category)
  const files = []
  for (const file of await filesOf(uploads)) files.push(await readyFile(file))
  const keys = files.map(({ model }) => model.key)
  const twice = keys.find((key, i) => keys.indexOf(key) !== i)
  if (twice) throw refuse(`流程标识「${twice}」在所选文件里出现了两次`)
  await assertPages(ctx.db, category, files)
  await deployFor(deps, ctx, input.tenantIds, { files, category, source: 'upload' })
  await logOperation(ctx, call.deployUpload.name, call.deployUpload.title, {
    after: { keys, category, tenantIds: input.tenantIds },
  })
}

const ACTIONS = new Map([
  ['active', 'activate'],
  ['suspend', 'suspend'],
] as const)

/** The text of the answer is shown as it is. */
async function changeState(deps: DeployDeps, ctx: Ctx, processId: string, state: string) {
  const action = ACTIONS.get(state as 'active')
  if (!action) throw refuse('状态只能是激活或挂起')
  const found = await sql<{ owner: string; name: string }>`select owner_tenant as owner, name from ${own(wfDefinition)}
    where id = ${checkId(processId)}`.execute(ctx.db)
  const definition = found.rows[0]
  if (!definition) throw new AppError('row.notFound')
  assertOwner(deps, ctx, definition.owner)
  await transition(ctx, definitionStates, stateRow(wfDefinition, processId, 'suspensionState'), action)
  const { name } = definition
  await logOperation(ctx, call.changeState.name, call.changeState.title, { rowId: processId, after: { name, state } })
  return {
    code: 200,
    success: true,
    data: {},
    msg: `流程「${name}」已${definitionStates.actions[action].title}`,
  }
}

/** What runs, or ever ran, keeps its drawing. */
async function remove(deps: DeployDeps, ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids.map(checkId)) {
    const found = await sql<{ owner: string; name: string }>`select p.owner_tenant as owner, d.name
      from ${own(wfDeployment)} p join ${own(wfDefinition)} d on d.deployment_id = p.id where p.id = ${id} for update`.execute(
      ctx.db,
    )
    const deployment = found.rows[0]
    if (!deployment) throw new AppError('row.notFound')
    assertOwner(deps, ctx, deployment.owner)
    await removeUnused(ctx, id, deployment.name)
    const { name, title } = call.deleteDeployment
    await logOperation(ctx, name, title, { rowId: id, before: { name: deployment.name } })
  }
}

const IN_USE = '23503'

/** Instances of all tenants count, also those this one cannot see. */
async function removeUnused(ctx: Ctx, id: string, name: string): Promise<void> {
  try {
    await sql`delete from ${own(wfDeployment)} where id = ${id}`.execute(ctx.db)
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE) throw error
    throw conflict(`流程「${name}」已有流程实例，不能删除；不再使用可以挂起`)
  }
}
