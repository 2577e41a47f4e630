import { open, rm, writeFile } from 'node:fs/promises'
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
import type { Ctx, JobProgress, JobResult } from '../../../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../../../platform/error.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { implement } from '../../../../platform/module.ts'
import { type Press, withPress } from '../../../../platform/paper/paper.ts'
import { requiredReason } from '../../../../platform/rows/export.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { createZip } from '../../../../platform/sheet/zip-writer.ts'
import { noteStep } from '../tasks.ts'
import { type ArrangeDoc, splitDocs, toRequest, toWorkbook } from './arrange-doc.ts'
import { readPhotos } from './read-photos.ts'
import { readSitters } from './read-sitters.ts'

type Asked = Input<typeof printArrangement>
type Format = 'pdf' | 'xlsx'

/** Prints a paper of a plan for those whom the reader sees. */
export const printArrangementJob = defineJob<Asked>({
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
  const after = { taskName, paper, format, reason, examRoomNo, schoolCode }
  await noteStep(ctx, asked.id, printArrangement.name, printArrangement.title, after)
  const title = `${taskName} ${ARRANGE_PAPERS[paper].title}`
  return { jobId: await ctx.jobs.start(ctx, printArrangementJob, asked, title) }
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

async function print(ctx: Ctx, asked: Asked, progress: JobProgress): Promise<JobResult> {
  const { taskName } = await findOrRefuse(examArrangeTask, ctx, asked.id)
  const paper = paperOf(asked.paper)
  const format = formatOf(asked.format)
  await progress.report({ step: '读取数据' })
  const students = await readSitters(ctx, asked)
  if (students.length === 0) throw refuse('所选范围内没有编好考号的考生')
  const docs = splitDocs(paper, students)
  return printDocs(ctx, { taskName, paper, format, docs }, progress, async (inside, fileId) => {
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
}

/** Sets documents and keeps them as one file; what is done with it and the end of the job are one transaction. */
export async function printDocs(
  ctx: Ctx,
  { taskName, paper, format, docs }: Printing,
  progress: JobProgress,
  finish: (inside: Ctx, fileId: string) => Promise<JobResult>,
): Promise<JobResult> {
  const ending = docs.length === 1 ? format : 'zip'
  const path = ctx.files.tempPath(ending)
  try {
    const to = { path, format, faces: ctx.files.facesFolder() }
    await writeDocs(docs, to, progress, async (press, doc) => {
      if (format === 'xlsx') return toWorkbook(taskName, paper, doc)
      const photos = await readPhotos(ctx, paper === 'admission' ? doc.students : [])
      return press.print(toRequest(ctx, taskName, paper, doc, photos))
    })
    const day = wallDay(ctx.now).replaceAll('-', '')
    const name = safeName(`${taskName}_${ARRANGE_PAPERS[paper].title}_${day}.${ending}`)
    const { fileId } = await ctx.files.keep(ctx, { path, name })
    return await progress.finish((inside) => finish(inside, fileId))
  } finally {
    await rm(path, { force: true })
  }
}

/** One document after the other; several are a zip. */
async function writeDocs(
  docs: readonly ArrangeDoc[],
  { path, format, faces }: { path: string; format: Format; faces: string },
  progress: JobProgress,
  set: (press: Press, doc: ArrangeDoc) => Promise<Buffer>,
): Promise<void> {
  await withPress(faces, progress.signal, async (press) => {
    const [only] = docs
    if (only && docs.length === 1) return writeFile(path, await set(press, only))
    const handle = await open(path, 'w')
    try {
      const zip = createZip(async (chunk) => {
        await handle.write(chunk)
      })
      for (const [done, doc] of docs.entries()) {
        await progress.report({ step: '排版', done, total: docs.length })
        await zip.add(`${safeName(doc.name)}.${format}`, await set(press, doc))
      }
      await zip.end()
    } finally {
      await handle.close()
    }
  })
}

function safeName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}

export const arrangePaperHandlers = [implement(printArrangement, start)]
