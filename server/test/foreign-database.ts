import pg from 'pg'
import { inject } from 'vitest'
import { nextId } from '../src/platform/db/id.ts'

export interface ForeignDatabase {
  url: string
  username: string
  password: string
  run(sql: string): Promise<unknown>
  close(): Promise<void>
}

/** A database that is not the product's, with an account that may only read. */
export async function foreignDatabase(): Promise<ForeignDatabase> {
  const base = inject('postgresUrl')
  const [name, username] = [`foreign_${nextId()}`, `reader_${nextId()}`]
  const password = `p'w"${nextId()}`
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  await admin.query(`create role ${username} login password ${pg.escapeLiteral(password)}`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const owner = new pg.Client({ connectionString: base.replace(/\/postgres$/, `/${name}`) })
  await owner.connect()
  await owner.query(`alter default privileges grant select on tables to ${username}`)
  const { port } = new URL(base)
  return {
    url: `jdbc:postgresql://127.0.0.1:${port}/${name}`,
    username,
    password,
    run: (sql) => owner.query(sql),
    close: () => owner.end(),
  }
}
