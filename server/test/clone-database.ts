import pg from 'pg'
import { expect, inject } from 'vitest'
import { nextId } from '../src/platform/db/id.ts'
import { TEMPLATE } from './global-setup.ts'

/** Databases that this process has, and the file of tests each was made for. */
const made = new Map<string, string | undefined>()

/**
 * A migrated and seeded database of one's own; answers its URL. One after the other: a template that somebody reads is not
 * cloned, so nobody but this may connect to it. What files before left goes: hundreds of them would fill the memory.
 */
export async function cloneDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `t_${nextId()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const { testPath } = expect.getState()
  for (const [old, path] of made) {
    if (path === testPath) continue
    made.delete(old)
    await admin.query(`drop database if exists ${old} with (force)`)
  }
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`).finally(() => admin.end())
  made.set(name, testPath)
  return server.replace(/\/postgres$/, `/${name}`)
}
