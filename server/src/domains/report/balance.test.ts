import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fc } from '../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../platform/analytics/duckdb.ts'
import { etaSquared, extremeRatio, gini, unitVariation } from '../exam/formulas/balance.ts'
import { halfUp } from '../exam/formulas/rounding.ts'
import { mean } from '../exam/formulas/statistics.ts'
import { REPORT_MACROS, bind, reportSql } from './report-sql.ts'

type Row = Record<string, number | string | null>

let root: string
let analytics: OpenAnalytics
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'balance-'))
  analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(root, 'tmp'), connections: 1 })
})

afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

/** A package of nothing but the totals of these schools, all of one area, each a list of marks; a school is its own class. */
async function packageOf(schools: readonly (readonly number[])[]): Promise<string> {
  runs += 1
  const folder = join(root, `package${runs}`)
  await mkdir(folder)
  const rows = schools.map((marks, at) => {
    const tenths = marks.map((mark) => Math.round(mark * 10))
    const sum = tenths.reduce((total, one) => total + one, 0)
    const squares = tenths.reduce((total, one) => total + one * one, 0)
    return `('school', ${at}, 'S${at}', ${marks.length}, ${sum}::bigint, ${squares}::bigint)`
  })
  await analytics.batch((db) =>
    db.run(`copy (select grain, unit_id, 0 as course_id, '总分' as course_name, 0 as course_sort, 'A' as area_code,
        '东县' as area_name, 1 as area_sort, code as school_code, code as school_name, unit_id as school_sort, null::varchar as school_group,
        null::varchar as class_code, null::varchar as class_name, num as student_num, sum10, sumsq100
      from (values ${rows.join()}) v(grain, unit_id, code, num, sum10, sumsq100)) to '${folder}/quota.parquet' (format parquet)`),
  )
  return folder
}

async function read(schools: readonly (readonly number[])[], grain = 'all'): Promise<Row[]> {
  const { rows } = reportSql({ sql: 'balance' })
  const values = { package: await packageOf(schools), grain, courseId: 0, size: 100, skip: 0 }
  return analytics.query<Row>(rows.sql, bind(rows, values), REPORT_MACROS)
}

const SCHOOL_MEANS = [52, 58, 61, 64, 75]
const SIZES = [100, 200, 300, 250, 150]

test('five schools of a textbook vary as it says', async () => {
  const schools = SCHOOL_MEANS.map((mark, at) => Array.from({ length: SIZES[at] ?? 0 }, () => mark))
  expect(await read(schools)).toMatchObject([
    {
      partNum: 5,
      studentNum: 1000,
      avgScore: 62.35,
      highAvg: 75,
      lowAvg: 52,
      meanGap: 23,
      meanRatio: 1.44,
      weightedVariation: 10.11,
      plainVariation: 12.28,
      varianceRate: 100,
      gini: 0.0671,
    },
  ])
})

test('three schools of a textbook share out what their marks differ as it says', async () => {
  const schools = [
    [60, 70, 80],
    [50, 55, 60],
    [80, 85, 90],
  ]
  expect((await read(schools, 'area'))[0]).toMatchObject({ areaName: '东县', varianceRate: 81.82 })
})

test('one school alone has no distance to another', async () => {
  const [row] = await read([[60, 70]])
  expect(row).toMatchObject({ partNum: 1, meanGap: 0, weightedVariation: null, varianceRate: null, gini: null })
})

test('the statement and the formulas agree on any schools', async () => {
  const mark = fc.integer({ min: 0, max: 1500 }).map((tenths) => tenths / 10)
  const school = fc.array(mark, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(school, { minLength: 2, maxLength: 6 }), async (schools) => {
      const means = schools.map((marks) => mean(marks) ?? 0)
      const sizes = schools.map(({ length }) => length)
      const hasMean = means.some((one) => one > 0)
      const near = (value: number | null, digits: number, factor = 1) =>
        value === null || !hasMean ? null : expect.closeTo(halfUp(value * factor, digits), digits - 0.4)
      expect((await read(schools))[0]).toMatchObject({
        meanRatio: near(extremeRatio(means), 2),
        weightedVariation: near(unitVariation(means, sizes), 2, 100),
        plainVariation: near(
          unitVariation(
            means,
            sizes.map(() => 1),
          ),
          2,
          100,
        ),
        varianceRate: near(etaSquared(schools), 2, 100),
        gini: near(gini(means), 4),
      })
    }),
    { numRuns: 60 },
  )
})
