import type { Ctx, JobResult } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { type JobDefinition, defineJob } from '../../platform/jobs/jobs.ts'
import { type WecomDeps, keysOf } from './client.ts'
import { readAgain } from './follow-job.ts'
import type { Kind } from './item.ts'
import { pushAdmins, pushDepartments } from './push-departments.ts'
import { pushParents } from './push-parents.ts'
import { type Push, countWaiting } from './push-rows.ts'
import { pushStudents } from './push-students.ts'
import { placeRows } from './units.ts'

const STEPS: readonly { kind: Kind; title: string; work: (push: Push) => Promise<void> }[] = [
  { kind: 'dept', title: '部门', work: pushDepartments },
  { kind: 'admin', title: '管理员', work: pushAdmins },
  { kind: 'student', title: '学生', work: pushStudents },
  { kind: 'parent', title: '家长', work: pushParents },
]

/**
 * Brings what was made or changed here to the platform, one request after another: departments before those who are in
 * them, students before their parents. A row is in step once the platform has taken it; one it refuses says why, and is
 * tried again the next time. What is removed here stays there.
 */
export function pushJob(deps: WecomDeps): JobDefinition<{ corpId: string }> {
  return defineJob<{ corpId: string }>({
    name: 'wecom.push-directory',
    title: '推送到企业微信',
    singletonKey: ({ corpId }) => corpId,
    subject: ({ corpId }) => corpId,
    async run(ctx, { corpId }, progress) {
      const corp = await keysOf(deps, ctx, corpId)
      const total = await countWaiting(ctx, corpId)
      const push: Push = { ctx, deps, corp, runId: nextId(), report, pushed: 0, failed: 0, stale: new Map() }
      // A plain directory has departments alone; the platform takes their heads from nobody.
      for (const { kind, title, work } of STEPS.slice(0, corp.isSchool ? STEPS.length : 1)) {
        push.step = title
        await work(push)
        await readStale(deps, ctx, push, kind)
      }
      return progress.finish(async (inside): Promise<JobResult> => {
        await placeRows(inside, corpId)
        return { text: textOf(push), link: '/qyweixin/dept' }
      })

      async function report(): Promise<void> {
        await progress.report({ step: push.step ?? '', done: push.pushed + push.failed, total })
      }
    },
  })
}

/** What the platform has or lacks otherwise than was known is read: it is in step, or somebody decides. */
async function readStale(deps: WecomDeps, ctx: Ctx, { corp, stale }: Push, kind: Kind): Promise<void> {
  const isWhole = kind === 'dept' || kind === 'admin'
  const keys = [...(stale.get(kind) ?? [])]
  const asked = isWhole ? keys.slice(0, 1) : keys
  for (const key of asked) await readAgain(deps, ctx, corp, { kind: isWhole ? 'dept' : kind, key })
}

function textOf({ pushed, failed }: Push): string {
  return failed > 0 ? `推送${pushed}条，未成功${failed}条` : `推送${pushed}条`
}
