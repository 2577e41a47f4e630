import { rm, writeFile } from 'node:fs/promises'
import { registry } from '@xueheng/contract'
import { assertMay } from '../access/rights.ts'
import { PROOF_MS, requireFresh, wantsProof } from '../access/step-up.ts'
import { bindCall, givenBy } from '../bind-call.ts'
import type { Ctx, JobProgress, JobResult } from '../ctx.ts'
import { AppError, refuse } from '../error.ts'
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
    async run(ctx, { call: name, query, origin, askedAt = Date.now() }, progress) {
      const call = calls.get(name)
      if (!call) throw new AppError('row.notFound')
      if (typeof call.access !== 'string') assertMay(ctx, call.access.permission)
      // Whoever asked had proven who he is where the call wants that: it holds as long for a job that waits.
      const user = { ...ctx.user, freshUntil: askedAt + PROOF_MS }
      const asking: Ctx = { ...ctx, user, ...(origin && { origin }), report: progress.report }
      const exporting = async () => {
        if (wantsProof(call, query)) requireFresh(user, Date.now())
        return bindCall(call, registry, given).run(asking, query, NO_REQUEST)
      }
      const answer = await exporting().catch(refuseStale)
      if (!isFileAnswer(answer)) throw new Error(`${name} answers no file`)
      return keepFile(ctx, answer, progress)
    },
  })
  return defineModule({ name: 'exports', jobs: [job] })
}

function refuseStale(error: unknown): never {
  throw error instanceof AppError && error.isStepUp ? refuse('等待的时间超过了身份验证的有效期，请重新导出') : error
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
