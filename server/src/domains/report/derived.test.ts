import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { reportCall } from '@xueheng/contract/derive/report-call.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, EVERYTHING, openDesk } from '../../../test/fixtures/report-fixture.ts'
import type { Ctx, Scope } from '../../platform/ctx.ts'
import type { RequestInfo } from '../../platform/module.ts'
import type { FigureInput } from './explain/figure-place.ts'
import { listOf } from './explain/list-behind.ts'
import { type Library, openLibrary } from './library.ts'
import { implementReports } from './module.ts'

let desk: Desk
let library: Library
let handlers: Map<string, (ctx: Ctx, input: never, info: RequestInfo) => Promise<unknown>>
let folder: string

beforeAll(async () => {
  desk = await openDesk()
  // Nothing is answered from memory.
  library = openLibrary(desk.library.packages, 0)
  handlers = new Map(implementReports(library).map((one) => [one.call.name, one.handler]))
  folder = join(desk.folder, '..', '..', 'derived')
})
beforeEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => desk.close())

const ASKED = { examId: '1002', entryExamId: '1001' }
const AREA: Scope = { level: 'area', areaCodes: ['990101'] }
const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }
const CLASS_ONE: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202301'] }
const SCOPES = [EVERYTHING, AREA, SCHOOL, CLASS_ONE]

async function ask(ctx: Ctx, name: string, input: object = {}): Promise<ReportAnswer> {
  const declared = reportDomain.reports.find((one) => one.name === name)
  const parsed = declared && parseFields(reportCall(declared).input, { ...ASKED, ...input })
  if (!parsed?.ok) throw new Error(`${name} is not asked so`)
  return (await handlers.get(name)?.(ctx, parsed.value as never, {} as RequestInfo)) as ReportAnswer
}

function list(ctx: Ctx, asked: object) {
  const parsed = parseFields(explainFigure.input ?? {}, { ...ASKED, ...asked })
  if (!parsed.ok) throw new Error('the list is not asked so')
  return listOf(ctx, library, { ...(parsed.value as FigureInput), current: 1, size: 100 })
}

/** Somebody on a machine that can keep no file. */
function withoutFiles(scope: Scope): Ctx {
  const ctx = desk.ctx(scope)
  return { ...ctx, files: { ...ctx.files, derive: async () => undefined } }
}

const kept = async () => (await readdir(join(folder, '000000')).catch(() => [])).length
const REPORTS = [...Object.values(valueAdded), ...Object.values(packageChange)].map(({ name }) => name)

describe('a report over two packages', () => {
  it.each(REPORTS)('%s answers the same from its file and without one, whoever asks, page by page', async (name) => {
    for (const scope of SCOPES)
      for (const input of [{}, { courseName: '语文' }, { size: 1, current: 2 }])
        expect(await ask(desk.ctx(scope), name, input)).toEqual(await ask(withoutFiles(scope), name, input))
    expect(await kept()).toBeGreaterThan(0)
  })

  it('lists the same students from its file and without one, whoever asks', async () => {
    const figures = ['S1', 'S2'].flatMap((schoolCode) => [
      { reportName: 'valueAddedBySchool', column: 'matchedNum', schoolCode },
      { reportName: 'packageChangeBySchool', column: 'movedNum', courseName: '数学', schoolCode },
    ])
    const whole = { reportName: 'packageChange', column: 'movedNum', courseName: '总分' }
    const counts: number[] = []
    for (const asked of [...figures, whole])
      for (const scope of SCOPES) {
        const found = await list(desk.ctx(scope), asked).catch(String)
        expect(found).toEqual(await list(withoutFiles(scope), asked).catch(String))
        if (typeof found !== 'string') counts.push(found.total)
      }
    expect(Math.max(...counts)).toBeGreaterThan(1)
    expect(await kept()).toBe(2)
  })

  it('makes one file for all its grains, pages and lists, and one more for another course of what is measured', async () => {
    for (const { name } of Object.values(valueAdded)) await ask(desk.ctx(), name)
    await ask(desk.ctx(), 'valueAddedBySchool', { size: 1 })
    await list(desk.ctx(), { reportName: 'valueAddedBySchool', column: 'matchedNum', schoolCode: 'S1' })
    expect(await kept()).toBe(1)
    await ask(desk.ctx(), 'valueAddedBySchool', { courseName: '数学' })
    expect(await kept()).toBe(2)
    for (const { name } of Object.values(packageChange)) await ask(desk.ctx(), name, { courseName: '数学' })
    expect(await kept()).toBe(3)
  })

  it('shows a school its own rows alone of the file that another one had made', async () => {
    const everyone = await ask(desk.ctx(), 'valueAddedBySchool')
    const own = await ask(desk.ctx(SCHOOL), 'valueAddedBySchool')
    expect(own.records).toEqual(everyone.records.filter(({ schoolCode }) => schoolCode === 'S1'))
    expect([own.records.length, everyone.records.length > 1, await kept()]).toEqual([1, true, 1])
    const moved = await ask(desk.ctx(SCHOOL), 'packageChangeBySchool')
    expect(new Set(moved.records.map(({ schoolCode }) => schoolCode))).toEqual(new Set(['S1']))
    const others = await ask(desk.ctx(SCHOOL), 'packageChangeBySchool', { schoolCode: 'S2' })
    expect(others.records).toEqual([])
  })

  it('answers where no file can be written, and makes one when it can again', async () => {
    await writeFile(folder, 'no folder')
    const answer = await ask(desk.ctx(), 'valueAddedBySchool')
    expect(answer.records.length).toBeGreaterThan(1)
    await rm(folder)
    expect(await ask(desk.ctx(), 'valueAddedBySchool')).toEqual(answer)
    expect(await kept()).toBe(1)
    await rm(folder, { recursive: true })
    await mkdir(folder)
    expect(await ask(desk.ctx(), 'valueAddedBySchool')).toEqual(answer)
    expect(await kept()).toBe(1)
  })

  it('finds a course that one version lacks by its name, and no move in the others', async () => {
    const { packages } = desk.library
    const now = await packages.latest(desk.ctx(), '1002')
    if (!now) throw new Error('the exam has no package')
    const less = `${now.folder}-less`
    await cp(now.folder, less, { recursive: true })
    const without = (file: string, what: string) =>
      `copy (select ${what} from '${now.folder}/${file}') to '${less}/${file}' (format parquet)`
    await desk.ctx().analytics.batch(async (db) => {
      await db.run(without('student.parquet', `columns(name -> name not similar to '[a-z]1')`))
      for (const file of ['course.parquet', 'quota.parquet']) {
        const kept = `* from (from '${now.folder}/${file}' where course_id <> 1)`
        await db.run(`copy (select ${kept}) to '${less}/${file}' (format parquet)`)
      }
    })
    const files = now.manifest.files.map((file) => ({ ...file, sha256: `${file.sha256} less` }))
    const before = { ...now, version: now.version - 1, folder: less, manifest: { ...now.manifest, files } }
    const versions = openLibrary({ ...packages, earlier: async () => before }, 0)
    const change = implementReports(versions).find(({ call }) => call.name === packageChange.all.name)
    if (!change) throw new Error('no report of changes')
    const asked = { examId: '1002', courseName: null }
    const { records } = (await change.handler(desk.ctx(), asked as never, {} as RequestInfo)) as ReportAnswer
    const known = await desk.ctx().analytics.query<Record<string, unknown>>(
      `select (select course_name from '${now.folder}/course.parquet' where course_id = 1) as course, count(s1) as students
       from '${now.folder}/student.parquet'`,
    )
    expect(records.map(({ courseName, movedNum }) => [courseName, movedNum])).toEqual(
      known.map(({ course, students }) => [course, students]),
    )
  })

  it('names in its heads what moved on any page, and nothing else', async () => {
    const heads = ({ headers }: ReportAnswer) => headers.slice(-20).map(({ key, title }) => [key, title])
    const whole = await ask(desk.ctx(), 'packageChangeBySchool')
    const first = await ask(desk.ctx(), 'packageChangeBySchool', { size: 1 })
    expect(heads(first)).toEqual(heads(whole))
    expect(whole.total).toBeGreaterThan(first.records.length)
  })
})
