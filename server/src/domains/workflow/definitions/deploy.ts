import { sql } from 'kysely'
import { lockKey } from '../../../platform/db/pool.ts'
import { nextId } from '../../../platform/db/id.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import type { ReadyFile } from './process-file.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDeployment, wfDefinition } from '../tables.ts'

export interface Deployment {
  files: ReadyFile[]
  /** Key in dictionary `flow`. */
  category: string
  /** Tenant the processes are for; empty for all. */
  owner: string
  source: 'model' | 'upload' | 'seed'
  modelId?: string
}

/** One deployment per file: the next version of its key. What runs goes on by the version it was started with. */
export async function deploy(ctx: FlowCtx, deployment: Deployment): Promise<void> {
  for (const file of deployment.files) await deployFile(ctx, deployment, file)
}

async function deployFile(ctx: FlowCtx, deployment: Deployment, file: ReadyFile): Promise<void> {
  const { category, owner, source, modelId } = deployment
  const { model } = file
  await lockKey(ctx.db, `wf_definition:${owner}:${model.key}`)
  const id = nextId()
  await sql`insert into ${own(wfDeployment)} (id, owner_tenant, name, category, source, model_id, deploy_user)
    values (${id}, ${owner}, ${file.name}, ${category}, ${source}, ${modelId ?? null}, ${ctx.user.id || null})`.execute(
    ctx.db,
  )
  await sql`insert into ${own(wfDefinition)} (id, owner_tenant, deployment_id, key, name, version, category, description,
      resource_name, xml, compiled)
    select ${nextId()}, ${owner}, ${id}, ${model.key}, ${model.name}, coalesce(max(version), 0) + 1, ${category},
      ${model.description}, ${file.name}, ${file.xml}, ${JSON.stringify(model)}::jsonb
    from ${own(wfDefinition)} where owner_tenant = ${owner} and key = ${model.key}`.execute(ctx.db)
}
