import { holiday } from '@xueheng/contract/domains/settings/holiday.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import type { Db } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'

const HOLIDAYS = every(holiday, 'holidays hold for everybody')

/** Days between two ISO days are counted in UTC: a change of the clock makes no day longer. */
const DAY_MS = 86_400_000
const MOST_DAYS = 31

/** The bureau keeps them for all its schools. */
export const holidayHooks = hook(holiday, {
  async beforeSave(ctx, row, before) {
    assertWholeTenant(ctx, holiday.title)
    const { beginDate = '', endDate = '' } = { ...before, ...row }
    if (endDate < beginDate) throw fault('endDate', '结束日期不能早于开始日期')
    const days = (Date.parse(endDate) - Date.parse(beginDate)) / DAY_MS + 1
    if (days > MOST_DAYS) throw fault('endDate', `一段最多${MOST_DAYS}天`)
  },
  beforeRemove: async (ctx) => assertWholeTenant(ctx, holiday.title),
  afterRestore: async (ctx) => assertWholeTenant(ctx, holiday.title),
})

/** Days off or days of work, both ends included, as `yyyy-MM-dd`. */
export interface HolidayRange {
  beginDate: string
  endDate: string
  isWorking: number | null
}

/**
 * The day on which so many working days have passed since `from` (`yyyy-MM-dd`), which is not counted itself. A day within a
 * range is off or of work as the range says, work before off; any other is of work from Monday to Friday.
 */
export function addWorkingDays(from: string, workingDays: number, ranges: readonly HolidayRange[]): string {
  let day = from
  for (let left = workingDays; left > 0;) {
    day = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
    if (isWorkingDay(day, ranges)) left -= 1
  }
  return day
}

function isWorkingDay(day: string, ranges: readonly HolidayRange[]): boolean {
  const within = ranges.filter(({ beginDate, endDate }) => beginDate <= day && day <= endDate)
  if (within.length > 0) return within.some(({ isWorking }) => isWorking === 1)
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** The same by the holidays the tenant of `db` keeps. */
export async function dueDay(db: Db, from: string, workingDays: number): Promise<string> {
  const found = await sql<HolidayRange>`select begin_date::text as begin_date, end_date::text as end_date, is_working
    from ${HOLIDAYS} h where is_deleted = 0 and end_date > ${from}::date`.execute(db)
  return addWorkingDays(from, workingDays, found.rows)
}
