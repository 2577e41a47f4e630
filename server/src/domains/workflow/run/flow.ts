import { type Outcome, instanceStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { nextId } from '../../../platform/db/id.ts'
import { conflict } from '../../../platform/error.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import { Executor } from '../engine/executor.ts'
import type { Variables } from '../engine/expression.ts'
import { type Effects, FlowError, type State } from '../engine/state.ts'
import type { FlowCtx, SendMessage } from '../flow-ctx.ts'
import type { Business } from './business.ts'
import { NOTIFY_STARTER, REMIND } from './delegates.ts'
import { type Instance, lockInstance } from './instance.ts'
import { type KeptTask, closeTokens, keep } from './keep.ts'
import { tellUsers } from './tell.ts'
import { own } from '../../../platform/db/table.ts'
import { wfInstance, wfTask } from '../tables.ts'

export interface FlowDeps {
  sendMessage: SendMessage
  businesses: readonly Business[]
}

export interface NewInstance {
  definitionId: string
  category: string
  business: Business
  businessId: string
  variables: Variables
}

/** What was said last: by whoever was asked, by the applicant who was to change the request, or by nobody. */
export interface Verdict {
  isPassed: boolean
  isApplicant: boolean
}

/** A process in which nobody is asked has nothing to refuse. */
const UNASKED: Verdict = { isPassed: true, isApplicant: false }

/** Starts a process in the user's name and moves it to where it first waits. Answers its id. */
export async function startInstance(deps: FlowDeps, ctx: FlowCtx, start: NewInstance): Promise<string> {
  const id = nextId()
  const state: State = { tokens: [], variables: start.variables, last: 0 }
  await sql`insert into ${own(wfInstance)} (id, tenant_id, definition_id, category, business_table, business_id, start_user, state)
    values (${id}, ${ctx.user.tenantId}, ${start.definitionId}, ${start.category}, ${start.business.table},
      ${start.businessId}, ${ctx.user.id}, ${JSON.stringify(state)}::jsonb)`.execute(ctx.db)
  const instance = await lockInstance(ctx, id)
  const { initiator } = instance.model
  if (initiator) instance.state.variables[initiator] = ctx.user.id
  await advance(deps, ctx, instance, (executor) => executor.start(), UNASKED)
  return id
}

/** Lets the executor move, and keeps all it asks for; a process that cannot go on changes nothing. */
export async function advance(
  deps: FlowDeps,
  ctx: FlowCtx,
  instance: Instance,
  move: (executor: Executor) => Effects,
  last: Verdict,
): Promise<void> {
  const effects = moved(() => move(new Executor(instance.model, instance.state, ctx.now)))
  const opened = await keep(ctx, instance, effects)
  const business = businessOf(deps, instance)
  const formKeys = await openForms(ctx, instance.id)
  const outcome = effects.end === undefined ? undefined : outcomeOf(instance, effects.end, last)
  if (outcome) await saveOutcome(ctx, instance.id, outcome)
  await business.moved(ctx, instance.businessId, { outcome, formKeys })
  for (const task of opened) await tellOpened(deps, ctx, instance, task)
  for (const { name } of effects.delegates) await call(deps, ctx, instance, name)
  if (outcome) await tellEnd(deps, ctx, instance, outcome)
}

/** The end says how the process came out, or else the last verdict does; an applicant who does not go on gives up. */
function outcomeOf({ model }: Instance, end: string, { isPassed, isApplicant }: Verdict): Outcome {
  return model.nodes[end]?.outcome ?? (isPassed ? 'approved' : isApplicant ? 'withdrawn' : 'refused')
}

async function saveOutcome(ctx: FlowCtx, id: string, outcome: Outcome): Promise<void> {
  await sql`update ${own(wfInstance)} set outcome = ${outcome} where id = ${id}`.execute(ctx.db)
}

function moved(work: () => Effects): Effects {
  try {
    return work()
  } catch (error) {
    throw error instanceof FlowError ? conflict(error.message) : error
  }
}

export function businessOf(deps: Pick<FlowDeps, 'businesses'>, instance: { businessTable: string }): Business {
  const business = deps.businesses.find((one) => one.table === instance.businessTable)
  if (!business) throw new Error(`no business keeps its rows in ${instance.businessTable}`)
  return business
}

async function openForms(ctx: FlowCtx, instanceId: string): Promise<string[]> {
  const found = await sql<{ form: string }>`select form_key as form from ${own(wfTask)}
    where instance_id = ${instanceId} and end_time is null`.execute(ctx.db)
  return found.rows.map((row) => row.form)
}

/** Stops a process for good; what happened stays on record. */
export async function terminate(
  deps: FlowDeps,
  ctx: FlowCtx,
  instance: Instance,
  reason: string,
  outcome: Outcome,
): Promise<void> {
  await transition(ctx, instanceStates, stateRow(wfInstance, instance.id, 'status'), 'terminate')
  await closeTokens(
    ctx,
    instance.id,
    instance.state.tokens.map((token) => token.id),
  )
  await sql`update ${own(wfInstance)} set end_time = date_trunc('second', localtimestamp), delete_reason = ${reason},
    state = jsonb_set(state, '{tokens}', '[]'), rev = rev + 1 where id = ${instance.id}`.execute(ctx.db)
  await saveOutcome(ctx, instance.id, outcome)
  await businessOf(deps, instance).moved(ctx, instance.businessId, { outcome, formKeys: [] })
}

async function tellOpened(deps: FlowDeps, ctx: FlowCtx, instance: Instance, task: KeptTask): Promise<void> {
  const { assignee, userIds } = task.people
  const link = assignee === null ? '/work/claim' : handlePath(deps, instance, task.id)
  const what = assignee === null ? '待签收' : '待办理'
  await tellUsers(deps, ctx, {
    userIds,
    title: `${what}：${instance.definitionName}`,
    text: `「${task.name}」${what}。`,
    link,
  })
}

const ENDS: Record<Outcome, string> = {
  approved: '已通过',
  refused: '已驳回',
  withdrawn: '已撤回',
  terminated: '已终止',
}

async function tellEnd(deps: FlowDeps, ctx: FlowCtx, instance: Instance, outcome: Outcome): Promise<void> {
  await tellUsers(deps, ctx, {
    userIds: [instance.startUser],
    title: `${ENDS[outcome]}：${instance.definitionName}`,
    text: `您发起的流程已结束，结果：${ENDS[outcome]}。`,
    link: detailPath(deps, instance),
  })
}

async function call(deps: FlowDeps, ctx: FlowCtx, instance: Instance, delegate: string): Promise<void> {
  if (delegate === NOTIFY_STARTER) {
    await tellUsers(deps, ctx, {
      userIds: [instance.startUser],
      title: `流程进展：${instance.definitionName}`,
      text: '您发起的流程有新的进展。',
      link: detailPath(deps, instance),
    })
  } else if (delegate === REMIND) await remind(deps, ctx, instance)
}

/** Those who have had a task for long are told again. */
async function remind(deps: FlowDeps, ctx: FlowCtx, instance: Instance): Promise<void> {
  const open = await sql<{
    id: string
    name: string
    assignee: string
  }>`select id::text, name, assignee::text from ${own(wfTask)}
    where instance_id = ${instance.id} and end_time is null and assignee is not null`.execute(ctx.db)
  for (const { id, name, assignee } of open.rows) {
    await tellUsers(deps, ctx, {
      userIds: [assignee],
      title: `请尽快办理：${instance.definitionName}`,
      text: `「${name}」已等待多时，请尽快办理。`,
      link: handlePath(deps, instance, id),
    })
  }
}

function handlePath(deps: FlowDeps, instance: Instance, taskId: string): string {
  return `/work/process/${businessOf(deps, instance).route}/handle/${taskId}/${instance.id}/${instance.businessId}`
}

function detailPath(deps: FlowDeps, instance: Instance): string {
  return `/work/process/${businessOf(deps, instance).route}/detail/${instance.id}/${instance.businessId}`
}
