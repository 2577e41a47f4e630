import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Program, startProgram } from './chaos/program.ts'
import type { TestApp } from './harness.ts'

/** Programs that do the work a test's server hands over, processes of their own: to be killed, or measured. */
export class Workers {
  private readonly folders: string[] = []

  constructor(
    private readonly app: TestApp,
    private readonly settings: Record<string, string>,
  ) {}

  start(): Promise<Program> {
    const folder = mkdtempSync(join(tmpdir(), 'worker-'))
    this.folders.push(folder)
    return startProgram(this.app.databaseUrl, folder, {
      MASTER_KEY: this.app.config.masterKey.toString('hex'),
      ALLOW_PRIVATE_ENDPOINTS: '1',
      ROLES: 'worker',
      ...this.settings,
    })
  }

  /** Removes what they kept. */
  clear(): void {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Jobs a killed process leaves grow old at once; the wait itself proves nothing. */
export async function ageJobs(owner: pg.Client): Promise<void> {
  await owner.query(`update job set heartbeat = now() - interval '1 minute' where state = 'running'`)
  await owner.query(`update pgboss.job set started_on = now() - interval '1 minute' where state = 'active'`)
}

/** The highest resident memory a process ever had, in MB. */
export function peakOf({ pid }: Program): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
