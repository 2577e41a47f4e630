import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { clearLeftovers } from './clear-leftovers.ts'

const program = useTestApp()
const MINUTE = 60_000

async function leave(name: string, ageMs: number): Promise<string> {
  const path = join(program().dataDir, 'left', TENANT, '1', name)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'quota.parquet'), '')
  const moment = new Date(Date.now() - ageMs)
  await utimes(path, moment, moment)
  return path
}

async function runningBuild(startedAgo: string, silentFor: string): Promise<void> {
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, start_time, heartbeat)
    values (${nextId()}, ${TENANT}, 1, 'exam.build-package', '生成报表', '{}', 'running', now() - ${startedAgo}::interval,
      now() - ${silentFor}::interval)`.execute(program().app.database.tenant(TENANT))
}

test('unfinished folders go, except those of a build that still runs; versions stay', async () => {
  const { database } = program().app
  const folder = join(program().dataDir, 'left')
  const clear = () => clearLeftovers((tenantId) => database.tenant(tenantId), folder)
  expect(await clear()).toEqual([])
  const version = await leave('v1', 90 * MINUTE)
  const old = await leave('building-a', 60 * MINUTE)
  const young = await leave('building-b', MINUTE)
  await runningBuild('2 hours', '1 hour')
  await runningBuild('10 minutes', '1 second')
  expect(await clear()).toEqual([old])
  expect([version, young].map(existsSync)).toEqual([true, true])
  await sql`update job set state = 'done' where name = 'exam.build-package'`.execute(database.tenant(TENANT))
  expect(await clear()).toEqual([young])
  expect([version, young].map(existsSync)).toEqual([true, false])
})
