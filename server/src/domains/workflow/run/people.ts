import { role } from '@xueheng/contract/domains/rights/role.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { conflict } from '../../../platform/error.ts'
import type { OpenedTask } from '../engine/state.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { wfTaskCandidate } from '../tables.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const ACCOUNTS = every(user, 'who is to act does not depend on whom the one before looks after')
const ROLES = every(role, 'what somebody may claim does not depend on the roles he looks after')

/** Who may take a step: the one it is given to, or those who may claim it. */
export interface TaskPeople {
  assignee: string | null
  candidates: { kind: 'user' | 'group'; value: string }[]
  /** All of them, to be told. */
  userIds: string[]
}

/** Processes write a user as id or account, a group as role alias, department or post. */
export async function peopleFor(ctx: FlowCtx, task: OpenedTask): Promise<TaskPeople> {
  if (task.assignee !== '') {
    const assignee = await requireUser(ctx, task, task.assignee)
    return { assignee, candidates: [], userIds: [assignee] }
  }
  const users: string[] = []
  for (const name of task.candidateUsers) users.push(await requireUser(ctx, task, name))
  const members = await membersOf(ctx, task.candidateGroups)
  if (users.length + members.length === 0) {
    throw conflict(`步骤「${task.name}」的候选组（${task.candidateGroups.join('、')}）还没有成员，请联系管理员分配角色`)
  }
  return {
    assignee: null,
    candidates: [
      ...users.map((value) => ({ kind: 'user' as const, value })),
      ...task.candidateGroups.map((value) => ({ kind: 'group' as const, value })),
    ],
    userIds: [...new Set([...users, ...members])],
  }
}

/** Other programs of this family write `taskUser_<id>`. */
const PREFIX = /^taskUser_/
const ID = /^\d{1,18}$/

async function requireUser(ctx: FlowCtx, task: OpenedTask, name: string): Promise<string> {
  const plain = name.replace(PREFIX, '')
  const asId = ID.test(plain) ? plain : null
  const found = await sql<{ id: string }>`select id::text from ${ACCOUNTS}
    where (id = ${asId}::bigint or account = ${plain}) and is_deleted = 0 and status = 1
    order by id = ${asId}::bigint desc limit 1`.execute(ctx.db)
  const id = found.rows[0]?.id
  if (!id) throw conflict(`步骤「${task.name}」的办理人不存在或已停用`)
  return id
}

async function membersOf(ctx: FlowCtx, groups: string[]): Promise<string[]> {
  if (groups.length === 0) return []
  const found = await sql<{ id: string }>`select u.id::text from ${ACCOUNTS} u
    where u.is_deleted = 0 and u.status = 1 and (u.dept_ids::text[] && ${groups}::text[] or u.post_ids::text[] && ${groups}::text[]
      or u.dept_id::text = any(${groups}) or exists (select 1 from ${ROLES} r
        where r.id = any(u.role_ids) and r.is_deleted = 0 and r.role_alias = any(${groups})))`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** Condition on a task `t`: the user may claim it. */
export function isCandidate(ctx: FlowCtx) {
  return sql`exists (select 1 from ${own(wfTaskCandidate)} c join ${ACCOUNTS} u on u.id = ${ctx.user.id}
    where c.task_id = t.id and (c.kind = 'user' and c.value = u.id::text or c.kind = 'group' and (
      c.value = any(u.dept_ids::text[]) or c.value = any(u.post_ids::text[]) or c.value = u.dept_id::text
      or exists (select 1 from ${ROLES} r
        where r.id = any(u.role_ids) and r.is_deleted = 0 and r.role_alias = c.value))))`
}
