import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import type { FlowMark, historyFlowList, modelView } from '@xueheng/contract/domains/workflow/process.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { assertMaySee } from './see.ts'
import { own } from '../../../platform/db/table.ts'
import { wfInstance, wfDefinition, wfHistory, wfTask, wfTaskCandidate } from '../tables.ts'
import { visible, visibleEver } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'

interface Line {
  id: string
  activityId: string
  activityName: string
  activityType: string
  taskId: string
  assignee: string
  startTime: string
  endTime: string
  comment: string
  flag: string
  seconds: number | null
}

/** What the client's timeline prints: the start, every task, the end. */
const PRINTED = ['startEvent', 'userTask', 'endEvent']

export async function history(ctx: Ctx, instanceId: string): Promise<Output<typeof historyFlowList>> {
  await assertMaySee(ctx, instanceId)
  const lines = await linesOf(ctx, instanceId)
  return lines
    .filter((line) => PRINTED.includes(line.activityType))
    .map((line) => ({
      id: line.id,
      assigneeName: line.assignee,
      createTime: line.startTime,
      endTime: line.endTime,
      historyActivityId: line.activityId,
      historyActivityName: line.activityName,
      historyActivityType: line.activityType,
      historyActivityDurationTime: line.activityType === 'userTask' ? durationText(line.seconds) : '',
      comment: line.comment,
      flag: line.flag,
      taskId: line.taskId,
      processInstanceId: instanceId,
    }))
}

/** The drawing of a process that runs, with what happened; or of one that can be started. */
export async function view(
  ctx: Ctx,
  input: { processInstanceId: string | null; processDefinitionId: string | null },
): Promise<Output<typeof modelView>> {
  const { processInstanceId, processDefinitionId } = input
  if (!processInstanceId && !processDefinitionId) throw refuse('请选择流程实例或流程定义')
  if (!processInstanceId) return { xml: await definitionXml(ctx, processDefinitionId ?? ''), flow: [] }
  await assertMaySee(ctx, processInstanceId)
  const found = await sql<{
    xml: string
  }>`select d.xml from ${own(wfInstance)} i join ${own(wfDefinition)} d on d.id = i.definition_id
    where i.id = ${checkId(processInstanceId)}`.execute(ctx.db)
  const flow = (await linesOf(ctx, processInstanceId)).map(markOf)
  return { xml: found.rows[0]?.xml ?? '', flow: [...flow, ...(await candidateMarks(ctx, processInstanceId))] }
}

/** Whoever may start processes or look after them may look at their drawings. */
async function definitionXml(ctx: Ctx, id: string): Promise<string> {
  const { isAdministrator, permissions } = ctx.user
  if (!isAdministrator && !permissions.has('work_start_view') && !permissions.has('flow_manager_view')) {
    throw new AppError('access.refused')
  }
  const found = await sql<{ xml: string }>`select xml from ${own(wfDefinition)} where id = ${checkId(id)}`.execute(
    ctx.db,
  )
  const xml = found.rows[0]?.xml
  if (!xml) throw new AppError('row.notFound')
  return xml
}

async function linesOf(ctx: Ctx, instanceId: string): Promise<Line[]> {
  const found = await sql<Line>`select h.id::text, h.activity_id, h.activity_name,
      h.activity_type, coalesce(h.task_id::text, '') as task_id,
      coalesce(u.name, u.account, '') as assignee, h.start_time,
      coalesce(to_char(h.end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as end_time, coalesce(h.comment, '') as comment,
      case when t.form_key = ${ADJUST_FORM} or h.is_passed is null then '' when h.is_passed = 1 then 'ok' else 'refuse' end as flag,
      extract(epoch from h.end_time - h.start_time)::int as seconds
    from ${own(wfHistory)} h join ${own(wfInstance)} i on i.id = h.instance_id left join ${own(wfTask)} t on t.id = h.task_id
      left join ${visibleEver(ctx, user)} u on u.id = coalesce(h.assignee, case when h.activity_type = 'startEvent' then i.start_user end)
    where h.instance_id = ${checkId(instanceId)} order by h.id`.execute(ctx.db)
  return found.rows
}

function markOf(line: Line): FlowMark {
  return {
    historyActivityId: line.activityId,
    historyActivityName: line.activityName,
    historyActivityType: line.activityType,
    assigneeName: line.assignee,
    createTime: line.startTime,
    endTime: line.endTime,
    comment: line.comment,
  }
}

/** Who may claim what nobody has claimed yet. */
async function candidateMarks(ctx: Ctx, instanceId: string): Promise<FlowMark[]> {
  const found = await sql<FlowMark>`select t.task_key as history_activity_id, t.name as history_activity_name,
      'candidate' as history_activity_type, coalesce(u.name, r.role_name, d.dept_name, p.post_name, c.value) as assignee_name,
      t.create_time, '' as end_time, '' as comment
    from ${own(wfTask)} t join ${own(wfTaskCandidate)} c on c.task_id = t.id
      left join ${visibleEver(ctx, user)} u on u.id = case when c.kind = 'user' then c.value::bigint end
      left join ${visible(ctx, role)} r on c.kind = 'group' and r.role_alias = c.value
      left join ${visibleEver(ctx, dept)} d on c.kind = 'group' and d.id::text = c.value
      left join ${visibleEver(ctx, post)} p on c.kind = 'group' and p.id::text = c.value
    where t.instance_id = ${instanceId} and t.assignee is null and t.end_time is null order by t.id`.execute(ctx.db)
  return found.rows
}

const UNITS: [string, number][] = [
  ['天', 86_400],
  ['小时', 3600],
  ['分', 60],
  ['秒', 1],
]

/** X天X小时X分X秒 from the first unit that counts; nothing while it lasts. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return ''
  let rest = seconds
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { unit, count }
  })
  const first = Math.max(
    parts.findIndex(({ count }) => count > 0),
    0,
  )
  return seconds === 0
    ? '0秒'
    : parts
        .slice(first)
        .map(({ unit, count }) => `${count}${unit}`)
        .join('')
}
