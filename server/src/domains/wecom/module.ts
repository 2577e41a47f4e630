import { deptLazyTree, wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { pullCorp, pushCorp } from '@xueheng/contract/domains/wecom/sync.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { type Module, defineModule, hook, implement } from '../../platform/module.ts'
import { type Query, findOrRefuse, textOf } from '../../platform/rows/read.ts'
import { lazyNodes } from '../../platform/rows/tree.ts'
import { type CallbackDeps, callbackHandlers } from './callback.ts'
import { keysOf } from './client.ts'
import { conflictHandlers } from './conflicts.ts'
import { contactAccess } from './contact-rows.ts'
import { corpHooks } from './corp-hooks.ts'
import { deptHooks, rowIdOf } from './dept-hooks.ts'
import { eraseHandlers } from './erase.ts'
import { eraseJob } from './erase-job.ts'
import { followJob } from './follow-job.ts'
import { memberHooks } from './member-hooks.ts'
import { messageHandlers, messageHooks } from './messages.ts'
import { pullJob } from './pull-job.ts'
import { pushJob } from './push-job.ts'
import { adminHooks, contactHooks, parentHooks, studentHooks } from './people-hooks.ts'
import { countWaiting } from './push-rows.ts'
import { sendJob } from './send-job.ts'

/** Clients name a parent by its row, or by its number in the corp. */
const namedDeptHooks = hook(wecomDept, {
  ...deptHooks.hooks,
  around: async (ctx, input, work, action) =>
    work(ctx, action === 'lazy-list' || action === 'submit' ? await withParent(ctx, input) : input),
})

async function withParent(ctx: Ctx, input: Query): Promise<Query> {
  const parentId = textOf(input['parentId'])
  return parentId === '' ? input : { ...input, parentId: await rowIdOf(ctx, textOf(input['corpId']), parentId) }
}

/** Corps of a corporate messenger, and the directory of each as it stands there. */
export function wecomModule(deps: CallbackDeps): Module {
  const [pull, follow, send, push] = [pullJob(deps), followJob(deps), sendJob(deps), pushJob(deps)]
  const erase = eraseJob(deps)
  return defineModule({
    name: 'wecom',
    access: [contactAccess],
    handlers: [
      ...callbackHandlers(deps, follow),
      ...messageHandlers(deps, send),
      ...conflictHandlers,
      ...eraseHandlers(deps, erase),
      implement(pullCorp, async (ctx, { id }) => {
        const { corpId, corpName } = await findOrRefuse(wecomCorp, ctx, id)
        await keysOf(deps, ctx, corpId)
        return { jobId: await ctx.jobs.start(ctx, pull, { corpId, runId: nextId() }, `${corpName} 从企业微信同步`) }
      }),
      implement(pushCorp, async (ctx, { id }) => {
        const { corpId, corpName } = await findOrRefuse(wecomCorp, ctx, id)
        await keysOf(deps, ctx, corpId)
        if ((await countWaiting(ctx, corpId)) === 0) throw refuse('没有要推送的数据')
        return { jobId: await ctx.jobs.start(ctx, push, { corpId }, `${corpName} 推送到企业微信`) }
      }),
      implement(deptLazyTree, async (ctx, { corpId, parentId }) => {
        const above = await rowIdOf(ctx, corpId ?? '', parentId || '0')
        return lazyNodes(wecomDept, ctx, above, corpId ? { corpId_equal: corpId } : {})
      }),
    ],
    hooks: [corpHooks, namedDeptHooks, adminHooks, studentHooks, parentHooks, contactHooks, memberHooks, messageHooks],
    jobs: [pull, follow, send, push, erase],
  })
}
