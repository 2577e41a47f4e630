import {
  personalRequest,
  type requestCounts,
  requestStates,
  requestStudents,
} from '@xueheng/contract/domains/privacy/personal-request.ts'
import { requestReview } from '@xueheng/contract/domains/privacy/request-review.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { findOrRefuse, listPage } from '../../platform/rows/read.ts'
import { numberSetting } from '../../platform/settings.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { dueDay } from '../settings/index.ts'

const stateOf = (id: string) => stateRow(personalRequest, id, 'requestStatus')

/** A request is taken up and answered or refused, each with what was said. */
export const requestRun = runReview(
  requestReview,
  { nameRow: (row) => `${row.studentName}（答复期限${row.dueDate}）` },
  reviewNotifier,
)

/** The child is one in sight when the request is written down, and is kept with it. */
export const requestHooks = hook(personalRequest, {
  async beforeSave(ctx, row, before) {
    if (before) await requireState(ctx, requestStates, stateOf(before.id), 'edit')
    const { receivedDate = '' } = { ...before, ...row }
    if (receivedDate > wallDay(ctx.now)) throw fault('receivedDate', '收到日期不能晚于今天')
    const typed = row.dueDate === undefined ? before?.dueDate : row.dueDate
    const due = typed || (await dueDay(ctx.db, receivedDate, await numberSetting(ctx.db, 'privacy.answerDays')))
    if (due < receivedDate) throw fault('dueDate', '答复期限不能早于收到日期')
    Object.assign(row, { dueDate: due, openUntil: due })
    if (before) return
    Object.assign(row, await findChild(ctx, row.studentId ?? ''), {
      requestStatus: requestStates.states.received.value,
    })
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, requestStates, stateOf(id), 'remove')
  },
  around: (ctx, input, work, action) => (action === 'submit' ? requestRun.submit(ctx, input, work) : work(ctx)),
})

/** What a register keeps of a child in sight; refuses any other. */
export async function findChild(ctx: Ctx, id: string) {
  const { studentName, studentCode, areaCode, schoolCode, classCode, className } = await findOrRefuse(
    basicStudent,
    ctx,
    id,
  )
  return { studentName, studentCode, areaCode, schoolCode, classCode, className }
}

/** How many of the requests in sight are open and closed, in time and late. */
export async function countRequests(ctx: Ctx): Promise<Output<typeof requestCounts>> {
  const remindDays = await numberSetting(ctx.db, 'privacy.remindDays')
  const today = wallDay(ctx.now)
  const found = await sql<Counted>`select
      count(*) filter (where open_until < ${today}::date) as overdue,
      count(*) filter (where open_until between ${today}::date and ${today}::date + ${remindDays}::int) as due_soon,
      count(*) filter (where open_until is not null) as open,
      count(*) filter (where open_until is null) as closed,
      count(*) filter (where answer_time::date > due_date) as closed_late
    from ${visible(ctx, personalRequest)} r`.execute(ctx.db)
  const counted = found.rows[0]
  return {
    overdue: Number(counted?.overdue ?? 0),
    dueSoon: Number(counted?.dueSoon ?? 0),
    open: Number(counted?.open ?? 0),
    closed: Number(counted?.closed ?? 0),
    closedLate: Number(counted?.closedLate ?? 0),
    remindDays,
  }
}

type Counted = Record<'overdue' | 'dueSoon' | 'open' | 'closed' | 'closedLate', string>

const MOST_OFFERED = 20
const LEAST_TYPED = 2
const CODE = /^[GL]?\d{6,}/i

/** Children in sight by name or by the whole student code; nobody before enough is typed. */
export async function offerStudents(ctx: Ctx, name: string | null): Promise<Output<typeof requestStudents>> {
  const typed = (name ?? '').trim()
  if (typed.length < LEAST_TYPED) return []
  const query = CODE.test(typed) ? { studentCode: typed } : { studentName: typed }
  const { records } = await listPage(basicStudent, ctx, { ...query, current: 1, size: MOST_OFFERED })
  const schools = await schoolNames(
    ctx,
    records.map(({ schoolCode }) => schoolCode),
  )
  const offered = records.map(({ id, studentName, studentCode, schoolCode, className }) => ({
    id,
    studentName,
    studentCode,
    schoolName: schools.get(schoolCode) ?? null,
    className,
  }))
  return maskRows(requestStudents.output ?? {}, offered)
}

async function schoolNames(ctx: Ctx, codes: string[]): Promise<Map<string, string>> {
  const found = await sql<{ code: string; name: string }>`select school_code as code, school_name as name
    from ${visible(ctx, basicSchool)} s where school_code = any(${codes}::text[])`.execute(ctx.db)
  return new Map(found.rows.map(({ code, name }) => [code, name]))
}
