import { SHOWN_REMOVED, eraseRemoved, listRemoved } from '@xueheng/contract/domains/wecom/erase.ts'
import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { partsOf } from '../../platform/comma-list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type WecomDeps, keysOf } from './client.ts'
import { KINDS, titleOf } from './conflicts.ts'
import type { ErasePayload } from './erase-job.ts'
import { type Removed, removedOf } from './removed.ts'

export function eraseHandlers(deps: WecomDeps, job: JobDefinition<ErasePayload>): Implementation[] {
  return [
    implement(listRemoved, async (ctx, { id }) => {
      const { corpId } = await findOrRefuse(wecomCorp, ctx, id)
      const all: Output<typeof listRemoved> = []
      for (const kind of KINDS)
        all.push(...(await removedOf(ctx, corpId, kind)).map((one) => ({ kind, ...shown(one) })))
      return all.slice(0, SHOWN_REMOVED)
    }),
    implement(eraseRemoved, async (ctx, input) => ({ jobId: await erase(deps, ctx, job, input) })),
  ]
}

function shown({ row }: Removed) {
  const child = row['studentUserid'] && row['parentUserid'] ? `（${String(row['studentUserid'])}）` : ''
  return { rowId: row.id, name: `${titleOf(row)}${child}`, text: String(row['syncError'] ?? '') }
}

/** Nothing there comes back: whoever does it types the name of the corp, and names the rows. */
async function erase(
  deps: WecomDeps,
  ctx: Ctx,
  job: JobDefinition<ErasePayload>,
  input: { id: string; ids: string; corpName: string },
): Promise<string> {
  const { corpId, corpName } = await findOrRefuse(wecomCorp, ctx, input.id)
  if (input.corpName.trim() !== corpName) throw fault('corpName', '企业名称不一致，请输入要删除数据的企业名称')
  const ids = [...new Set(partsOf(input.ids))]
  if (ids.length === 0) throw new AppError('request.noSelection')
  await keysOf(deps, ctx, corpId)
  if (ids.length > SHOWN_REMOVED) throw refuse(`一次最多删除${SHOWN_REMOVED}条`)
  let count = 0
  for (const kind of KINDS) count += (await removedOf(ctx, corpId, kind, ids)).length
  if (count === 0) throw refuse('选择的数据已不在平台上，请刷新')
  const after = { count, ids }
  await logOperation(ctx, eraseRemoved.name, eraseRemoved.title, { entity: wecomCorp.name, rowId: input.id, after })
  return ctx.jobs.start(ctx, job, { corpId, ids }, `${corpName} 从企业微信删除`)
}
