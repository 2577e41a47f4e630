import { PAPERS, type Paper } from '@xueheng/contract/domains/report/paper.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { noteAnswer } from '../../../platform/audit/child-access.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { wallDay } from '../../../platform/clock.ts'
import type { Ctx, JobDefinition, JobProgress, JobResult, SealChoice } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import type { Press } from '../../../platform/paper/paper.ts'
import { type Papers, type PrintedDoc, printPapers } from '../../../platform/paper/print-papers.ts'
import { sealOf } from '../../../platform/paper/sealer.ts'
import { filtersOf, requiredReason } from '../../../platform/rows/export.ts'
import type { Library } from '../library.ts'
import { type PlannedDoc, toRequest, toWorkbook } from './paper-doc.ts'
import { type PaperDesk, type PaperInput, openPaperDesk } from './paper-desk.ts'
import { planPapers } from './plan-papers.ts'
import { withOwnWords } from './text/edited-doc.ts'

interface PaperPayload {
  paper: string
  input: PaperInput
  seal?: SealChoice | undefined
}

/** What has been printed so far. */
interface Tally {
  documents: number
  students: number
  /** Texts of people that no longer fit the figures, and were left out. */
  stale: number
}

/** Calls and job of every paper. */
export function paperWork(library: Library): { handlers: Implementation[]; job: JobDefinition<PaperPayload> } {
  const job = defineJob<PaperPayload>({
    name: 'report.print-paper',
    title: '印制报告',
    run: (ctx, payload, progress) => print(ctx, library, payload, progress),
  })
  const handlers = PAPERS.map((paper) =>
    implement(paper.call, (ctx, input) => startPaper(ctx, library, job, paper, input)),
  )
  return { handlers, job }
}

/** Looks at once whether the reader may have the paper, writes down who asks for it and why, and leaves the rest to a job. */
async function startPaper(
  ctx: Ctx,
  library: Library,
  job: JobDefinition<PaperPayload>,
  paper: Paper,
  input: Input<Paper['call']>,
): Promise<{ jobId: string }> {
  const desk = await openPaperDesk(ctx, library, input)
  const reason = paper.isOfStudents ? requiredReason(input.reason) : undefined
  const format = formatOf(input)
  const seal = await sealOf(ctx, input, format, 'report')
  const after = { filters: filtersOf({ ...input }), format, ...(reason && { reason }) }
  await logOperation(ctx, paper.call.name, paper.call.title, {
    entity: 'examInfo',
    rowId: input.examId,
    after,
  })
  const title = `${desk.source.examName} ${paper.title}`
  return { jobId: await ctx.jobs.start(ctx, job, { paper: paper.name, input, seal }, title) }
}

async function print(
  ctx: Ctx,
  library: Library,
  { paper: name, input, seal }: PaperPayload,
  progress: JobProgress,
): Promise<JobResult> {
  const paper = PAPERS.find((one) => one.name === name)
  if (!paper) throw refuse('没有这种报告')
  const desk = await openPaperDesk(ctx, library, input)
  await progress.report({ step: '读取数据' })
  const plan = await planPapers(desk, name)
  if (plan.length === 0) throw refuse('所选范围内没有可以印制的数据，请检查县区、学校或班级')
  const tally: Tally = { documents: 0, students: 0, stale: 0 }
  const papers: Papers = {
    name: fileName(desk, paper),
    format: formatOf(input),
    docs: plan.map((planned) => (press) => setOne(desk, name, planned, press, tally)),
    seal,
  }
  return printPapers(ctx, papers, progress, async (inside, fileId) => {
    await logOperation(inside, `${paper.call.name}.made`, `${paper.title}印成`, {
      entity: 'examInfo',
      rowId: input.examId,
      after: { documents: tally.documents, rows: tally.students },
    })
    return { text: madeText(tally), fileId }
  })
}

function madeText({ documents, stale }: Tally): string {
  return stale > 0 ? `${documents}份，${stale}处改写因数据更新未采用` : `${documents}份`
}

async function setOne(
  desk: PaperDesk,
  paper: string,
  { document, write }: PlannedDoc,
  press: Press,
  tally: Tally,
): Promise<PrintedDoc> {
  const key = { examId: desk.source.examId, paper, document }
  const { doc, stale } = await withOwnWords(desk.ctx, key, await write())
  const isSheet = formatOf(desk.input) === 'xlsx'
  const body = isSheet ? await toWorkbook(desk, doc) : await press.print(toRequest(desk, doc))
  const act = {
    kind: 'printed',
    call: `report.${paper}`,
    title: doc.name,
    reason: desk.input.reason ?? undefined,
  } as const
  await noteAnswer(desk.ctx, act, doc.rows)
  tally.documents += 1
  tally.students += doc.students
  tally.stale += stale.length
  return { name: doc.name, body }
}

function formatOf({ format }: PaperInput): 'pdf' | 'xlsx' {
  const asked = format ?? 'pdf'
  if (asked === 'pdf' || asked === 'xlsx') return asked
  throw refuse('格式只能是 pdf 或 xlsx')
}

/** 考试_报告_范围_日期 */
function fileName(desk: PaperDesk, paper: Paper): string {
  const day = wallDay(desk.ctx.now).replaceAll('-', '')
  return `${desk.source.examName}_${paper.title}_${desk.units}_${day}`
}
