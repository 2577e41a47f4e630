/**
 * Loaded into a program that is to be killed (`mortal` in `program.ts`): it dies (SIGKILL) right before a step of its work.
 * A step is a statement to PostgreSQL or DuckDB, or a change of a file. The parent arms it: `{ dieAt: 3 }` counts from there on,
 * `{ dieAt: 0 }` only counts; `{ ask: true }` is answered with the steps counted, in their order.
 */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import pg from 'pg'

export type Order = { dieAt: number } | { ask: true }
export interface Told {
  steps: string[]
}

let dieAt: number | undefined
let steps: string[] = []

/** The queue asks for work twice a second, and processes say that they live: no steps of anybody's work. */
const IDLE = /pg_stat_activity|heartbeat = now\(\)$|pgboss\.(version|schedule|queue)|FOR UPDATE SKIP LOCKED/

function step(title: string): void {
  if (dieAt === undefined || IDLE.test(title)) return
  steps.push(title.replaceAll(/\s+/g, ' ').slice(0, 80))
  if (steps.length === dieAt) process.kill(process.pid, 'SIGKILL')
}

function before<A extends unknown[], R>(owner: object, name: string, titleOf: (...args: A) => string): void {
  const methods = owner as Record<string, (...args: A) => R>
  const original = methods[name]
  methods[name] = function told(...args: A): R {
    step(titleOf(...args))
    return Reflect.apply(original as (...all: A) => R, this, args)
  }
}

before(pg.Client.prototype, 'query', (query: string | { text?: string }) =>
  typeof query === 'string' ? query : (query.text ?? 'copy'),
)
before(DuckDBConnection.prototype, 'run', (text: string) => `duckdb ${text}`)
before(DuckDBPreparedStatement.prototype, 'runAndReadAll', () => 'duckdb query')
for (const name of ['rename', 'rm', 'link', 'copyFile', 'writeFile', 'mkdir', 'mkdtemp'])
  before(promises, name, (path: unknown) => `${name} ${String(path)}`)
before(fs, 'createWriteStream', (path: unknown) => `createWriteStream ${String(path)}`)
syncBuiltinESMExports()

process.on('message', (order: Order) => {
  if ('ask' in order) process.send?.({ steps } satisfies Told)
  if ('dieAt' in order) [dieAt, steps] = [order.dieAt, []]
})
process.channel?.unref()
