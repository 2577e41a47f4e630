import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFixturePackage, type FixturePackage } from '../../../../test/fixture-package.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { buildPackage, placePackage } from './build-package.ts'

let root: string
let analytics: OpenAnalytics
let fixture: FixturePackage

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'package-'))
  analytics = await openAnalytics({ memoryLimit: '1GB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
  fixture = await buildFixturePackage(analytics, join(root, 'exam'))
})

afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

function read(table: string, rest: string): Promise<Record<string, unknown>[]> {
  return analytics.query(`select ${rest.replace('@', `from read_parquet($package || '/${table}.parquet')`)}`, {
    package: fixture.folder,
  })
}

test('totals and ranks are those worked out by hand', async () => {
  const rows = await read(
    'student',
    'student_name as name, total10, [all_rank, area_rank, school_rank, class_rank] as ranks @',
  )
  expect(rows.map(({ name, total10, ranks }) => [name, total10, ...(ranks as unknown[])])).toEqual([
    ['赵一', 2730, 1, 1, 1, 1],
    ['冯九', 2600, 2, 1, 1, 1],
    ['钱二', 2400, 3, 2, 2, 2],
    ['李四', 2400, 3, 2, 2, 1],
    ['陈十', 2200, 5, 2, 2, 2],
    ['蒋十三', 2000, 6, 3, 3, 3],
    ['吴六', 1800, 7, 4, 1, 1],
    ['孙三', 1795, 8, 5, 4, 3],
    ['沈十四', 1500, 9, 1, 1, 1],
    ['王八', 1400, 10, 6, 2, 2],
    ['褚十一', 1400, 10, 4, 4, 4],
    ['郑七', 695, 12, 7, 3, 3],
    ['周五', null, null, null, null, null],
    ['卫十二', null, null, null, null, null],
    ['韩十五', 3000, null, null, null, null],
    ['杨十六', null, null, null, null, null],
  ])
})

test('places in the combination are those worked out by hand, of the total and of a course', async () => {
  const rows = await read('student', 'student_name as name, combination_name as among, [group_rank, p2, p3] as ranks @')
  expect(rows.map(({ name, among, ranks }) => [name, among, ...(ranks as unknown[])])).toEqual([
    // 数学 without 褚十一: 95 92 90 85 80 70 70 60 60 59.5 40 0
    ['赵一', '语数物', 1, 1, 1],
    ['冯九', '语数物', 2, 2, 2],
    ['钱二', '语数物', 3, 5, 3],
    ['李四', '语数物', 3, 3, 5],
    ['陈十', '语数物', 5, 4, 7],
    ['蒋十三', '语数物', 6, 6, 6],
    ['吴六', '语数物', 7, 8, 10],
    ['孙三', '语数物', 8, 10, 7],
    ['沈十四', '语数物', 9, 8, 12],
    ['王八', '语数物', 10, 11, 11],
    ['褚十一', '语数', 1, 1, null],
    ['郑七', '语数物', 11, 12, 13],
    ['周五', '语数物', null, 6, 4],
    ['卫十二', '语数物', null, null, 9],
    ['韩十五', '语数物', null, null, null],
    ['杨十六', '语数物', null, null, null],
  ])
  const sizes = await read('combination', 'course_id as course, combination_name as among, student_num as num @')
  expect(sizes.map(({ course, among, num }) => [course, among, num])).toEqual([
    [0, '语数', 1],
    [0, '语数物', 11],
    [1, '语数', 1],
    [1, '语数物', 12],
    [2, '语数', 1],
    [2, '语数物', 12],
    [3, '语数物', 13],
  ])
})

test('parts of scores are kept where they are archived, in tenths', async () => {
  expect(await read('course_part', 'sid, course_id as course, objective10, subjective10 @')).toEqual([
    { sid: 1, course: 1, objective10: 400, subjective10: 500 },
    { sid: 2, course: 2, objective10: 305, subjective10: null },
  ])
})

test('one score and two rates by school, with a calculator', async () => {
  const rows = await read(
    'quota',
    `school_name as school, plan_num as plan, student_num as n, score_mean(sum10, student_num) as mean,
     percent(pass_num, base_num) as pass, percent(excellent_num, base_num) as excellent, avg_rank as rank
     @ where grain = 'school' and course_name = '数学' order by area_sort, school_sort`,
  )
  expect(rows).toEqual([
    // 95 80 59.5 90 70; 60 0 40; 92 85 65 70 (one cheated); 60 (one absent, one not counted)
    { school: '一中', plan: 5, n: 5, mean: 78.9, pass: 80, excellent: 40, rank: 1 },
    { school: '二中', plan: 3, n: 3, mean: 33.33, pass: 33.33, excellent: 0, rank: 4 },
    { school: '三中', plan: 5, n: 4, mean: 78, pass: 100, excellent: 50, rank: 2 },
    { school: '四中', plan: 2, n: 1, mean: 60, pass: 100, excellent: 0, rank: 3 },
  ])
})

test('the manifest tells what is in the folder', async () => {
  const { folder, manifest } = fixture
  const names = manifest.files.map(({ name }) => name)
  expect((await readdir(folder)).toSorted()).toEqual([...names, 'manifest.json'].toSorted())
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest)
  for (const { name, bytes, sha256 } of manifest.files) {
    const contents = await readFile(join(folder, name))
    expect(contents.length).toBe(bytes)
    expect(createHash('sha256').update(contents).digest('hex')).toBe(sha256)
  }
  expect(manifest.files.find(({ name }) => name === 'student.parquet')?.rows).toBe(16)
})

test('a build tells how many files are written, one that fails leaves nothing; an attempt that was not kept gives way to the next of its version', async () => {
  const examFolder = join(root, 'exam')
  const options = {
    analytics,
    spec: fixture.spec,
    workFolder: join(examFolder, 'work'),
    examFolder,
    hashes: {},
    now: new Date(0),
  }
  const before = await readdir(examFolder)
  await expect(buildPackage({ ...options, workFolder: join(root, 'nothing') })).rejects.toThrow()
  expect(await readdir(examFolder)).toEqual(before)
  await mkdir(join(examFolder, 'v2'))
  await writeFile(join(examFolder, 'v2', 'left.parquet'), '')
  const told: [number, number][] = []
  const report = async (done: number, total: number) => void told.push([done, total])
  const manifest = await placePackage(await buildPackage({ ...options, report }), examFolder, 2)
  expect(told.map(([done]) => done)).toEqual(told.map((_one, at) => at))
  expect(told.at(-1)?.[0]).toBe(told.at(-1)?.[1])
  expect(manifest).toEqual({ ...fixture.manifest, version: 2, taskHashes: {}, builtTime: new Date(0).toISOString() })
  expect((await readdir(examFolder)).toSorted()).toEqual([...before, 'v2'].toSorted())
  expect(await readdir(join(examFolder, 'v2'))).toEqual(await readdir(join(examFolder, 'v1')))
})
