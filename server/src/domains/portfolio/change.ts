import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { logChange } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { conflict } from '../../platform/error.ts'
import { requireState } from '../../platform/states.ts'
import { type Entry, entryState, findEntry } from './rules.ts'
import { every, into } from '../../platform/access/doors.ts'

const ENTRIES = every(teacherPortfolio, 'a change is made of the entry found before, and once, whoever made another')

/** What a new version starts without. */
const ANEW = /^(audit|submitTime|reject|version|previousId)/

/** A draft that says the same as a valid entry; the valid one stays so until the draft has passed. */
export async function requestChange(ctx: Ctx, id: string): Promise<Entry> {
  const entry = await findEntry(ctx, id)
  await requireState(ctx, portfolioStates, entryState(entry.id), 'change')
  const { archived, passed } = portfolioStates.states
  const open = await sql`select 1 from ${ENTRIES} where previous_id = ${entry.id} and is_deleted = 0
    and audit_status <> all(${[archived.value, passed.value]}::int[])`.execute(ctx.db)
  if (open.rows.length > 0) throw conflict('这条档案已有变更在办理中')
  const names = Object.keys(teacherPortfolio.fields).filter((name) => !ANEW.test(name))
  const columns = sql.join(names.map((name) => sql.ref(snake(name))))
  const newId = nextId()
  await sql`insert into ${into(teacherPortfolio)} (id, tenant_id, create_user, create_dept, update_user, ${columns},
      audit_status, version, previous_id)
    select ${newId}::bigint, tenant_id, ${ctx.user.id}::bigint, ${ctx.user.deptId || null}::bigint, ${ctx.user.id}::bigint, ${columns},
      ${portfolioStates.states.draft.value}::int, coalesce(version, 1) + 1, id::text
    from ${ENTRIES} where id = ${entry.id}`.execute(ctx.db)
  const made = await findEntry(ctx, newId)
  await logChange(ctx, teacherPortfolio, newId, undefined, made)
  return made
}
