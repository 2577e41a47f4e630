import {
  ARRANGE_PAPERS,
  type ArrangePaper,
  printArrangement,
} from '@xueheng/contract/domains/exam/arrange/arrange-paper.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { wallDay } from '../../../../platform/clock.ts'
import type { Ctx, JobProgress, JobResult, SealChoice } from '../../../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../../../platform/error.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { implement } from '../../../../platform/module.ts'
import type { Press } from '../../../../platform/paper/paper.ts'
import { type Papers, printPapers } from '../../../../platform/paper/print-papers.ts'
import { sealOf } from '../../../../platform/paper/sealer.ts'
import { requiredReason } from '../../../../platform/rows/export.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { noteStep } from '../tasks.ts'
import { type ArrangeDoc, splitDocs, toRequest, toWorkbook } from './arrange-doc.ts'
import { readPhotos } from './read-photos.ts'
import { readSitters } from './read-sitters.ts'

type Asked = Input<typeof printArrangement>
type Payload = Asked & { seal?: SealChoice | undefined }
type Format = 'pdf' | 'xlsx'

/** Prints a paper of a plan for those whom the reader sees. */
export const printArrangementJob = defineJob<Payload>({
  name: 'exam.print-arrangement',
  title: '印制考务材料',
  run: print,
})

/** Who asks why is written down at once; the paper is a job. */
async function start(ctx: Ctx, asked: Asked): Promise<{ jobId: string }> {
  const { taskName, arrangeStatus } = await findOrRefuse(examArrangeTask, ctx, asked.id)
  if (!canDo(arrangeStates, 'print', arrangeStatus ?? 0)) throw conflict('编好考号以后才能印制')
  const paper = paperOf(asked.paper)
  const format = formatOf(asked.format)
  const reason = requiredReason(asked.reason)
  const { examRoomNo, schoolCode } = asked
  const seal = await sealOf(ctx, asked, format, 'exam')
  const after = { taskName, paper, format, reason, examRoomNo, schoolCode, ...seal }
  await noteStep(ctx, asked.id, printArrangement.name, printArrangement.title, after)
  const title = `${taskName} ${ARRANGE_PAPERS[paper].title}`
  return { jobId: await ctx.jobs.start(ctx, printArrangementJob, { ...asked, seal }, title) }
}

function paperOf(name: string): ArrangePaper {
  const names = Object.keys(ARRANGE_PAPERS) as ArrangePaper[]
  const found = names.find((one) => one === name)
  if (!found) throw fault('paper', '没有这种材料')
  return found
}

function formatOf(asked: string | null): Format {
  const format = asked ?? 'pdf'
  if (format === 'pdf' || format === 'xlsx') return format
  throw fault('format', '格式只能是 pdf 或 xlsx')
}

async function print(ctx: Ctx, asked: Payload, progress: JobProgress): Promise<JobResult> {
  const { taskName } = await findOrRefuse(examArrangeTask, ctx, asked.id)
  const paper = paperOf(asked.paper)
  const format = formatOf(asked.format)
  await progress.report({ step: '读取数据' })
  const students = await readSitters(ctx, asked)
  if (students.length === 0) throw refuse('所选范围内没有编好考号的考生')
  const docs = splitDocs(paper, students)
  const papers = papersOf(ctx, { taskName, paper, format, docs, seal: asked.seal })
  return printPapers(ctx, papers, progress, async (inside, fileId) => {
    const { name: call, title } = printArrangement
    await noteStep(inside, asked.id, `${call}.made`, title, { documents: docs.length, rows: students.length })
    return { text: `${docs.length}份，${students.length}人`, fileId }
  })
}

interface Printing {
  taskName: string
  paper: ArrangePaper
  format: Format
  docs: readonly ArrangeDoc[]
  seal: SealChoice | undefined
}

/** What is printed of a plan, one document after the other. */
export function papersOf(ctx: Ctx, { taskName, paper, format, docs, seal }: Printing): Papers {
  const set = async (press: Press, doc: ArrangeDoc): Promise<Buffer> => {
    if (format === 'xlsx') return toWorkbook(taskName, paper, doc)
    const photos = await readPhotos(ctx, paper === 'admission' ? doc.students : [])
    return press.print(toRequest(ctx, taskName, paper, doc, photos))
  }
  return {
    name: `${taskName}_${ARRANGE_PAPERS[paper].title}_${wallDay(ctx.now).replaceAll('-', '')}`,
    format,
    docs: docs.map((doc) => async (press) => ({ name: doc.name, body: await set(press, doc) })),
    seal,
  }
}

export const arrangePaperHandlers = [implement(printArrangement, start)]
