import pg from 'pg'
import { inject } from 'vitest'
import { nextId } from '../src/platform/db/id.ts'
import { TEMPLATE } from './global-setup.ts'

/**
 * A migrated and seeded database of one's own; answers its URL. One after the other: a template that somebody reads is not
 * cloned, so nobody but this may connect to it.
 */
export async function cloneDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `t_${nextId()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`).finally(() => admin.end())
  return server.replace(/\/postgres$/, `/${name}`)
}
