import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import type { Db, Logger } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import { type FlowDeps, advance } from './flow.ts'
import { lockInstance } from './instance.ts'
import { own } from '../../../platform/db/table.ts'
import { wfTimer, wfInstance, wfDefinition } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const TENANTS = every(tenant, 'timers of all tenants run')

const EVERY_SECONDS = 10
/** A timer whose process cannot go on is tried again later. */
const RETRY_MINUTES = 60
const MOST_PER_RUN = 500

interface Due {
  id: string
  instanceId: string
  executionId: string
  activityId: string
}

/** Fires what is due, each timer once and in a transaction of its own. */
export function timerTask(deps: FlowDeps & { database: Database }, log: Logger): ScheduledTask {
  return {
    name: 'flow.timers',
    when: EVERY_SECONDS,
    async run() {
      const tenants = await sql<{
        id: string
      }>`select tenant_id as id from ${TENANTS} where is_deleted = 0`.execute(deps.database.open)
      for (const { id } of tenants.rows) await fireDue(deps, deps.database.tenant(id), id, new Date(), log)
    },
  }
}

/** Fires the tenant's timers that are due at `now`. Answers how many. */
export async function fireDue(deps: FlowDeps, db: Db, tenantId: string, now: Date, log: Logger): Promise<number> {
  let fired = 0
  for (let i = 0; i < MOST_PER_RUN; i += 1) {
    const outcome = await fireNext(deps, db, tenantId, now, log)
    if (outcome === 'none') break
    if (outcome === 'fired') fired += 1
  }
  return fired
}

async function fireNext(
  deps: FlowDeps,
  db: Db,
  tenantId: string,
  now: Date,
  log: Logger,
): Promise<'none' | 'fired' | 'late'> {
  let due: Due | undefined
  try {
    await db.transaction().execute(async (trx) => {
      due = await nextDue(trx, now)
      if (due) await fire(deps, trx, tenantId, now, due)
    })
    return due ? 'fired' : 'none'
  } catch (error) {
    if (!due) throw error
    log.error({ err: error, timer: due.id, instance: due.instanceId }, 'a timer of a process failed')
    const later = new Date(now.getTime() + RETRY_MINUTES * 60_000)
    await sql`update ${own(wfTimer)} set due_time = ${later} where id = ${due.id}`.execute(db)
    return 'late'
  }
}

/** Timers of suspended processes rest. */
async function nextDue(db: Db, now: Date): Promise<Due | undefined> {
  const found = await sql<Due>`select t.id::text, t.instance_id::text as instance_id, t.execution_id,
      t.activity_id
    from ${own(wfTimer)} t join ${own(wfInstance)} i on i.id = t.instance_id join ${own(wfDefinition)} d on d.id = i.definition_id
    where t.due_time <= ${now} and d.suspension_state = ${definitionStates.states.active.value}
    order by t.due_time limit 1`.execute(db)
  return found.rows[0]
}

async function fire(deps: FlowDeps, db: Db, tenantId: string, now: Date, due: Due): Promise<void> {
  const ctx = { db, now, user: { id: '', tenantId } }
  // The instance first, as everybody does: whoever comes second finds the timer gone.
  const instance = await lockInstance(ctx, due.instanceId)
  const taken = await sql`delete from ${own(wfTimer)} where id = ${due.id} returning 1`.execute(db)
  if (taken.rows.length === 0) return
  const last = { isPassed: instance.state.variables['pass'] === true, isApplicant: false }
  await advance(deps, ctx, instance, (executor) => executor.fire(due.executionId, due.activityId), last)
}
