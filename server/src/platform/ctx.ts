import type { SealedKind } from '@xueheng/contract/platform/paper.ts'
import type { Readable } from 'node:stream'
import type { Analytics } from './analytics/analytics.ts'
import type { AccessRules } from './access/rules.ts'
import type { CtxUser, Scope } from './access/user.ts'
import type { Db } from './db/db.ts'

export type { CtxUser, Duty, Scope, Viewer } from './access/user.ts'
export type { Db } from './db/db.ts'

export interface Logger {
  info(data: object, message?: string): void
  warn(data: object, message?: string): void
  error(data: object, message?: string): void
}

/** One uploaded file, already stored and measured. */
export interface Upload {
  fileId: string
  /** Where it lies on this machine for the time of the request or job. */
  path: string
  name: string
  size: number
  sha256: string
}

/** A file as it came in with a request. */
export interface ReceivedFile extends Upload {
  /** As it was called where it comes from. */
  originalName: string
}

/** A file that is looked through and not kept. */
export interface LookedFile {
  path: string
  name: string
  size: number
}

/** A file of the data folder that no row of files stands for: its place there, and its contents. */
export interface SharedFile {
  path: string
  sha256: string
}

/** Stored files by id. Contents lie in a local folder or an S3-compatible store under their hash. */
export interface Files {
  /** Keeps the contents of a local file (it may be moved) and answers its id. `store`: code of the store where it is not the enabled one. */
  keep(ctx: Ctx, file: { path: string; name: string; store?: string }): Promise<Upload>
  /** A local path with the contents, for libraries that want a file. */
  localPath(ctx: Ctx, fileId: string): Promise<Upload>
  read(ctx: Ctx, fileId: string): Promise<{ name: string; size: number; stream: Readable }>
  /** Puts copies of files of the data folder where every machine of the installation can read them. Nothing to do where files stay on this machine. */
  share(ctx: Pick<Ctx, 'db' | 'user'>, files: readonly SharedFile[]): Promise<void>
  /** Lays a shared file at its path in this data folder. Answers whether anybody has shared it. */
  fetch(ctx: Pick<Ctx, 'db' | 'user'>, file: SharedFile): Promise<boolean>
  /** A fresh path in the temporary folder; removed when the process starts again. */
  tempPath(extension: string): string
  /**
   * The path of a file that `write` makes of immutable ones, kept for later; `recipe` names all its contents depend on. It may be gone
   * after the request. Nothing where it cannot be written: its reader does without.
   */
  derive(
    ctx: Pick<Ctx, 'user' | 'log'>,
    recipe: string,
    write: (path: string) => Promise<void>,
  ): Promise<string | undefined>
  /** Folder of an exam: `packages/<tenant>/<exam>` below the data folder. */
  packageFolder(tenantId: string, examId: string): string
  /** Folder of the house's own typefaces for documents: `faces` below the data folder; it need not exist. */
  facesFolder(): string
}

/** What a running job may do beside its work: say how far it is, and notice that it is no longer wanted. */
export interface JobProgress {
  /** Throws when the job has been cancelled. `done` and `total` in the job's own units. */
  report(progress: { done?: number; total?: number; step?: string; text?: string }): Promise<void>
  /** Runs `work` in one transaction with the end of the job: what it writes and 已完成 are kept together or not at all. */
  finish(work: (ctx: Ctx) => Promise<JobResult>): Promise<JobResult>
  /** Aborted on cancel, on shutdown, and when another process has taken the job over. */
  signal: AbortSignal
}

export interface JobDefinition<P extends object = object> {
  /** `<domain>.<verb>-<noun>`. */
  name: string
  title: string
  /** At most one job of this key is waiting or running: `examId` gives one run per exam. */
  singletonKey?: (payload: P) => string
  /** The row the work is about, by its id; screens of that row find the job by it. */
  subject?: (payload: P) => string
  /** Runs with the rights of the user who asked. Answers what the job centre shows when it is done. */
  run(ctx: Ctx, payload: P, progress: JobProgress): Promise<JobResult | void>
  /** Called once when a run ends without success, in one transaction with its end: cancel, fault, or a process that died for the last time. */
  onFailure?(ctx: Ctx, payload: P, message: string): Promise<void>
}

export interface JobResult {
  text?: string
  /** A path of the web app to look at the result. */
  link?: string
  fileId?: string
}

/** What is said of a job when it is started. */
export type JobName<P extends object> = Pick<JobDefinition<P>, 'name' | 'title' | 'singletonKey' | 'subject'>

/** Long work is handed over here, inside the caller's transaction. */
export interface Jobs {
  /** Answers the id of the job, or of the one that already runs for the same key. */
  start<P extends object>(ctx: Ctx, job: JobName<P>, payload: P, title?: string): Promise<string>
}

/** A seal by its id, the strategy that says where it goes and how it is signed, and what it is for. */
export interface SealChoice {
  sealId: string
  strategyId: string
  kind: SealedKind
}

/** A seal while a job presses it. */
export interface OpenSeal {
  sealName: string
  /** The paper with its signature. Refuses by the paper's name and the reason, which is kept in the log of signatures. */
  press(name: string, pdf: Buffer): Promise<Buffer>
  /** Writes down what was signed, in the transaction that keeps the papers. */
  finish(inside: Ctx): Promise<void>
}

/** Seals papers before they are kept; a module brings it. */
export interface PaperSealer {
  /** Refuses in words what speaks against using the seal now. */
  open(ctx: Ctx, choice: SealChoice): Promise<OpenSeal>
}

/** The request behind what is done: as its answer and the server's log name it, and the address it came from. */
export interface Origin {
  requestId: string
  ip: string
}

/** The only thing passed around: every handler, hook and job gets it first. */
export interface Ctx {
  /** Bound to the caller's tenant; inside a POST it is the request's transaction. */
  db: Db
  user: CtxUser
  scope: Scope
  /** What modules say of who sees which rows. */
  rules: AccessRules
  log: Logger
  jobs: Jobs
  files: Files
  analytics: Analytics
  /** Encrypts a secret under the master key for one place; see `secretPlaces`. */
  encrypt(place: string, secret: string): string
  /** Presses seals on papers. */
  sealer: PaperSealer
  /** Where the request came from; work nobody waits for has none. */
  origin?: Origin
  /** What the browser keeps of choices: the public account, say. No proof of anything. */
  cookie?(name: string): string | undefined
  now: Date
  /** The caller was asked, and means it: see `askFirst`. */
  isConfirmed?: boolean
  /** Says how far work is that a job does; throws where it is no longer wanted. */
  report?: JobProgress['report']
  /** Does `work` once what the request writes is kept: what others are told must already be true. */
  afterwards(work: () => Promise<void>): void
}
