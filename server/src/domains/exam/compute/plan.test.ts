import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPUTE_PLAN, COMPUTED_TASKS, type PlanTask } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowSource } from '../../../../test/exam-csv.ts'
import { fixtureFacts, fixtureSpec } from '../../../../test/fixture-package.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { sqlFolder, sqlText, tablesRead } from '../../../platform/analytics/sql-file.ts'
import { hasNoRows, keptTables, needsOf, orderTasks, prepareStep } from './steps.ts'
import { runPlan } from './run-plan.ts'
import { SOURCES, tableSource } from './tables.ts'

const spec = fixtureSpec()

/** A task with everything before it. */
function ancestors(taskCode: string): Set<string> {
  return new Set(needsOf(taskCode).flatMap((need) => [need, ...ancestors(need)]))
}

describe('the plan', () => {
  test('names only tasks it has as needs', () => {
    const codes = COMPUTE_PLAN.map(({ taskCode }) => taskCode)
    expect(codes).toEqual(expect.arrayContaining(COMPUTE_PLAN.flatMap(({ needs }) => needs)))
  })

  test('puts every computed task after what it needs', () => {
    const order = orderTasks().map(({ taskCode }) => taskCode)
    expect(order.toSorted()).toEqual(COMPUTED_TASKS.map(({ taskCode }) => taskCode).toSorted())
    for (const [at, taskCode] of order.entries())
      expect(order.slice(0, at)).toEqual(
        expect.arrayContaining(needsOf(taskCode).filter((need) => order.includes(need))),
      )
  })

  test('with a circle is refused', () => {
    const task = (taskCode: string, need: string): PlanTask => ({
      taskCode,
      taskName: taskCode,
      taskTypes: 'CALC',
      needs: [need],
      makes: {},
    })
    expect(() => orderTasks([task('A', 'C'), task('B', 'A'), task('C', 'B')])).toThrow('circle through A')
  })

  test('makes every table once', () => {
    const made = COMPUTED_TASKS.flatMap(({ makes }) => Object.keys(makes))
    expect(new Set(made).size).toBe(made.length)
  })
})

describe('the SQL folder', () => {
  const made = COMPUTED_TASKS.flatMap(({ makes }) => Object.keys(makes))
  const read = (names: string[]) => () => sqlFolder(import.meta.url, '.', names)

  test('holds one file for each table of the plan', () => {
    expect([...read(made)().keys()]).toEqual(made)
  })

  test('without the file of a table is refused', () => {
    expect(read([...made, 'std_mean'])).toThrow('no std-mean.sql')
  })

  test('with a file no table needs is refused', () => {
    expect(read(made.filter((table) => table !== 'rank_lut'))).toThrow('nothing uses rank-lut.sql')
  })
})

describe.each(COMPUTED_TASKS)('$taskCode', (task) => {
  const { reads, tables } = prepareStep(task, spec)

  test('reads only sources and tables of tasks it needs', () => {
    const before = COMPUTED_TASKS.filter(({ taskCode }) => ancestors(task.taskCode).has(taskCode)).flatMap(keptTables)
    expect([...Object.keys(SOURCES), ...before]).toEqual(expect.arrayContaining(reads))
  })

  test('reads a table of its own only after making it', () => {
    for (const [at, { sql }] of tables.entries()) {
      const known = [...reads, ...tables.slice(0, at).map(({ table }) => table)]
      expect(known).toEqual(expect.arrayContaining(tablesRead(sql)))
    }
  })

  test('says the grain of each table first, fills every slot and names no file', () => {
    for (const { sql } of tables) {
      expect(sql).toMatch(/^-- one row per /)
      expect(sql).not.toMatch(/\{\{|read_parquet|read_csv|\.parquet/)
    }
  })
})

describe('the tables read from a statement', () => {
  let root: string
  let analytics: OpenAnalytics
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'plan-'))
    analytics = await openAnalytics({ memoryLimit: '256MB', threads: 1, tempFolder: root, connections: 1 })
  })
  afterAll(async () => {
    analytics.close()
    await rm(root, { recursive: true, force: true })
  })

  /** The same by DuckDB's own parser. */
  async function parsedTables(sql: string): Promise<string[]> {
    const [row] = await analytics.query<{ tree: string }>(`select json_serialize_sql(${sqlText(sql)}) as tree`)
    const [tables, own] = [new Set<string>(), new Set<string>()]
    JSON.parse(row?.tree ?? '', (key, value: unknown) => {
      if (isNamed(value, 'BASE_TABLE')) tables.add(value.table_name)
      if (key === 'cte_map') for (const { key: name } of (value as { map: { key: string }[] }).map) own.add(name)
      return value
    })
    return [...tables].filter((table) => !own.has(table))
  }

  function isNamed(value: unknown, type: string): value is { table_name: string } {
    return typeof value === 'object' && value !== null && 'type' in value && value.type === type
  }

  const statements = COMPUTED_TASKS.flatMap((task) => prepareStep(task, spec).tables)
  test.each(statements)('of $table are those DuckDB finds', async ({ sql }) => {
    expect(tablesRead(sql).toSorted()).toEqual((await parsedTables(sql)).toSorted())
  })
})

describe('an exam without lines, levels and questions', () => {
  const plain = fixtureSpec({}, [])
  const tasks = orderTasks().filter((task) => hasNoRows(task, plain))
  let folder: string
  let analytics: OpenAnalytics
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plain-'))
    analytics = await openAnalytics({
      memoryLimit: '256MB',
      threads: 1,
      tempFolder: join(folder, 'tmp'),
      connections: 1,
    })
    const { roster, scores } = fixtureFacts()
    const source = rowSource(roster, scores, 'plain')
    // The first leaves its files to the second, which has other courses and another rule.
    const other = fixtureSpec({ passShare: 0.5, absentPolicy: 'sumTaken' }, [])
    const courses = other.courses.slice(0, 2)
    await runPlan({ analytics, spec: { ...other, courses }, folder: join(folder, 'other'), source })
    await runPlan({ analytics, spec: plain, folder, source })
  })
  afterAll(async () => {
    analytics.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The table a statement makes, in full, and the file that was made of it: columns, and how many rows. */
  async function madeTwice(task: PlanTask): Promise<[table: string, computed: unknown, kept: unknown][]> {
    const { reads, tables } = prepareStep(task, plain)
    return analytics.batch(async (db) => {
      const shapeOf = async (source: string) => [
        await db.query(`select column_name, column_type from (describe from ${source})`),
        await db.query(`select count(*) as num from ${source}`),
      ]
      for (const table of reads) await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
      for (const { table, sql, params } of tables) await db.run(`create temp table ${table} as ${sql}`, params)
      const shapes = keptTables(task).map(async (table): Promise<[string, unknown, unknown]> => [
        table,
        await shapeOf(table),
        await shapeOf(tableSource(folder, table)),
      ])
      return Promise.all(shapes)
    })
  }

  test('are the tasks of lines, levels and questions', () => {
    expect(new Set(tasks.map(({ taskTypes }) => taskTypes))).toEqual(new Set(['LEVEL', 'LINE', 'QUESTION']))
    expect(
      orderTasks()
        .filter((task) => hasNoRows(task, spec))
        .map(({ taskTypes }) => taskTypes),
    ).not.toContain('LINE')
  })

  test.each(tasks)('has the tables its statements make: $taskCode', async (task) => {
    for (const [table, computed, kept] of await madeTwice(task)) expect([table, kept]).toEqual([table, computed])
  })
})

test('course numbers that are no numbers never reach SQL', () => {
  const courses = [{ ...spec.courses[0]!, courseId: '1; drop table x' as unknown as number }]
  const task = orderTasks().find(({ taskCode }) => taskCode === 'CALC_TOTAL')
  expect(() => prepareStep(task!, { ...spec, courses })).toThrow('not usable')
})
