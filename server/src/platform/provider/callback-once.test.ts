import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { assertRecent, sweepCallbacks, takeCallback } from './callback-once.ts'

const app = useTestApp()

test('a time too far from now is refused', () => {
  const now = new Date('2026-06-08T10:00:00Z')
  const at = (seconds: number) => String(Math.floor(now.getTime() / 1000) + seconds)
  for (const near of [0, -599, 599]) expect(() => assertRecent(at(near), now)).not.toThrow()
  for (const far of [at(-601), at(601), '', '1.5e9', 'x', '-5'])
    expect(() => assertRecent(far, now)).toThrow('非法请求')
})

test('a nonce is good for one body: repeated it counts once, with another body it is refused', async () => {
  const db = app().app.database.tenant(TENANT)
  const place = { tenantId: TENANT, holder: 'test:1' }
  const one = { timestamp: '1409304348', nonce: 'xxxxxx', body: '<xml/>' }
  const taken = await Promise.all([1, 2, 3].map(() => takeCallback(db, place, one)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  await expect(takeCallback(db, place, { ...one, body: '<xml>1</xml>' })).rejects.toThrow('非法请求')
  expect(await takeCallback(db, place, { ...one, nonce: 'yyyyyy' })).toBe(true)
  expect(await takeCallback(db, { ...place, holder: 'test:2' }, one)).toBe(true)
  await sql`update callback_seen set seen_time = now() - interval '1 hour' where holder = 'test:1'`.execute(db)
  await sweepCallbacks(db)
  const left = await sql<{ holder: string }>`select holder from callback_seen`.execute(db)
  expect(left.rows).toEqual([{ holder: 'test:2' }])
})
