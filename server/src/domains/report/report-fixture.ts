import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { reportCall } from '@xueheng/contract/kit/report-call.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { parseFields } from '@xueheng/contract/kit/schema.ts'
import { buildFixturePackage, factsBefore, FIXTURE_TEACHERS } from '../../../test/fixture-package.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import type { Ctx, CtxUser, Scope } from '../../platform/ctx.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { RequestInfo } from '../../platform/module.ts'
import type { ExamPackage, ExamPackages } from './exam-packages.ts'
import { type Library, openLibrary } from './library.ts'
import { implementReports } from './module.ts'

/** The small hand-computed exam behind the real handler: real DuckDB, real packages, any user. */
export interface Desk {
  library: Library
  folder: string
  ctx(scope?: Scope, user?: Partial<CtxUser>): Ctx
  /** Calls a report like the route does: parameters are checked and completed by the declaration. */
  ask(name: string, input?: object, scope?: Scope, user?: Partial<CtxUser>): Promise<ReportAnswer>
  askFile(name: string, input?: object, scope?: Scope): Promise<FileAnswer>
  /** Status of every exam of the desk from now on. */
  setStatus(examStatus: number): void
  close(): Promise<void>
}

const AS_FILE = { format: 'xlsx', reason: '核对成绩名单' }
export const EVERYTHING: Scope = { level: 'all' }

export async function openDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(folder, 'spill') })
  const first = await buildFixturePackage(analytics, join(folder, '1001'))
  const before = await buildFixturePackage(analytics, join(folder, '1000'), { facts: factsBefore() })
  const second = await buildFixturePackage(analytics, join(folder, '1002'), {
    rule: { rateBase: 'plan' },
    previous: { examId: '1000', examName: '期中', version: 1, folder: before.folder },
    teachers: FIXTURE_TEACHERS,
  })
  let status = 7
  const exams = [
    { examId: '1002', examName: '二模', beginDate: '2026-04-10', version: 1, ...second },
    { examId: '1001', examName: '一模', beginDate: '2026-01-05', version: 1, ...first },
  ]
  const packages: ExamPackages = {
    latest: async (_ctx, examId) => list().find((one) => one.examId === examId),
    all: async () => list(),
  }
  const list = (): ExamPackage[] => exams.map((one) => ({ ...one, examStatus: status }))
  const library = openLibrary(packages)
  const handlers = new Map(implementReports(library).map((one) => [one.call.name, one.handler]))
  const ctx = (scope: Scope = EVERYTHING, user: Partial<CtxUser> = {}) => contextOf(analytics, scope, user)
  async function call(name: string, input: object, scope?: Scope, user?: Partial<CtxUser>): Promise<unknown> {
    const declared = reportDomain.reports.find((one) => one.name === name)
    const handler = handlers.get(name)
    if (!declared || !handler) throw new Error(`no report ${name}`)
    const parsed = parseFields(reportCall(declared).input, { examId: '1001', ...input })
    if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join())
    return handler(ctx(scope, user), parsed.value as never, {} as RequestInfo)
  }
  return {
    library,
    folder: first.folder,
    ctx,
    ask: async (name, input = {}, scope, user) => (await call(name, input, scope, user)) as ReportAnswer,
    askFile: async (name, input = {}, scope) => (await call(name, { ...AS_FILE, ...input }, scope)) as FileAnswer,
    setStatus: (examStatus) => {
      status = examStatus
    },
    close: async () => {
      analytics.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where lines of the operation log go; what they say is proven over the wire. */
const NOWHERE = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** What reports use of a context; they read no tables, jobs or files. */
function contextOf(analytics: Ctx['analytics'], scope: Scope, user: Partial<CtxUser>): Ctx {
  const nothing = {} as Pick<Ctx, 'jobs' | 'files'>
  return {
    ...nothing,
    db: NOWHERE,
    analytics,
    scope,
    user: {
      name: '王主任',
      isAdministrator: true,
      permissions: new Set<string>(),
      rowGrants: new Map(),
      freshUntil: Infinity,
      ...user,
    } as CtxUser,
    log: { info() {}, warn() {}, error() {} },
    afterwards: () => undefined,
    now: new Date(2026, 0, 5, 9, 30),
  } as Ctx
}

/** The named columns of rows, for comparing with a table written by hand. */
export function pick(rows: Record<string, unknown>[], ...names: string[]): unknown[][] {
  return rows.map((row) => names.map((name) => row[name]))
}
