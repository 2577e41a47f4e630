import { personalRequest } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type Database, inTransaction } from '../../platform/db/pool.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { numberSetting } from '../../platform/settings.ts'
import { reviewNotifier } from '../notices/index.ts'

const DUE = every(personalRequest, 'a request is due whoever looks')
const AT_ONCE = 200

export interface RemindDeps {
  database: Database
  tenantIds(): Promise<string[]>
  nobodyOf(tenantId: string): Ctx
}

interface DueRow {
  id: string
  studentName: string | null
  areaCode: string | null
  schoolCode: string | null
  dueDate: string
  createUser: string | null
}

/**
 * Tells who wrote a request down, and who may answer it, that it is due within `privacy.remindDays`; once more when it is
 * overdue. Answers how many requests were told of.
 */
export async function remindRequests({ tenantIds, nobodyOf }: Omit<RemindDeps, 'database'>): Promise<number> {
  let told = 0
  for (const tenantId of await tenantIds()) {
    const ctx = nobodyOf(tenantId)
    for (const row of await dueRows(ctx)) {
      await inTransaction(ctx.db, (db) => remind({ ...ctx, db }, row))
      told += 1
    }
  }
  return told
}

async function dueRows(ctx: Ctx): Promise<DueRow[]> {
  const days = await numberSetting(ctx.db, 'privacy.remindDays')
  const today = wallDay(ctx.now)
  const found = await sql<DueRow>`select id, student_name, area_code, school_code, due_date, create_user from ${DUE} r
    where is_deleted = 0 and open_until <= ${today}::date + ${days}::int
      and (reminded_date is null or (open_until < ${today}::date and reminded_date <= open_until))
    order by open_until, id limit ${AT_ONCE}`.execute(ctx.db)
  return found.rows
}

async function remind(ctx: Ctx, row: DueRow): Promise<void> {
  const { studentName, areaCode, schoolCode, dueDate, createUser } = row
  const today = wallDay(ctx.now)
  const isLate = dueDate < today
  const unit = { areaCode: areaCode ?? '', schoolCode: schoolCode ?? '' }
  const deciders = await reviewNotifier.findDeciders(ctx, 'personalrequest_answer', unit)
  const ids = new Set([...(createUser ? [createUser] : []), ...deciders.map(({ user }) => user.id)])
  const news = {
    title: isLate ? '个人信息请求已逾期' : '个人信息请求即将到期',
    content: `${studentName ?? ''}的个人信息请求，答复期限${dueDate}，尚未办结`,
    link: '/privacy/requests',
  }
  for (const id of ids) await reviewNotifier.tellUser(ctx, id, news)
  await sql`update ${into(personalRequest)} set reminded_date = ${today}::date where id = ${row.id}`.execute(ctx.db)
}

/** Every morning. */
export function requestReminding(deps: RemindDeps): ScheduledTask {
  return {
    name: 'privacy.remind',
    when: async () => '20 7 * * *',
    run: async () => {
      await remindRequests(deps)
    },
  }
}
