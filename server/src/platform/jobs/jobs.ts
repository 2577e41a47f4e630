import type { Ctx } from '../ctx.ts'

/** What a running job may do beside its work: say how far it is, and notice that it is no longer wanted. */
export interface JobProgress {
  /** Throws when the job has been cancelled. `done` and `total` in the job's own units. */
  report(progress: { done?: number; total?: number; step?: string; text?: string }): Promise<void>
  /** Aborted on cancel and on shutdown. */
  signal: AbortSignal
}

export interface JobDefinition<P extends object = object> {
  /** `<domain>.<verb>-<noun>`. */
  name: string
  title: string
  /** At most one job of this key is waiting or running: `examId` gives one run per exam. */
  singletonKey?: (payload: P) => string
  /** Runs with the rights of the user who asked. Answers what the job centre shows when it is done. */
  run(ctx: Ctx, payload: P, progress: JobProgress): Promise<JobResult | void>
  /** Called once when a run ends without success: cancel, fault, or a process that died for the last time. */
  onFailure?(ctx: Ctx, payload: P, message: string): Promise<void>
}

export interface JobResult {
  text?: string
  /** A path of the web app to look at the result. */
  link?: string
  fileId?: string
}

/** Long work is handed over here, inside the caller's transaction. */
export interface Jobs {
  /** Answers the id of the job, or of the one that already runs for the same key. */
  start<P extends object>(ctx: Ctx, job: JobDefinition<P>, payload: P, title?: string): Promise<string>
}

export function defineJob<P extends object>(job: JobDefinition<P>): JobDefinition<P> {
  return job
}
