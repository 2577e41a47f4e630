import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepCredentials } from '../src/domains/credentials/index.ts'
import { sweepSignIns } from '../src/domains/sign-in/index.ts'
import { TENANT, useTestApp } from './harness.ts'

const app = useTestApp({ ROLES: 'web' })

interface Sweep {
  table: string
  /** Statement that adds a row whose time was `offset` from now. */
  add: (offset: string) => ReturnType<typeof sql>
  sweep: typeof sweepCredentials
  /** A row that goes, and the nearest one that stays. */
  old: string
  young: string
}

const SWEEPS: Sweep[] = [
  {
    table: 'auth_ticket',
    add: (offset) => sql`insert into auth_ticket (hash, kind, tenant_id, data, tries, expire_time)
      values (${randomUUID().replaceAll('-', '').padEnd(64, '0')}, 'guest', ${TENANT}, '{}', 0, now() + ${offset}::interval)`,
    sweep: sweepCredentials,
    old: '-1 minute',
    young: '1 minute',
  },
  {
    table: 'auth_failure',
    add: (offset) =>
      sql`insert into auth_failure (key, fails, last_time, locked_until)
      values (${randomUUID()}, 1, now() + ${offset}::interval, now())`,
    sweep: sweepCredentials,
    old: '-25 hours',
    young: '-23 hours',
  },
  {
    table: 'auth_captcha',
    add: (offset) => sql`insert into auth_captcha (key, code, expire_time)
      values (${randomUUID()}, 'abcd', now() + ${offset}::interval)`,
    sweep: sweepSignIns,
    old: '-1 minute',
    young: '1 minute',
  },
  {
    table: 'auth_sms',
    add: (
      offset,
    ) => sql`insert into auth_sms (id, tenant_id, phone, code_hash, remote_ip, tries, is_used, create_time, expire_time)
      values (${randomUUID()}, ${TENANT}, '13800000000', ${'0'.repeat(64)}, '', 0, 0, now() + ${offset}::interval, now())`,
    sweep: sweepSignIns,
    old: '-25 hours',
    young: '-23 hours',
  },
]

test.each(SWEEPS)('the sweep of $table takes what is over and leaves what still counts', async (one) => {
  const { database } = app().app
  const db = database.open
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(one.table)}`.execute(db)).rows[0]?.n ?? 0
  await one.sweep(database)
  const before = await count()
  await one.add(one.old).execute(db)
  await one.add(one.young).execute(db)
  expect(await count()).toBe(before + 2)
  await one.sweep(database)
  expect(await count()).toBe(before + 1)
})
