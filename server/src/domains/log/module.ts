import { sendLogs } from '@xueheng/contract/domains/log/client-errors.ts'
import { operation, operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { api, apiLog, error, errorLog, usual, usualLog } from '@xueheng/contract/domains/log/server-logs.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Logger } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Implementation, type Module, defineModule, implement } from '../../platform/module.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { SEALED_LOGS, auditKey, headOf, seal } from './audit-chain.ts'
import { keepLogs } from './client-errors.ts'
import { operationDetail } from './operation-changes.ts'
import { pruneLogs, tenantIds } from './retention.ts'
import { exportLog, readLine, readLog } from './read-log.ts'

type Calls = typeof usual | typeof api | typeof error

/** Logs are read here; they are written where things happen. */
export function logModule({ database }: { database: Database }): Module {
  return defineModule({
    name: 'log',
    handlers: [
      ...handlersOf(usualLog, usual),
      ...handlersOf(apiLog, api),
      ...handlersOf(errorLog, error),
      implement(operation.list, (ctx, input) => readLog(operationLog, ctx, input) as never),
      implement(operation.export, (ctx, input) => exportLog(operationLog, ctx, input)),
      implement(operation.detail, (ctx, { id }) => operationDetail(ctx, String(id)) as never),
      implement(sendLogs, (ctx, input, { request }) => keepLogs(database, ctx, input.items ?? [], request.ip)),
    ],
  })
}

function handlersOf(log: AnyEntity, calls: Calls): Implementation[] {
  return [
    implement(calls.list, (ctx, input) => readLog(log, ctx, input) as never),
    implement(calls.detail, (ctx, { id }) => readLine(log, ctx, String(id)) as never),
    implement(calls.export, (ctx, input) => exportLog(log, ctx, input)),
  ]
}

export interface LogTaskDeps {
  database: Database
  masterKey: Buffer
  log: Logger
}

const SEAL_SECONDS = 10

/** Sealing every few seconds, clearing away and naming the heads once a night. */
export function logTasks({ database, masterKey, log }: LogTaskDeps): ScheduledTask[] {
  const key = auditKey(masterKey)
  async function sealAll(): Promise<void> {
    for (const id of await tenantIds(database)) {
      for (const source of SEALED_LOGS) await seal(database.tenant(id), key, id, source)
    }
  }
  async function nameHeads(id: string): Promise<void> {
    for (const source of SEALED_LOGS) {
      const { seq, hash } = await headOf(database.tenant(id), source)
      if (seq > 0) log.info({ tenant: id, log: source, seq, hash }, 'audit head')
    }
  }
  return [
    { name: 'log.seal', when: SEAL_SECONDS, run: sealAll },
    {
      name: 'log.prune',
      when: async () => '40 3 * * *',
      run: async () => {
        let gone = 0
        for (const id of await tenantIds(database)) gone += await pruneLogs(database.tenant(id), key, id)
        log.info({ gone }, 'old log lines cleared away')
      },
    },
    {
      name: 'log.heads',
      when: async () => '5 0 * * *',
      run: async () => {
        await sealAll()
        // Kept outside the database as well: what is written here cannot be rolled back with it.
        for (const id of await tenantIds(database)) await nameHeads(id)
      },
    },
  ]
}
