import type { Ctx, Logger } from '../ctx.ts'
import type { Listener } from '../db/listen.ts'
import type { Database } from '../db/pool.ts'
import type { JobDefinition } from './jobs.ts'

export interface JobDeps {
  database: Database
  listener: Listener
  log: Logger
  /** Every job the modules define, by name. */
  definitions: Map<string, JobDefinition>
  /** Every tenant of the installation. */
  tenantIds(): Promise<string[]>
  /** The context a job runs in: the user who asked, with the rights of now. */
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
  /** The context in which a job is ended whose user is gone. */
  nobodyOf(tenantId: string): Ctx
}

export interface JobRow {
  id: string
  tenantId: string
  userId: string
  name: string
  payload: object
  attempts: number
}
