import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { TEACHING_KIND, TITLE_KIND } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { collectedOffers, teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'

type Offer = Output<typeof collectedOffers>[number]

/** What a collection that passed its audits says of the teacher who asks. */
interface Collected {
  taskName: string
  title: string | null
  schoolName: string
  teaching: string
}

const ROWS = every(gatherTeacher, 'what was collected of teachers is offered to themselves')
const TASKS = every(gatherTask, 'what was collected of teachers is offered to themselves')
const SCHOOLS = every(basicSchool, 'the name of a school is the same for all')

/** The newest collection first. Teachers are known by their account. */
async function collectedOf(ctx: Ctx): Promise<Collected[]> {
  const { passed, collated, archived } = gatherStates.states
  const courses = await dictLabels(ctx, 'exam_course')
  const { rows } = await sql<
    Collected & { courses: [className: string, courseName: string, isLeader: number][] }
  >`select
      t.task_name, max(g.title) as title, coalesce(max(b.school_name), '') as school_name,
      jsonb_agg(jsonb_build_array(coalesce(g.class_name, ''), g.course_name, coalesce(g.is_class_leader, 0))
        order by g.class_code, g.course_name) as courses
    from ${ROWS} g
    join ${TASKS} t on t.id = g.gather_task_id and t.is_deleted = 0
    left join ${SCHOOLS} b on b.school_code = g.school_code and b.is_deleted = 0
    where g.teacher_code = ${ctx.user.account} and g.is_deleted = 0
      and g.gather_status = any(${[passed.value, collated.value, archived.value]}::int[])
    group by t.id, t.task_name, t.study_year, t.begin_time order by t.study_year desc, t.begin_time desc`.execute(
    ctx.db,
  )
  return rows.map((row) => ({
    ...row,
    teaching: row.courses
      .map(([name, course, isLeader]) => `${name}${courses.get(course) ?? course}${isLeader === 1 ? '（班主任）' : ''}`)
      .join('、'),
  }))
}

/** The newest entry of a kind in the own portfolio. */
async function heldOf(ctx: Ctx, kind: number): Promise<{ dutyCredentials: string | null; memo: string | null }[]> {
  const { rows } = await sql<{ dutyCredentials: string | null; memo: string | null }>`select e.duty_credentials, e.memo
    from ${visible(ctx, teacherPortfolio)} e where e.teacher_id = ${ctx.user.id} and e.portfolio_type = ${kind}
    order by e.create_time desc, e.id desc`.execute(ctx.db)
  return rows
}

/** Only what the portfolio does not say already. */
async function offersOf(ctx: Ctx): Promise<Offer[]> {
  const collected = await collectedOf(ctx)
  const words = await dictLabels(ctx, 'duty_credentials_cert_level')
  const keys = new Map([...words].map(([key, label]) => [label, key]))
  const none = { dutyCredentials: null, memo: null }
  const offers: Offer[] = []
  const titled = collected.find(({ title }) => keys.has(title ?? ''))
  const titles = await heldOf(ctx, TITLE_KIND)
  const key = keys.get(titled?.title ?? '')
  if (titled && key && !titles.some(({ dutyCredentials }) => dutyCredentials === key)) {
    const held = words.get(titles[0]?.dutyCredentials ?? '') ?? null
    const { taskName, title } = titled
    offers.push({ ...none, portfolioType: TITLE_KIND, taskName, said: title ?? '', held, dutyCredentials: key })
  }
  const [newest] = collected
  const taught = await heldOf(ctx, TEACHING_KIND)
  const memo = newest && [newest.schoolName, newest.teaching].filter(Boolean).join('：')
  if (newest && memo && !taught.some((entry) => entry.memo === memo))
    offers.push({
      ...none,
      portfolioType: TEACHING_KIND,
      taskName: newest.taskName,
      said: memo,
      held: taught[0]?.memo ?? null,
      memo,
    })
  return offers
}

export const collectedHandlers = [implement(collectedOffers, (ctx) => offersOf(ctx))]
