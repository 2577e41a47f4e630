import type { DisclosurePolicy } from '@xueheng/contract/domains/exam/disclosure.ts'
import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import {
  ENGINE_VERSION,
  type LineBase,
  lineBasesOf,
  type LineTarget,
  lineTargetsOf,
  openVersion,
  policyOf,
} from '../exam/index.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { areaTypeParam } from '@xueheng/contract/domains/school/area-type.ts'

const AREA_TYPES = every(areaTypeParam, 'a kind of areas only narrows what the reader sees anyway')

/** What reports need of `manifest.json`. */
export interface Manifest {
  dataVersion: number
  rule: ExamRule
  courses: { courseId: number; isInTotal: number }[]
  engineVersion: number
  /** Courses whose marks are assigned by levels, and how; absent without any. */
  levels?: (LevelParam & { courseId: number })[]
  /** When it was made, ISO 8601. */
  builtTime: string
  files: { name: string; rows: number; sha256: string }[]
  /** The exam whose ranks stand in the columns 上次; none: the columns are empty. */
  previous?: { examId: string; examName: string; version: number }
}

/** The newest package of an exam: what a report is read from. */
export interface ExamPackage {
  examId: string
  examName: string
  /** `yyyy-MM-dd` */
  beginDate: string
  examStatus: number
  version: number
  /** The data have changed since it was made. */
  isStale: boolean
  /** What it tells whom. */
  policy: DisclosurePolicy
  folder: string
  manifest: Manifest
}

/** An exam that has a package. */
export type ListedExam = Pick<ExamPackage, 'examId' | 'examStatus'>

/** Where reports find packages of the exams the caller sees; from when on they may be read is decided by the reports. */
export interface ExamPackages {
  /** Nothing when the exam does not exist or was never packaged. */
  latest(ctx: Ctx, examId: string): Promise<ExamPackage | undefined>
  /** The same exam in an earlier version; nothing when there is none of this number. */
  earlier(ctx: Ctx, source: ExamPackage, version: number): Promise<ExamPackage | undefined>
  /** Every packaged exam, the newest first; none of the packages is opened. */
  listed(ctx: Ctx): Promise<ListedExam[]>
  /** Of every packaged exam, the newest exam first: all of them are opened, wherever they lie. */
  all(ctx: Ctx): Promise<ExamPackage[]>
  /** What the bureau wants of every school at the lines of an exam; kept beside the packages, as it may change any time. */
  targets(ctx: Ctx, examId: string): Promise<LineTarget[]>
  /** Students of schools and population of areas in the school year of an exam; kept beside the packages, too. */
  bases(ctx: Ctx, examId: string): Promise<LineBase[]>
  /** Codes of the areas of a kind, 城区 or 县域; of one that is not there none. */
  areasOfType(ctx: Ctx, areaType: string): Promise<string[]>
}

/**
 * Packages as they lie in the exam's folder, in the version the exam's row names. A file that is missing or another one than
 * its manifest says is a refusal that names it; among many exams such a package is left out, and the log tells.
 */
export const examPackages: ExamPackages = {
  async latest(ctx, examId) {
    if (!/^\d{1,18}$/.test(examId)) return undefined
    const [found] = await listPackages(ctx, sql`e.id = ${examId}`)
    return found && withManifest(ctx, found)
  },
  async earlier(ctx, source, version) {
    if (version < 1 || version >= source.version) return undefined
    return { ...source, version, isStale: false, ...(await openVersion(ctx, source.examId, version)) }
  },
  listed: (ctx) => listPackages(ctx, sql`true`),
  async all(ctx) {
    const found = await listPackages(ctx, sql`true`)
    const opened = await Promise.all(found.map((one) => orLeftOut(ctx, one.examId, () => withManifest(ctx, one))))
    return opened.filter((one) => one !== undefined)
  },
  targets: lineTargetsOf,
  bases: lineBasesOf,
  async areasOfType({ db }, areaType) {
    const { rows } = await sql<{ areaCodes: string[] }>`select t.area_codes from ${AREA_TYPES} t
      where t.area_type = ${areaType} and t.is_deleted = 0`.execute(db)
    return rows[0]?.areaCodes ?? []
  },
}

type PackageRecord = Omit<ExamPackage, 'manifest' | 'folder'>
type PackageRow = Omit<PackageRecord, 'policy'> & Parameters<typeof policyOf>[0]

async function listPackages(ctx: Ctx, condition: RawBuilder<unknown>): Promise<PackageRecord[]> {
  const { rows } = await sql<PackageRow>`
    select e.id as exam_id, e.exam_name, e.begin_date, e.exam_status, e.package_version as version,
      e.package_data_version is distinct from e.data_version as is_stale, e.stage, e.disclosure_json
    from ${visible(ctx, examInfo)} e
    where e.package_version > 0 and ${condition}
    order by e.begin_date desc, e.id desc`.execute(ctx.db)
  return rows
    .filter((row) => isVisible(ctx, row.examStatus))
    .map(({ stage, disclosureJson, ...row }) => ({ ...row, policy: policyOf({ stage, disclosureJson }) }))
}

/** Among many exams a package that cannot be opened is left out, and the log tells. */
async function orLeftOut<T>(ctx: Ctx, examId: string, open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.error({ err: error, examId }, 'package left out')
    return undefined
  }
}

async function withManifest(ctx: Ctx, found: PackageRecord): Promise<ExamPackage> {
  return { ...found, ...(await openVersion(ctx, found.examId, found.version)) }
}

const PUBLISHED: number[] = [examStates.states.published.value, examStates.states.sealed.value]

export function isPublished(examStatus: number): boolean {
  return PUBLISHED.includes(examStatus)
}

/** Published and sealed exams are for everyone in scope; earlier ones are a preview for those who see everything. */
function isVisible(ctx: Ctx, examStatus: number): boolean {
  return isPublished(examStatus) || ctx.scope.level === 'all'
}

/** Reports read the columns packages have now; a package of an earlier kind has to be made again. */
function isReadable({ manifest }: ExamPackage): boolean {
  return manifest.engineVersion === ENGINE_VERSION
}

/** The package of an exam. One that is hidden from the user answers exactly like one that does not exist. */
export async function openPackage(ctx: Ctx, packages: ExamPackages, examId: string): Promise<ExamPackage> {
  const found = await packages.latest(ctx, examId)
  if (found && isVisible(ctx, found.examStatus)) {
    if (!isReadable(found)) throw refuse('报表由旧版程序生成，升级后会自动重新生成；久未完成时请重新生成报表')
    return found
  }
  throw ctx.scope.level === 'all' ? refuse('该考试不存在或尚未生成报表') : new AppError('row.notFound')
}

/** The package of an exam, if this user may read it. */
export async function findPackage(ctx: Ctx, packages: ExamPackages, examId: string): Promise<ExamPackage | undefined> {
  const found = await orLeftOut(ctx, examId, () => packages.latest(ctx, examId))
  return found && isVisible(ctx, found.examStatus) && isReadable(found) ? found : undefined
}

/** Every package this user may read, the newest exam first. */
export async function openPackages(ctx: Ctx, packages: ExamPackages): Promise<ExamPackage[]> {
  return (await packages.all(ctx)).filter((one) => isVisible(ctx, one.examStatus) && isReadable(one))
}
