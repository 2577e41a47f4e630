import { followList } from '@xueheng/contract/domains/workflow/follow.ts'
import { approverList, historyFlowList, modelView } from '@xueheng/contract/domains/workflow/process.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { following } from './follow.ts'
import { history, view } from './history.ts'
import { every } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyUser = every(user, '?')

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
  const found = await sql<Approver>`select id::text, account, coalesce(name, '') as name from ${everyUser}
    where is_deleted = 0 and status = 1 and id <> ${ctx.user.id}
      and (strpos(account, ${keyword}) > 0 or strpos(coalesce(name, ''), ${keyword}) > 0)
    order by account limit ${MOST_APPROVERS}`.execute(ctx.db)
  return found.rows
}
