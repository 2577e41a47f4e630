import { rm, writeFile } from 'node:fs/promises'
import { registry } from '@xueheng/contract'
import { assertMay } from '../access/rights.ts'
import { bindCall, givenBy } from '../bind-call.ts'
import type { Ctx, JobProgress, JobResult } from '../ctx.ts'
import { AppError } from '../error.ts'
import { type FileAnswer, isFileAnswer } from '../files/files.ts'
import { defineJob } from '../jobs/jobs.ts'
import { type Module, type RequestInfo, defineModule } from '../module.ts'
import { LONG_EXPORT, type LongExport } from './long-export.ts'

/** Workbooks of long lists, made by the calls that export them, whichever module answers. */
export function exportModule(modules: readonly Module[]): Module {
  const given = givenBy(modules)
  const calls = new Map(registry.calls.map((call) => [call.name, call]))
  const job = defineJob<LongExport>({
    ...LONG_EXPORT,
    async run(ctx, { call: name, query, origin }, progress) {
      const call = calls.get(name)
      if (!call) throw new AppError('row.notFound')
      if (typeof call.access !== 'string') assertMay(ctx, call.access.permission)
      // Who asked for it has proven who he is where the call wants that, before the job was begun.
      const user = { ...ctx.user, freshUntil: Infinity }
      const asking: Ctx = { ...ctx, user, ...(origin && { origin }), report: progress.report }
      const answer = await bindCall(call, registry, given).run(asking, query, NO_REQUEST)
      if (!isFileAnswer(answer)) throw new Error(`${name} answers no file`)
      return keepFile(ctx, answer, progress)
    },
  })
  return defineModule({ name: 'exports', jobs: [job] })
}

async function keepFile(ctx: Ctx, { name, body, rows = 0 }: FileAnswer, progress: JobProgress): Promise<JobResult> {
  const path = ctx.files.tempPath('xlsx')
  try {
    await writeFile(path, body, { signal: progress.signal })
    const { fileId } = await ctx.files.keep(ctx, { path, name })
    return { text: `共${rows}行`, fileId }
  } finally {
    await rm(path, { force: true })
  }
}

/** A job has no request; a handler that wants one exports no list. */
const NO_REQUEST: RequestInfo = {
  get request(): never {
    throw new Error('a job has no request')
  },
  get reply(): never {
    throw new Error('a job has no reply')
  },
  uploads: [],
}
