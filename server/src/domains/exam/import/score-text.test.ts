import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { sqlFile } from '../../../platform/analytics/sql-file.ts'
import { readMark } from './score-text.ts'

let folder = ''
let analytics: OpenAnalytics
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marks-'))
  analytics = await openAnalytics({ memoryLimit: '200MB', threads: 1, tempFolder: folder })
})
afterAll(async () => {
  analytics.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['118.5', 0, 118.5],
  ['１１８．５', 0, 118.5],
  ['1,000', 0, 1000],
  ['98 分', 0, 98],
  ['0', 2, 0],
  ['0.0', 2, 0],
  ['', 1, null],
  ['缺考', 1, null],
  ['q', 1, null],
  ['-1', 1, null],
  ['Z', 3, null],
  ['作弊', 3, null],
  ['-5', 0, -5],
  ['1,00', undefined, null],
  ['9O', undefined, null],
  ['1e3', undefined, null],
])('%j is read as status %s and mark %s, by the function and by the SQL', async (text, status, score) => {
  expect(readMark(text)).toEqual({ status, score })
  const [row] = await analytics.batch(async (db) => {
    await db.run(sqlFile(import.meta.url, 'model/macros.sql'))
    await db.run('create table mark_cell as select $text::varchar as text', { text })
    await db.run(sqlFile(import.meta.url, 'model/score-words.sql'))
    return db.query<{ status: number | null; score10: number | null }>(
      'select score_status as status, score10 from score_word',
    )
  })
  expect(row).toEqual({ status: status ?? null, score10: score === null ? null : score * 10 })
})
