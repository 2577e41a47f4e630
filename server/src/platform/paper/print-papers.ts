import { rm, writeFile } from 'node:fs/promises'
import type { Ctx, JobProgress, JobResult, OpenSeal, SealChoice } from '../ctx.ts'
import { zipInto } from '../sheet/zip-file.ts'
import { type Press, withPress } from './paper.ts'

/** One document of a job: its name without ending, and its bytes. */
export interface PrintedDoc {
  name: string
  body: Buffer
}

/** What a job prints. */
export interface Papers {
  /** Of the file, without its ending. */
  name: string
  format: 'pdf' | 'xlsx'
  /** Each sets one document; no more than one is held. */
  docs: readonly ((press: Press) => Promise<PrintedDoc>)[]
  /** Pressed on every one of them, or none is kept. */
  seal: SealChoice | undefined
}

/**
 * Sets documents and keeps them as one file, several as a zip, sealed where a seal was chosen; what `finish` writes, what
 * was signed and the end of the job are one transaction.
 */
export async function printPapers(
  ctx: Ctx,
  papers: Papers,
  progress: JobProgress,
  finish: (inside: Ctx, fileId: string) => Promise<JobResult>,
): Promise<JobResult> {
  const { name, format, docs } = papers
  const seal = papers.seal && (await ctx.sealer.open(ctx, papers.seal))
  const ending = docs.length === 1 ? format : 'zip'
  const path = ctx.files.tempPath(ending)
  try {
    await writeDocs(ctx, papers, seal, path, progress)
    const sealed = seal ? '_已盖章' : ''
    const { fileId } = await ctx.files.keep(ctx, { path, name: `${safeName(name)}${sealed}.${ending}` })
    return await progress.finish(async (inside) => {
      await seal?.finish(inside)
      const result = await finish(inside, fileId)
      return seal ? { ...result, text: `${result.text ?? ''}，已盖「${seal.sealName}」` } : result
    })
  } finally {
    await rm(path, { force: true })
  }
}

async function writeDocs(
  ctx: Ctx,
  { name: title, format, docs }: Papers,
  seal: OpenSeal | undefined,
  path: string,
  progress: JobProgress,
): Promise<void> {
  const step = seal ? '排版与盖章' : '排版'
  await withPress(ctx.files.facesFolder(), progress.signal, async (press) => {
    const print = async (set: Papers['docs'][number], done: number): Promise<PrintedDoc> => {
      await progress.report({ step, done, total: docs.length })
      const { name, body } = await set(press)
      const file = `${safeName(name)}.${format}`
      // Whoever reads the log of signatures later sees no folder around it.
      return { name: file, body: seal ? await seal.press(`${title}/${file}`, body) : body }
    }
    const [only] = docs
    if (only && docs.length === 1) return writeFile(path, (await print(only, 0)).body)
    return zipInto(path, async (add) => {
      for (const [done, set] of docs.entries()) {
        const { name, body } = await print(set, done)
        await add(name, body)
      }
    })
  })
}

function safeName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}
