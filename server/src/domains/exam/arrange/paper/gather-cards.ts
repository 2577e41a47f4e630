import { ARRANGE_PAPERS } from '@xueheng/contract/domains/exam/arrange/arrange-paper.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { generateAllAdmissionCard } from '@xueheng/contract/domains/exam/arrange/gather-cards.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../../platform/access/doors.ts'
import type { Ctx, JobProgress, JobResult, SealChoice } from '../../../../platform/ctx.ts'
import { refuse } from '../../../../platform/error.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { implement } from '../../../../platform/module.ts'
import { printPapers } from '../../../../platform/paper/print-papers.ts'
import { sealOf } from '../../../../platform/paper/sealer.ts'
import { requiredReason } from '../../../../platform/rows/export.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { noteStep } from '../tasks.ts'
import { splitCards } from './arrange-doc.ts'
import { papersOf } from './print-arrangement.ts'
import { readSitters } from './read-sitters.ts'

type Asked = Input<typeof generateAllAdmissionCard>
interface Payload {
  arrangeTaskId: string
  gatherTaskId: string
  schoolCode: string | null
  seal?: SealChoice | undefined
}

/** Cards of a collection: who is in it comes from there, where each sits from a seating plan. */
export const gatherCardsJob = defineJob<Payload>({
  name: 'exam.print-gather-cards',
  title: generateAllAdmissionCard.title,
  subject: ({ gatherTaskId }) => gatherTaskId,
  run: print,
})

const PRINTABLE = arrangeStates.actions.print.from.map((state) => arrangeStates.states[state].value)

/** Codes of the collected students the reader sees. */
function codesOf(
  ctx: Ctx,
  { gatherTaskId, schoolCode }: Pick<Payload, 'gatherTaskId' | 'schoolCode'>,
): RawBuilder<unknown> {
  return sql`(select g.student_code from ${visible(ctx, gatherStudent)} g where g.gather_task_id = ${gatherTaskId}
    and (${schoolCode}::varchar is null or g.school_code = ${schoolCode}))`
}

/** The newest plan in which any of them has a number. */
async function findPlan(ctx: Ctx, asked: Asked): Promise<string> {
  const { rows } = await sql<{ id: string }>`select t.id from ${visible(ctx, examArrangeTask)} t
    where t.arrange_status = any(${PRINTABLE}::int[]) and (${asked.arrangeTaskId}::bigint is null or t.id = ${asked.arrangeTaskId})
      and exists (select 1 from ${visible(ctx, examArrangeTaskStudent)} s where s.arrange_task_id = t.id
        and s.student_number is not null and s.student_code in ${codesOf(ctx, asked)})
    order by t.create_time desc, t.id desc limit 1`.execute(ctx.db)
  const [plan] = rows
  if (!plan) throw refuse('没有给这些学生编好考号的编排任务')
  return plan.id
}

async function start(ctx: Ctx, asked: Asked): Promise<{ jobId: string }> {
  const { taskName } = await findOrRefuse(gatherTask, ctx, asked.gatherTaskId)
  const { gatherTaskId, schoolCode } = asked
  const arrangeTaskId = await findPlan(ctx, asked)
  const { name, title } = generateAllAdmissionCard
  const reason = requiredReason(asked.reason ?? '印制准考证')
  const seal = await sealOf(ctx, asked, 'pdf', 'exam')
  await noteStep(ctx, arrangeTaskId, name, title, { taskName, reason, schoolCode, ...seal })
  const payload = { arrangeTaskId, gatherTaskId, schoolCode, seal }
  return { jobId: await ctx.jobs.start(ctx, gatherCardsJob, payload, `${taskName} ${ARRANGE_PAPERS.admission.title}`) }
}

async function print(ctx: Ctx, payload: Payload, progress: JobProgress): Promise<JobResult> {
  const { taskName } = await findOrRefuse(examArrangeTask, ctx, payload.arrangeTaskId)
  await progress.report({ step: '读取数据' })
  const whose = codesOf(ctx, payload)
  const students = await readSitters(ctx, { id: payload.arrangeTaskId, examRoomNo: null, schoolCode: null }, whose)
  if (students.length === 0) throw refuse('所选范围内没有编好考号的考生')
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${whose} c`.execute(ctx.db)
  const missing = (counted.rows[0]?.num ?? 0) - students.length
  const docs = splitCards(students)
  const papers = papersOf(ctx, { taskName, paper: 'admission', format: 'pdf', docs, seal: payload.seal })
  return printPapers(ctx, papers, progress, async (inside, fileId) => {
    const { name: call, title } = generateAllAdmissionCard
    const documents = docs.length
    await noteStep(inside, payload.arrangeTaskId, `${call}.made`, title, { documents, rows: students.length, missing })
    const rows = students.length
    if (missing === 0) return { text: `${documents}份，${rows}人`, fileId }
    return { text: `${documents}份，${rows}人；${missing}人没有考号，不在其中`, fileId }
  })
}

export const gatherCardHandlers = [implement(generateAllAdmissionCard, start)]
