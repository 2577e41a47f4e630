import { readFile, rm, writeFile } from 'node:fs/promises'
import { sealInfo } from '@xueheng/contract/domains/seal/seal-info.ts'
import { signFiles, signUpload } from '@xueheng/contract/domains/seal/sign.ts'
import { signPreview } from '@xueheng/contract/domains/seal/sign-rule.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { ownFiles } from '../../platform/files/stored-file.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { type RequestInfo, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { DEFAULT_LIMITS } from '../../platform/sheet/sheet-fault.ts'
import { zipInto } from '../../platform/sheet/zip-file.ts'
import { readDirectory, unpackPieces } from '../../platform/sheet/zip-reader.ts'
import { readSeal } from './crypto/ses.ts'
import type { KeyProvider } from './key-provider.ts'
import { bodyOf } from './make-seal.ts'
import { pictureUrl } from './mould.ts'
import { withPdf } from './pdf-words.ts'
import { PdfFile } from './pdf/document.ts'
import { sizeOf } from './pdf/page-frame.ts'
import { placesOf } from './places.ts'
import { type Attempt, keepAttempts, signOne, writeLines } from './sign-attempt.ts'
import { openDesk, rulesOf } from './sign-document.ts'
import { type SignLine, signLogKey } from './sign-log.ts'

interface SignPayload {
  fileIds: string[]
  sealId: string
  strategyId: string
}

/** What became of one document: the sealed file in the temporary folder, or why there is none. */
interface Outcome {
  name: string
  path: string
  line: SignLine
}

/** A document that is to be sealed. */
interface Source {
  name: string
  read(): Promise<Buffer>
}

const MOST_FILES = 500
/** Millimetres of the seal of a unit. */
const COMMON = { width: 42, height: 42 }

/** Sealing as a job: what is signed, its lines in the log and the end of the job are kept together or not at all. */
export function signWork(keys: KeyProvider, masterKey: Buffer) {
  const logKey = signLogKey(masterKey)
  const job = defineJob<SignPayload>({
    name: 'seal.sign-documents',
    title: '文件盖章',
    run: (ctx, payload, progress) => signAll(ctx, keys, logKey, payload, progress),
  })
  const start = async (ctx: Ctx, payload: SignPayload, title: string) => {
    await openDesk(ctx, keys, { ...payload, kind: 'file' })
    return { jobId: await ctx.jobs.start(ctx, job, payload, title) }
  }
  const handlers = [
    implement(signUpload, async (ctx, { sealId, strategyId }, { uploads }) => {
      const foreign = uploads.find(({ name }) => !/\.(pdf|zip)$/i.test(name))
      if (foreign) throw new AppError('file.type', { name: foreign.name })
      const title = uploads.length === 1 ? `盖章：${uploads[0]?.originalName ?? ''}` : `盖章：${uploads.length}个文件`
      return start(ctx, { sealId, strategyId, fileIds: uploads.map(({ fileId }) => fileId) }, title)
    }),
    implement(signFiles, async (ctx, { sealId, strategyId, fileIds }) => {
      const asked = partsOf(fileIds)
      const files = await ownFiles(ctx, asked)
      if (asked.length === 0 || files.length !== asked.length) throw fault('fileIds', '文件不存在，或不是您的文件')
      const title = files.length === 1 ? `盖章：${files[0]?.name ?? ''}` : `盖章：${files.length}个文件`
      return start(ctx, { sealId, strategyId, fileIds: asked }, title)
    }),
    implement(signPreview, preview),
  ]
  return { handlers, job }
}

async function signAll(
  ctx: Ctx,
  keys: KeyProvider,
  logKey: Buffer,
  payload: SignPayload,
  progress: JobProgress,
): Promise<JobResult> {
  const desk = await openDesk(ctx, keys, { ...payload, kind: 'file' })
  const sources = await sourcesOf(ctx, payload.fileIds)
  const outcomes: Outcome[] = []
  try {
    for (const { name, read } of sources) {
      await progress.report({ step: '盖章', done: outcomes.length, total: sources.length })
      outcomes.push(await toFile(ctx, await signOne(ctx, desk, name, read)))
    }
    const good = outcomes.filter(({ line }) => line.isDone)
    if (good.length === 0) return await giveUp(ctx, logKey, outcomes)
    const file = await keepAll(ctx, good)
    return await progress.finish(async (inside) => {
      await writeLines(
        inside,
        logKey,
        desk,
        outcomes.map(({ line }) => line),
      )
      return { text: textOf(outcomes), fileId: file }
    })
  } finally {
    for (const { path } of outcomes) if (path) await rm(path, { force: true })
  }
}

async function toFile(ctx: Ctx, { name, bytes, line }: Attempt): Promise<Outcome> {
  const path = bytes ? ctx.files.tempPath('pdf') : ''
  if (bytes) await writeFile(path, bytes)
  return { name, path, line }
}

/** The attempts stay in the log although nothing came of them. */
async function giveUp(ctx: Ctx, logKey: Buffer, outcomes: Outcome[]): Promise<never> {
  await keepAttempts(
    ctx,
    logKey,
    outcomes.map(({ line }) => line),
  )
  throw refuse(textOf(outcomes))
}

function textOf(outcomes: Outcome[]): string {
  const bad = outcomes.filter(({ line }) => !line.isDone)
  const good = outcomes.length - bad.length
  const why = bad.slice(0, 3).map(({ name, line }) => `${name}：${line.errorMsg ?? ''}`)
  const more = bad.length > why.length ? '等' : ''
  const refused = bad.length > 0 ? `${bad.length}份未盖：${why.join('；')}${more}` : ''
  return [good > 0 ? `${good}份已盖章` : '', refused].filter(Boolean).join('，')
}

/** The PDF files themselves, and those of archives. */
async function sourcesOf(ctx: Ctx, fileIds: string[]): Promise<Source[]> {
  const sources: Source[] = []
  for (const id of fileIds) {
    const file = await ctx.files.localPath(ctx, id)
    if (/\.zip$/i.test(file.name)) sources.push(...(await packedIn(file.path)))
    else sources.push({ name: file.name, read: () => readFile(file.path) })
  }
  if (sources.length === 0) throw refuse('压缩包中没有PDF文件')
  if (sources.length > MOST_FILES) throw refuse(`一次最多盖${MOST_FILES}份文件`)
  return sources
}

async function packedIn(path: string): Promise<Source[]> {
  const archive = await readFile(path)
  return readDirectory(archive, DEFAULT_LIMITS)
    .filter(({ name }) => /\.pdf$/i.test(name))
    .map((member) => ({
      name: member.name.split('/').at(-1) ?? member.name,
      async read() {
        const pieces: Buffer[] = []
        for await (const piece of unpackPieces(archive, member)) pieces.push(piece)
        return Buffer.concat(pieces)
      },
    }))
}

/** One file as it is, several as an archive. */
async function keepAll(ctx: Ctx, good: Outcome[]): Promise<string> {
  const [only] = good
  if (only && good.length === 1) {
    return (await ctx.files.keep(ctx, { path: only.path, name: sealedName(only.name) })).fileId
  }
  const path = ctx.files.tempPath('zip')
  try {
    await packInto(path, good)
    return (await ctx.files.keep(ctx, { path, name: `已盖章${good.length}份.zip` })).fileId
  } finally {
    await rm(path, { force: true })
  }
}

function packInto(path: string, good: Outcome[]): Promise<void> {
  const taken = new Set<string>()
  return zipInto(path, async (add) => {
    for (const one of good) await add(freeName(sealedName(one.name), taken), await readFile(one.path))
  })
}

function freeName(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.pdf$/i, '')
  let free = name
  for (let n = 2; taken.has(free); n += 1) free = `${stem}(${n}).pdf`
  taken.add(free)
  return free
}

function sealedName(name: string): string {
  return `${name.replace(/\.pdf$/i, '')}_已盖章.pdf`
}

/** Where a seal would go; the size of a common one where none is chosen. */
async function preview(
  ctx: Ctx,
  { ruleIds, sealId }: Input<typeof signPreview>,
  { looked }: RequestInfo,
): Promise<Output<typeof signPreview>> {
  if (!looked) throw refuse('请选择文件')
  const rules = await rulesOf(ctx, partsOf(ruleIds))
  const seal = sealId ? readSeal(await bodyOf(ctx, (await findOrRefuse(sealInfo, ctx, sealId)).id)) : undefined
  return withPdf(async () => {
    const file = new PdfFile(await readFile(looked.path))
    const pages = file.pages()
    const size = pages[0] ? sizeOf(pages[0]) : COMMON
    return {
      pages: pages.length,
      pageWidth: Math.round(size.width),
      pageHeight: Math.round(size.height),
      places: await placesOf(file, rules, seal ?? COMMON),
      picture: seal ? pictureUrl(seal.pictureType, seal.picture) : '',
    }
  })
}
