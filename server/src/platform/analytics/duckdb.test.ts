import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAnalytics, openAnalytics } from './duckdb.ts'
import { sqlFile, sqlText } from './sql-file.ts'

let folder: string
let analytics: OpenAnalytics

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-'))
  analytics = await openAnalytics({ memoryLimit: '512MB', threads: 2, tempFolder: join(folder, 'tmp'), connections: 2 })
})

afterAll(async () => {
  analytics.close()
  await rm(folder, { recursive: true, force: true })
})

async function value(expression: string, params: Record<string, unknown> = {}): Promise<unknown> {
  const [row] = await analytics.query<{ value: unknown }>(`select ${expression} as value`, params)
  return row?.value
}

describe('values', () => {
  test.each([
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ['12::hugeint', 12],
    ['1.25::decimal(8, 2)', 1.25],
    ["date '2026-01-05'", '2026-01-05'],
    ["timestamp '2026-01-05 08:00:00'", '2026-01-05 08:00:00'],
    ['[1::bigint, null]', [1, null]],
    ["{a: 2::bigint, b: [date '2026-01-05']}", { a: 2, b: ['2026-01-05'] }],
    ['null::bigint', null],
  ])('%s arrives as a plain value', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected)
  })

  test('parameters are bound by name; one statement serves null, texts and lists', async () => {
    const sql =
      'select ($code is null or code in (select unnest($code))) as hit from (values (1)) t, (select $own as code)'
    const hit = async (code: string[] | null, own: string) =>
      (await analytics.query<{ hit: boolean }>(sql, { code, own }))[0]?.hit
    expect(await hit(null, 'a')).toBe(true)
    expect(await hit(['a', 'b'], 'a')).toBe(true)
    expect(await hit([], 'a')).toBe(false)
    expect(await value('list_sum($n)', { n: [1, 2.5] })).toBe(3.5)
    expect(await value('$n = 1', { n: 1e99 })).toBe(false)
    expect(await value('$text', { text: "it's $1" })).toBe("it's $1")
  })

  test('what cannot be bound is refused by name', async () => {
    await expect(value('$when', { when: new Date(0) })).rejects.toThrow('parameter when')
  })
})

describe('macros', () => {
  test.each([
    ['score_mean(2005, 3)', 66.83],
    ['score_mean(0, 0)', null],
    ['score_mean(0, 3)', 0],
    ['score_mean(7450, 100)', 7.45],
    ['percent(1, 8)', 12.5],
    ['percent(1, 3)', 33.33],
    ['percent(2, 3)', 66.67],
    ['percent(3, 0)', null],
    ['ratio2(201, 200)', 1.01],
    ['ratio2(-201, 200)', -1.01],
    ['half_up(1.005::double, 2)', 1.01],
    ['half_up(74.5, 0)', 75],
    ["score_sd(4000, 3300000, 5, 'population')", 14.14],
    ["score_sd(4000, 3300000, 5, 'sample')", 15.81],
    ["score_sd(800, 640000, 1, 'sample')", null],
    ['half_mark_share(1500, 0.555)', 835],
    ['ratio_key(1, 3) = ratio_key(2, 6)', true],
    ['ratio_key(333333333, 1000000000) < ratio_key(1, 3)', true],
  ])('%s', async (expression, expected) => {
    expect(await value(expression)).toBe(expected)
  })
})

test('more queries than connections wait in line', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => value('$index + 1', { index })))
  expect(answers).toEqual(Array.from({ length: 20 }, (_none, index) => index + 1))
})

test('a query that fails gives its connection back', async () => {
  for (let turn = 0; turn < 5; turn += 1) await expect(value('no_such_column')).rejects.toThrow('no_such_column')
  expect(await value('1')).toBe(1)
})

async function foldersOfBatches(): Promise<string[]> {
  return (await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('batch-'))
}

test('a batch has its own tables and leaves nothing behind', async () => {
  const counted = await analytics.batch(async (db) => {
    await db.run('create table t as from range($n)', { n: 1000 })
    return db.query<{ num: number }>('select count(*) as num from t')
  })
  expect(counted).toEqual([{ num: 1000 }])
  await expect(analytics.query('from t')).rejects.toThrow('t does not exist')
  await expect.poll(foldersOfBatches).toEqual([])
})

test('work beside a batch sees its tables, not its temporary ones, and may fail alone', async () => {
  const seen = await analytics.batch(async (db) => {
    await db.run('create table t as from range(3)')
    await db.run('create temp table u as from range(3)')
    await expect(db.beside((other) => other.run('from u'))).rejects.toThrow('u does not exist')
    return Promise.all([
      db.query<{ num: number }>('select count(*) as num from u'),
      db.beside((other) => other.query<{ num: number }>('select sum(range) as num from t')),
    ])
  })
  expect(seen.flat()).toEqual([{ num: 3 }, { num: 3 }])
})

test('a batch that fails cleans up and tells why', async () => {
  await expect(analytics.batch((db) => db.run('select nothing'))).rejects.toThrow('nothing')
  await expect.poll(foldersOfBatches).toEqual([])
})

test('a batch larger than its memory spills and finishes', async () => {
  const small = await openAnalytics({
    memoryLimit: '100MB',
    threads: 2,
    tempFolder: join(folder, 'spill'),
    connections: 1,
  })
  const [row] = await small.batch(async (db) => {
    await db.run('create table t as select i, hash(i) as h from range(5000000) r(i)')
    return db.query<{ num: number }>('select count(*) as num from (select * from t order by h) where i >= 0')
  })
  small.close()
  expect(row?.num).toBe(5_000_000)
})

test('macros given with a query are loaded before it, once, also by queries that run at the same time', async () => {
  const macros = 'create or replace macro thrice(n) as 3 * n; create or replace macro numbers(n) as table from range(n)'
  const ask = (n: number) => analytics.query<{ n: number }>('select thrice($n) as n from numbers(1)', { n }, macros)
  expect((await Promise.all([1, 2, 3, 4, 5].map(ask))).flat()).toEqual([3, 6, 9, 12, 15].map((n) => ({ n })))
  expect(await analytics.query('select thrice(2) as n')).toEqual([{ n: 6 }])
})

test('texts of SQL files lie beside their caller; paths are quoted', () => {
  expect(sqlFile(import.meta.url, 'macros.sql')).toContain('score_mean')
  expect(() => sqlFile(import.meta.url, 'missing.sql')).toThrow('ENOENT')
  expect(sqlText("o'clock")).toBe("'o''clock'")
})

test('files that were read leave no copy of theirs in memory', async () => {
  const file = join(folder, 'kept.parquet')
  await analytics.batch((db) => db.run(`copy (select range as n from range(50000)) to '${file}' (format parquet)`))
  const sql = `select sum(n) as value from read_parquet('${file}')`
  expect((await analytics.query<{ value: number }>(sql))[0]?.value).toBe(1_249_975_000)
  expect(await value("(select sum(memory_usage_bytes) from duckdb_memory() where tag = 'EXTERNAL_FILE_CACHE')")).toBe(0)
})
