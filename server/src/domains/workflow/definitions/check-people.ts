import type { ChoiceKind } from '@xueheng/contract/domains/workflow/request.ts'
import { sql } from 'kysely'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { every } from '../../../platform/access/doors.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { FlowModel, FlowNode } from '../engine/flow-model.ts'
import { livingNames } from '../forms/choices.ts'

const ACCOUNTS = every(user, 'a process names the one who acts, whoever deploys it')
/** Other programs of this family write `taskUser_<id>`. */
const PREFIX = /^taskUser_/
const GROUPS: ChoiceKind[] = ['role', 'department', 'post']

/** Users, roles, departments and posts that a process names and the tenant does not have. */
export async function checkPeople(ctx: Pick<Ctx, 'db'>, model: FlowModel): Promise<string[]> {
  const tasks = Object.values(model.nodes).filter((node) => node.type === 'userTask')
  const users = await knownUsers(ctx, tasks.flatMap(usersIn))
  const groups = await knownGroups(ctx, tasks.flatMap(groupsIn))
  return tasks.flatMap((task) => [
    ...usersIn(task).flatMap((one) =>
      users.has(one) ? [] : [`用户任务「${task.name}」的办理人「${one}」不存在或已停用`],
    ),
    ...groupsIn(task).flatMap((one) =>
      groups.has(one) ? [] : [`用户任务「${task.name}」的候选组「${one}」不是现有的角色、部门或岗位`],
    ),
  ])
}

/** Steps of a process for all tenants that name what one of them alone has. */
export async function checkCommonPeople(ctx: Pick<Ctx, 'db'>, model: FlowModel): Promise<string[]> {
  const tasks = Object.values(model.nodes).filter((node) => node.type === 'userTask')
  const roles = new Set(await livingNames(ctx, 'role', tasks.flatMap(groupsIn)))
  return tasks
    .filter((task) => usersIn(task).length > 0 || groupsIn(task).some((one) => !roles.has(one)))
    .map((task) => `用户任务「${task.name}」：通用流程只能用角色或表达式指定办理人`)
}

/** What stands there as it is; an expression is known only when the process runs. */
function plainParts(source: string | undefined): string[] {
  return partsOf(source).filter((part) => !/[$#]\{/.test(part))
}

function usersIn({ assignee, candidateUsers }: FlowNode): string[] {
  return [...plainParts(assignee), ...plainParts(candidateUsers)].map((one) => one.replace(PREFIX, ''))
}

function groupsIn({ candidateGroups }: FlowNode): string[] {
  return plainParts(candidateGroups)
}

async function knownUsers(ctx: Pick<Ctx, 'db'>, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const found = await sql<{ id: string; account: string }>`select id::text as id, account from ${ACCOUNTS} u
    where (id::text = any(${names}::text[]) or account = any(${names}::text[])) and is_deleted = 0 and status = 1`.execute(
    ctx.db,
  )
  return new Set(found.rows.flatMap(({ id, account }) => [id, account]))
}

async function knownGroups(ctx: Pick<Ctx, 'db'>, keys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  if (keys.length === 0) return known
  for (const kind of GROUPS) for (const key of await livingNames(ctx, kind, keys)) known.add(key)
  return known
}
