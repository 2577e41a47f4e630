import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedSystem } from '../src/seed/seed.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { type Config, readConfig } from '../src/platform/config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const TEMPLATE = 'template_product'

/** One database server for the whole run, with a migrated and seeded template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Beside those of the other parts, not within: a socket's name may not be long.
  process.env['TEST_ROOT'] ??= tmpdir()
  const folder = mkdtempSync(join(process.env['TEST_ROOT'], 'xueheng-test-'))
  const dataDir = join(folder, 'data')
  // What tests leave behind goes with the folder.
  process.env['TMPDIR'] = join(folder, 'tmp')
  mkdirSync(process.env['TMPDIR'])
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '1' })
  const postgres = await startPostgres(dataDir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  const url = await makeTemplate(postgres.url, config)
  project.provide('postgresUrl', url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string, config: Config): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const templateUrl = url.replace(/\/postgres$/, `/${TEMPLATE}`)
  await migrate(templateUrl)
  const database = openDatabase(templateUrl, 2)
  await seedSystem(database, config)
  await database.close()
  return url
}
