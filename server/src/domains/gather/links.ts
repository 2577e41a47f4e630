import { gatherLinks, makeLinks, revokeLinks } from '@xueheng/contract/domains/gather/gather-link.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { checkId } from '../../platform/rows/read.ts'
import { STUDENTS, assertAsked } from './collected.ts'
import { newToken } from './link-token.ts'
import { taskToFill } from './open-task.ts'
import { gatherLink, gatherLinkToken } from './tables.ts'

/** Links of one call. */
const MOST = 500
const DAY_MS = 86_400_000
const DEFAULT_DAYS = 7

const { draft, schoolRefused, bureauRefused } = gatherStates.states
/** What parents may still put right. */
export const OPEN_STATES = [draft, schoolRefused, bureauRefused].map(({ value }) => value)

const LINK_STATUS = { fresh: 0, opened: 1, answered: 2, revoked: 3, expired: 4 } as const

interface LinkedStudent {
  id: string
  studentName: string
  className: string | null
  schoolName: string
}

/** Whose parents get a link: those of a class, or the chosen ones, who have not been handed in. */
async function studentsToLink(ctx: Ctx, { gatherTaskId, classCode, ids }: Input<typeof makeLinks>) {
  const chosen = ids ? partsOf(ids) : null
  const { rows } = await sql<LinkedStudent>`select g.id, g.student_name, g.class_name,
      coalesce(b.school_name, g.school_code) as school_name
    from ${visible(ctx, gatherStudent)} g left join ${visible(ctx, basicSchool)} b on b.school_code = g.school_code
    where g.gather_task_id = ${gatherTaskId} and g.gather_status = any(${OPEN_STATES}::int[])
      and (${classCode}::varchar is null or g.class_code = ${classCode})
      and (${chosen}::varchar[] is null or g.id::varchar = any(${chosen}::varchar[]))
    order by g.school_code, g.class_code, g.student_code limit ${MOST + 1}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('没有可以生成链接的学生：已提交审核的不再由家长修改')
  if (rows.length > MOST) throw refuse(`一次最多生成${MOST}个链接，请按班级生成`)
  return rows
}

/** A student has one link that works: those before it are over. */
async function make(ctx: Ctx, input: Input<typeof makeLinks>): Promise<Output<typeof makeLinks>> {
  const task = await taskToFill(ctx, input.gatherTaskId)
  assertAsked(STUDENTS, task)
  const students = await studentsToLink(ctx, input)
  const wanted = wallTime(new Date(ctx.now.getTime() + (input.days ?? DEFAULT_DAYS) * DAY_MS))
  const expireTime = wanted < task.endTime ? wanted : task.endTime
  const made = students.map((student) => ({ ...student, ...newToken(), linkId: nextId() }))
  await sql`update ${own(gatherLink)} set revoke_time = localtimestamp(0) where revoke_time is null
    and student_id = any(${students.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  const rows = JSON.stringify(made.map(({ linkId, id, hash }) => ({ link_id: linkId, student_id: id, hash })))
  const source = sql`jsonb_to_recordset(${rows}::jsonb) m (link_id bigint, student_id bigint, hash varchar)`
  await sql`insert into ${own(gatherLink)} (id, tenant_id, gather_task_id, student_id, expire_time, open_num, create_user)
    select m.link_id, ${ctx.user.tenantId}, ${task.id}, m.student_id, ${expireTime}, 0, ${ctx.user.id} from ${source}`.execute(
    ctx.db,
  )
  await sql`insert into ${own(gatherLinkToken)} (hash, tenant_id, link_id)
    select m.hash, ${ctx.user.tenantId}, m.link_id from ${source}`.execute(ctx.db)
  await note(ctx, makeLinks, task.id, { taskName: task.taskName, num: made.length, expireTime })
  return made.map(({ studentName, schoolName, className, token }) => ({
    studentName,
    schoolName,
    className,
    path: `/p#${token}`,
    expireTime,
  }))
}

/** Links are seen with their students. */
function linksOf(ctx: Ctx) {
  return sql`(select k.id, k.gather_task_id, g.student_name, g.school_code, g.class_name, k.expire_time, k.open_num,
      k.open_time, k.answer_time, k.create_time, k.create_user,
      case when k.revoke_time is not null then ${LINK_STATUS.revoked}::int
        when k.expire_time < localtimestamp then ${LINK_STATUS.expired}::int
        when k.answer_time is not null then ${LINK_STATUS.answered}::int
        when k.open_time is not null then ${LINK_STATUS.opened}::int else ${LINK_STATUS.fresh}::int end as link_status
    from ${own(gatherLink)} k join ${visible(ctx, gatherStudent)} g on g.id = k.student_id)`
}

async function revoke(ctx: Ctx, ids: string[]): Promise<{ revoked: number }> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const wanted = [...new Set(ids.map(checkId))]
  const seen = await sql`select 1 from ${linksOf(ctx)} l where l.id = any(${wanted}::bigint[])`.execute(ctx.db)
  if (seen.rows.length < wanted.length) throw new AppError('row.notFound')
  const { rows } = await sql`update ${own(gatherLink)} set revoke_time = localtimestamp(0)
    where revoke_time is null and id = any(${wanted}::bigint[]) returning 1`.execute(ctx.db)
  await note(ctx, revokeLinks, ids[0] ?? '', { revoked: rows.length })
  return { revoked: rows.length }
}

function note(ctx: Ctx, { name, title }: { name: string; title: string }, rowId: string, after: object): Promise<void> {
  return logOperation(ctx, name, title, { entity: 'gatherLink', rowId, after: { ...after } })
}

export const linkHandlers = [
  implement(gatherLinks, (ctx, { query }) => listOf(ctx, gatherLinks, query, linksOf(ctx))),
  implement(makeLinks, make),
  implement(revokeLinks, (ctx, { ids }) => revoke(ctx, partsOf(ids))),
]
