import { open, rm, writeFile } from 'node:fs/promises'
import { PAPERS, type Paper } from '@xueheng/contract/domains/report/paper.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { wallDay } from '../../../platform/clock.ts'
import type { Ctx, JobDefinition, JobProgress, JobResult } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { type Press, withPress } from '../../../platform/paper/paper.ts'
import { filtersOf, requiredReason } from '../../../platform/rows/export.ts'
import { createZip } from '../../../platform/sheet/zip-writer.ts'
import type { Library } from '../library.ts'
import { type PaperDoc, toRequest, toWorkbook } from './paper-doc.ts'
import { type PaperDesk, type PaperInput, openPaperDesk } from './paper-desk.ts'
import { planPapers } from './plan-papers.ts'

interface PaperPayload {
  paper: string
  input: PaperInput
}

/** What has been printed so far. */
interface Tally {
  documents: number
  students: number
}

/** Calls and job of every paper. */
export function paperWork(library: Library): { handlers: Implementation[]; job: JobDefinition<PaperPayload> } {
  const job = defineJob<PaperPayload>({
    name: 'report.print-paper',
    title: '印制报告',
    run: (ctx, payload, progress) => printPapers(ctx, library, payload, progress),
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
  input: PaperInput,
): Promise<{ jobId: string }> {
  const desk = await openPaperDesk(ctx, library, input)
  const reason = paper.isOfStudents ? requiredReason(input.reason) : undefined
  if (!['pdf', 'xlsx'].includes(input.format ?? 'pdf')) throw refuse('格式只能是 pdf 或 xlsx')
  const after = { filters: filtersOf({ ...input }), format: input.format ?? 'pdf', ...(reason && { reason }) }
  await logOperation(ctx, paper.call.name, paper.call.title, {
    entity: 'examInfo',
    rowId: input.examId,
    after,
  })
  const title = `${desk.source.examName} ${paper.title}`
  return { jobId: await ctx.jobs.start(ctx, job, { paper: paper.name, input }, title) }
}

async function printPapers(
  ctx: Ctx,
  library: Library,
  { paper: name, input }: PaperPayload,
  progress: JobProgress,
): Promise<JobResult> {
  const paper = PAPERS.find((one) => one.name === name)
  if (!paper) throw refuse('没有这种报告')
  const desk = await openPaperDesk(ctx, library, input)
  await progress.report({ step: '读取数据' })
  const plan = await planPapers(desk, name)
  if (plan.length === 0) throw refuse('所选范围内没有可以印制的数据，请检查县区、学校或班级')
  const ending = input.format === 'xlsx' ? 'xlsx' : 'pdf'
  const path = ctx.files.tempPath(plan.length === 1 ? ending : 'zip')
  try {
    const tally = await writePapers(desk, plan, path, ending, progress)
    const file = await ctx.files.keep(ctx, { path, name: fileName(desk, paper, plan.length === 1 ? ending : 'zip') })
    return await progress.finish(async (inside) => {
      await logOperation(inside, `${paper.call.name}.made`, `${paper.title}印成`, {
        entity: 'examInfo',
        rowId: input.examId,
        after: { documents: tally.documents, rows: tally.students },
      })
      return { text: `${tally.documents}份`, fileId: file.fileId }
    })
  } finally {
    await rm(path, { force: true })
  }
}

type Plan = Awaited<ReturnType<typeof planPapers>>

/** One document after the other: no more than one is held. */
async function writePapers(
  desk: PaperDesk,
  plan: Plan,
  path: string,
  ending: 'pdf' | 'xlsx',
  progress: JobProgress,
): Promise<Tally> {
  const tally: Tally = { documents: 0, students: 0 }
  const print = async (press: Press, write: Plan[number]): Promise<{ doc: PaperDoc; body: Buffer }> => {
    await progress.report({ step: '排版', done: tally.documents, total: plan.length })
    const doc = await write()
    const body = ending === 'xlsx' ? await toWorkbook(desk, doc) : await press.print(toRequest(desk, doc))
    tally.documents += 1
    tally.students += doc.students
    return { doc, body }
  }
  await withPress(desk.ctx.files.facesFolder(), progress.signal, async (press) => {
    const [only] = plan
    if (only && plan.length === 1) return writeFile(path, (await print(press, only)).body)
    return zipInto(path, async (add) => {
      for (const one of plan) {
        const { doc, body } = await print(press, one)
        await add(`${safeName(doc.name)}.${ending}`, body)
      }
    })
  })
  return tally
}

async function zipInto(
  path: string,
  fill: (add: (name: string, body: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, 'w')
  try {
    const zip = createZip(async (chunk) => {
      await handle.write(chunk)
    })
    await fill((name, body) => zip.add(name, body))
    await zip.end()
  } finally {
    await handle.close()
  }
}

/** 考试_报告_范围_日期 */
function fileName(desk: PaperDesk, paper: Paper, ending: string): string {
  const day = wallDay(desk.ctx.now).replaceAll('-', '')
  return `${safeName(`${desk.source.examName}_${paper.title}_${desk.units}_${day}`)}.${ending}`
}

function safeName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}
