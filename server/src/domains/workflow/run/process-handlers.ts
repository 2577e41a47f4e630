import { followList } from '@xueheng/contract/domains/workflow/follow.ts'
import { approverList, historyFlowList, modelView } from '@xueheng/contract/domains/workflow/process.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { following } from './follow.ts'
import { history, view } from './history.ts'
import { visible } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const MOST_APPROVERS = 50

export function processHandlers(): Implementation[] {
  return [
    implement(historyFlowList, (ctx, { processInstanceId }) => history(ctx, processInstanceId)),
    implement(modelView, view),
    implement(followList, following),
    implement(approverList, (ctx, { keyword }) => approvers(ctx, keyword ?? '')),
  ]
}

interface Approver {
  id: string
  account: string
  name: string
}

/** Nobody approves what he asked for himself. */
async function approvers(ctx: Ctx, keyword: string): Promise<Approver[]> {
  const found =
    await sql<Approver>`select u.id::text, u.account, coalesce(u.name, '') as name from ${visible(ctx, user)} u
    where u.status = 1 and u.id <> ${ctx.user.id}
      and (strpos(u.account, ${keyword}) > 0 or strpos(coalesce(u.name, ''), ${keyword}) > 0)
    order by u.account limit ${MOST_APPROVERS}`.execute(ctx.db)
  return found.rows
}
