import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedFlows } from '../src/domains/workflow/definitions/seed-flows.ts'
import { seedSystem } from '../src/seed/seed.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { prepareQueue } from '../src/platform/jobs/boss.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const TEMPLATE = 'template_product'

interface Server {
  url: string
  /** Parts of the tests that have not ended. */
  users: number
  stop(): Promise<void>
}

const NAME = Symbol.for('xueheng.postgres')
// Each part reads this file anew.
const held = globalThis as { [NAME]?: Promise<Server> }

/** One database server for all parts of a run, with a migrated and seeded template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (held[NAME] ??= startServer())
  server.users += 1
  project.provide('postgresUrl', server.url)
  return async () => {
    server.users -= 1
    if (server.users > 0) return
    delete held[NAME]
    await server.stop()
  }
}

async function startServer(): Promise<Server> {
  // Beside that of the run this one may be a test of, not within: a socket's name may not be long.
  process.env['TEST_ROOT'] ??= tmpdir()
  const folder = mkdtempSync(join(process.env['TEST_ROOT'], 'xueheng-test-'))
  const dataDir = mkdtempSync(join(memory() ?? folder, 'xueheng-data-'))
  // What tests leave behind goes with the folder.
  process.env['TMPDIR'] = join(folder, 'tmp')
  mkdirSync(process.env['TMPDIR'])
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '1' })
  const postgres = await startPostgres(dataDir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Rows of tests are counted while they are asked for: without that each question to a full table takes the longest way.
    autovacuum_naptime: '5s',
    max_connections: '200',
    max_wal_size: '1GB',
    // Each app opens a dozen connections, and hashes for each what proves its password.
    scram_iterations: '1',
  })
  const url = await makeTemplate(postgres.url, config)
  const stop = async () => {
    await postgres.stop()
    for (const made of [dataDir, folder]) rmSync(made, { recursive: true, force: true })
  }
  return { url, users: 0, stop }
}

const MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/** Where files lie in memory, if it has room: each database is 1,500 of them, and making them on a disk takes longer than most tests. */
function memory(): string | undefined {
  if (!existsSync(MEMORY) || freemem() < ROOM) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize < ROOM ? undefined : MEMORY
}

async function makeTemplate(url: string, config: Config): Promise<string> {
  await ask(
    url,
    `alter role postgres password ${pg.escapeLiteral(new URL(url).password)}`,
    `create database ${TEMPLATE}`,
  )
  const templateUrl = url.replace(/\/postgres$/, `/${TEMPLATE}`)
  await migrate(templateUrl)
  await prepareQueue(templateUrl)
  const database = openDatabase(templateUrl, 2)
  await seedSystem(database, config)
  await seedFlows(database.open)
  await database.close()
  await ask(templateUrl, 'analyze')
  return url
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
