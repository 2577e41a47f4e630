import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { MSG_TARGET, type gatherWeixinMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED } from '@xueheng/contract/domains/gather/push-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { gatherPush } from './tables.ts'

export type ParentMessage = EntityRow<typeof gatherWeixinMsg.fields>

const { draft, schoolRefused, bureauRefused } = gatherStates.states
const REFUSED = [schoolRefused.value, bureauRefused.value]
/** What stands with the schools. */
export const UNSENT = [draft.value, ...REFUSED]

/** Of a message: those of the collection it is for, as far as the sender sees them. */
export function targetsOf(ctx: Ctx, { gatherTaskId, targetType, schoolCodes, studentIds }: ParentMessage) {
  const ofSchools = sql`g.school_code = any(${schoolCodes ?? []}::varchar[])`
  const narrowed = schoolCodes?.length ? ofSchools : sql`true`
  const wanted: Record<number, RawBuilder<unknown>> = {
    [MSG_TARGET.unsent]: sql`g.gather_status = any(${UNSENT}::int[]) and ${narrowed}`,
    [MSG_TARGET.refused]: sql`g.gather_status = any(${REFUSED}::int[]) and ${narrowed}`,
    [MSG_TARGET.schools]: ofSchools,
    [MSG_TARGET.persons]: sql`g.id = any(${studentIds ?? []}::bigint[])`,
  }
  return sql`(select g.* from ${visible(ctx, gatherStudent)} g where g.gather_task_id = ${gatherTaskId}
    and ${wanted[targetType] ?? sql`false`})`
}

/** Writes down whom a message is for, once: who is among them keeps what became of him. */
export async function keepTargets(ctx: Ctx, message: ParentMessage): Promise<void> {
  const { rows } = await sql<{ num: number }>`select count(*)::int as num from ${targetsOf(ctx, message)} t`.execute(
    ctx.db,
  )
  const num = rows[0]?.num ?? 0
  await sql`insert into ${own(gatherPush)} (id, tenant_id, message_id, student_id, student_code, student_name, school_code,
      class_code, class_name, push_state, text)
    select ${nextIds(num)}, ${ctx.user.tenantId}, ${message.id}, t.id, t.student_code, t.student_name, t.school_code,
      t.class_code, t.class_name, ${PUSHED.waiting}, ''
    from (select x.* from ${targetsOf(ctx, message)} x order by x.id limit ${num}) t
    on conflict (message_id, student_id) do nothing`.execute(ctx.db)
}
