import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { portfolioTitles, takePortfolioTitles } from '@xueheng/contract/domains/gather/portfolio-title.ts'
import { TITLE_KIND } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { attempt } from '../../platform/db/attempt.ts'
import { AppError } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { submit } from '../../platform/rows/write.ts'
import { TEACHERS, assertAsked } from './collected.ts'
import { taskToFill } from './open-task.ts'
import { teacherHooks } from './teachers.ts'

/** Nobody reads more lines, and so many are taken in one transaction. */
const MOST = 500

type Line = Output<typeof portfolioTitles>[number]

/** Open rows of a collection whose title is not the one of the newest title that passed in the teacher's portfolio. */
async function found(ctx: Ctx, taskId: string): Promise<(Line & { updateTime: string })[]> {
  const task = await taskToFill(ctx, taskId)
  assertAsked(TEACHERS, task)
  if (!task.askedFields.includes('title')) return []
  const { edit } = gatherStates.actions
  const open = edit.from.map((state) => gatherStates.states[state].value)
  const words = await dictLabels(ctx, 'duty_credentials_cert_level')
  const { rows } = await sql<Line & { updateTime: string; key: string }>`select g.id, g.teacher_code, g.teacher_name,
      g.class_name, g.course_name, g.title, p.duty_credentials as key, '' as portfolio_title, p.cert_date::date::text as cert_date,
      to_char(g.update_time, 'YYYY-MM-DD HH24:MI:SS') as update_time
    from ${visible(ctx, gatherTeacher)} g
    join (select distinct on (e.teacher_code) e.teacher_code, e.duty_credentials, e.cert_date from ${visible(ctx, teacherPortfolio)} e
      where e.portfolio_type = ${TITLE_KIND} and e.audit_status = ${portfolioStates.states.passed.value}
      order by e.teacher_code, e.cert_date desc nulls last, e.id desc) p on p.teacher_code = g.teacher_code
    where g.gather_task_id = ${taskId} and g.gather_status = any(${open}::int[])
    order by g.school_code, g.teacher_code, g.class_code, g.course_name`.execute(ctx.db)
  return rows
    .flatMap(({ key, ...line }) => {
      const portfolioTitle = words.get(key)
      return portfolioTitle && portfolioTitle !== line.title ? [{ ...line, portfolioTitle }] : []
    })
    .slice(0, MOST)
}

/** Every row for itself, as a form would save it; what differs no more is left as it is. */
async function take(ctx: Ctx, taskId: string, ids: string): Promise<Output<typeof takePortfolioTitles>> {
  const chosen = [...new Set(partsOf(ids))]
  if (chosen.length === 0) throw new AppError('request.noSelection')
  const lines = new Map((await found(ctx, taskId)).map((line) => [line.id, line]))
  const results = new Map<string, string>()
  for (const id of chosen.toSorted()) {
    const line = lines.get(id)
    if (!line) {
      results.set(id, '已不能采用：已提交审核，或与教师档案相同')
      continue
    }
    const { portfolioTitle: title, updateTime } = line
    const tried = await attempt(ctx, (inside) =>
      submit(gatherTeacher, inside, { id, updateTime, title }, teacherHooks.hooks),
    )
    results.set(id, tried.refusal ?? '')
  }
  return chosen.map((id) => ({ id, isDone: results.get(id) === '' ? 1 : 0, message: results.get(id) ?? '' }))
}

export const portfolioTitleHandlers = [
  implement(portfolioTitles, async (ctx, { gatherTaskId }) =>
    (await found(ctx, gatherTaskId)).map(({ updateTime: _seen, ...line }) => line),
  ),
  implement(takePortfolioTitles, (ctx, { gatherTaskId, ids }) => take(ctx, gatherTaskId, ids)),
]
