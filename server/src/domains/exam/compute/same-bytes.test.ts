import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowSource, type RosterRow, type ScoreRow } from '../../../../test/exam-csv.ts'
import { FIXTURE_TEACHERS, fixtureSpec } from '../../../../test/fixture-package.ts'
import { openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { buildPackage } from '../package/build-package.ts'
import type { FactSource } from './exam-spec.ts'
import { keptTables, orderTasks } from './steps.ts'
import { readRecord } from './plan-record.ts'
import { runPlan } from './run-plan.ts'

/** More than one row group of every large table, so that several threads share each of them; nearly every score is a tie. */
const STUDENTS = 130_000
const SCHOOLS = 60

let root: string
let runs = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bytes-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The same numbers every time, one after another. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

function student(sid: number, roll: (sides: number) => number): RosterRow {
  const school = roll(SCHOOLS)
  const area = school % 5
  return {
    sid,
    // Numbers that some share leave the order of the list open.
    student_number: roll(50) === 0 ? null : String(500_000 - Math.floor(sid / 2)),
    student_code: `L${sid}`,
    student_name: `学生${sid % 977}`,
    area_code: `99010${area}`,
    area_name: `${area}县`,
    area_sort: 1,
    school_code: `S${school}`,
    school_name: `${school}中`,
    school_sort: 1,
    school_group: String(school % 2),
    is_in_report: school === 7 ? 0 : 1,
    class_code: `S${school}-${roll(20)}`,
    exam_class: '1班',
    class_sort: 1,
    course_combination: '语数物',
    is_count: roll(100) === 0 ? 0 : 1,
  }
}

function facts(): { roster: RosterRow[]; scores: ScoreRow[] } {
  const roll = dice(7)
  const roster = Array.from({ length: STUDENTS }, (_none, at) => student(at + 1, roll))
  const scores = roster.flatMap(({ sid }) =>
    [1, 2, 3].map((courseId) => {
      const isAbsent = roll(40) === 0
      return {
        sid: Number(sid),
        course_id: courseId,
        score: isAbsent ? null : roll(201) / 2,
        score_status: isAbsent ? 1 : 0,
      }
    }),
  )
  return { roster, scores }
}

function shuffled<T>(rows: T[], seed: number): T[] {
  const roll = dice(seed)
  const all = [...rows]
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = roll(at + 1)
    ;[all[at], all[other]] = [all[other] as T, all[at] as T]
  }
  return all
}

/** The hash of every file the steps keep and the package holds. */
async function hashesOf(source: FactSource, threads: number): Promise<Record<string, string>> {
  runs += 1
  const examFolder = join(root, `exam${runs}`)
  const workFolder = join(examFolder, 'work')
  const tempFolder = join(root, 'tmp')
  const analytics = await openAnalytics({ memoryLimit: '1GB', threads, tempFolder, connections: 1 })
  const spec = fixtureSpec()
  const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source })
  const teachers = shuffled(FIXTURE_TEACHERS, threads)
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, teachers, now: new Date(0) })
  analytics.close()
  const record = await readRecord(workFolder)
  const steps = Object.values(record).flatMap(({ outputs }) => Object.entries(outputs))
  const files = built.manifest.files.map(({ name, sha256 }): [string, string] => [`package/${name}`, sha256])
  return Object.fromEntries([...steps, ...files])
}

describe('the same facts', () => {
  test('give the same bytes in every file of every step and of the package, in any order and with any number of threads', async () => {
    const { roster, scores } = facts()
    const one = await hashesOf(rowSource(roster, scores, 'facts'), 1)
    const names = orderTasks().flatMap(keptTables)
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining([...names, 'package/student.parquet', 'package/teacher.parquet']),
    )
    const turned = rowSource(shuffled(roster, 2), shuffled(scores, 3), 'facts')
    expect(await hashesOf(turned, 5)).toEqual(one)
  })
})

describe('a step whose input did not change', () => {
  const EVERY = orderTasks().map(({ taskCode }) => taskCode)

  test('is computed again when a file of it is damaged, missing or another one; the rest is skipped', async () => {
    const folder = join(root, 'damaged')
    const analytics = await openAnalytics({
      memoryLimit: '1GB',
      threads: 2,
      tempFolder: join(root, 'tmp'),
      connections: 1,
    })
    const roll = dice(3)
    const roster = Array.from({ length: 50 }, (_none, at) => student(at + 1, roll))
    const scores = roster.map(({ sid }) => ({ sid: Number(sid), course_id: 1, score: roll(100), score_status: 0 }))
    const done = async () => {
      const { tasks } = await runPlan({
        analytics,
        spec: fixtureSpec(),
        folder,
        source: rowSource(roster, scores, 'small'),
      })
      return tasks.filter(({ state }) => state === TASK_STATE.done).map(({ taskCode }) => taskCode)
    }
    expect(await done()).toEqual(EVERY)
    const before = await readRecord(folder)
    for (const task of orderTasks()) {
      const tables = keptTables(task)
      for (const table of tables) {
        const path = join(folder, `${table}.parquet`)
        const whole = await readFile(path)
        whole[Math.floor(whole.length / 2)] = (whole[Math.floor(whole.length / 2)] ?? 0) ^ 1
        await writeFile(path, whole)
        expect([table, await done()]).toEqual([table, [task.taskCode]])
      }
      const last = tables.at(-1) ?? ''
      await rm(join(folder, `${last}.parquet`))
      expect([last, await done()]).toEqual([last, [task.taskCode]])
    }
    expect(await readRecord(folder)).toEqual(before)
    await writeFile(join(folder, 'quota.parquet.part'), 'half')
    expect(await done()).toEqual([])
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    analytics.close()
  })
})
