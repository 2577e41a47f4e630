import type { JobDefinition } from '../ctx.ts'

export type { JobDefinition, JobProgress, JobResult, Jobs } from '../ctx.ts'

/** A job as its module declares it. */
export function defineJob<P extends object>(job: JobDefinition<P>): JobDefinition<P> {
  return job
}
