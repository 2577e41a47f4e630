import { sendLogs } from '@xueheng/contract/domains/log/client-errors.ts'
import { childAccesses } from '@xueheng/contract/domains/log/child-access.ts'
import { operation, operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { api, apiLog, error, errorLog, usual, usualLog } from '@xueheng/contract/domains/log/server-logs.ts'
import type { Logger } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { SEALED_LOGS, auditKey, headOf, seal } from './audit-chain.ts'
import { childAccessDetail, childAccessList, exportChildAccess } from './child-access.ts'
import { keepLogs } from './client-errors.ts'
import { operationDetail } from './operation-changes.ts'
import { pruneLogs, tenantIds } from './retention.ts'
import { exportLog, readLine, readLog } from './read-log.ts'

/** Logs are read here; they are written where things happen. */
export function logModule({ database }: { database: Database }): Module {
  return defineModule({
    name: 'log',
    handlers: [
      implement(usual.list, (ctx, { query }) => readLog(usualLog, usual, ctx, query)),
      implement(usual.export, (ctx, { query }) => exportLog(usualLog, usual, ctx, query)),
      implement(usual.detail, (ctx, { id }) => readLine(usualLog, usual, ctx, id)),
      implement(api.list, (ctx, { query }) => readLog(apiLog, api, ctx, query)),
      implement(api.export, (ctx, { query }) => exportLog(apiLog, api, ctx, query)),
      implement(api.detail, (ctx, { id }) => readLine(apiLog, api, ctx, id)),
      implement(error.list, (ctx, { query }) => readLog(errorLog, error, ctx, query)),
      implement(error.export, (ctx, { query }) => exportLog(errorLog, error, ctx, query)),
      implement(error.detail, (ctx, { id }) => readLine(errorLog, error, ctx, id)),
      implement(operation.list, (ctx, { query }) => readLog(operationLog, operation, ctx, query)),
      implement(operation.export, (ctx, { query }) => exportLog(operationLog, operation, ctx, query)),
      implement(operation.detail, (ctx, { id }) => operationDetail(ctx, id)),
      implement(childAccesses.list, (ctx, input) => childAccessList(ctx, input)),
      implement(childAccesses.export, (ctx, input) => exportChildAccess(ctx, input)),
      implement(childAccesses.detail, (ctx, { id }) => childAccessDetail(ctx, id)),
      implement(sendLogs, (ctx, input, { request }) => keepLogs(database, ctx, input.items ?? [], request.ip)),
    ],
  })
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
