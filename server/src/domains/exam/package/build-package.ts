/**
 * Freezes the work folder of a computed exam into a package version:
 *
 *   const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes })
 *   const manifest = await placePackage(built, examFolder, version)
 *
 * What is built lies in a folder of its own, `<examFolder>/building-…`, until it is complete and its version is written down;
 * `placePackage` then gives it its name, `<examFolder>/v<version>/`, in one rename. Files: docs/package.md.
 */
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPUTED_TASKS } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics, AnalyticsConnection } from '../../../platform/analytics/analytics.ts'
import { fitThreads } from '../../../platform/analytics/threads.ts'
import { sqlFile, sqlText } from '../../../platform/analytics/sql-file.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import type { ExamSpec } from '../compute/exam-spec.ts'
import { ENGINE_VERSION } from '../compute/plan-record.ts'
import { allOf } from '../../../platform/all-of.ts'
import { linkOrCopy } from '../../../platform/files/link-or-copy.ts'
import { questionFilesIn } from '../compute/question-files.ts'
import { type PreviousPackage, showBefore } from './before.ts'
import type { Manifest, PackageFile } from './manifest.ts'
import { studentSlots } from './student-columns.ts'

export interface PackageOptions {
  analytics: Analytics
  spec: ExamSpec
  /** Folder a complete `runPlan` has filled. */
  workFolder: string
  /** Where versions lie: `files.packageFolder(tenantId, examId)`. */
  examFolder: string
  /** Fingerprints `runPlan` answered. */
  hashes: Record<string, string>
  /** The package of the exam before, when there is one to compare ranks with. */
  previous?: PreviousPackage | undefined
  /** Who taught which class which course, as archived with the exam. */
  teachers?: Taught[]
  now: Date
  /** Told how many files are written, of all. */
  report?: (done: number, total: number) => Promise<void>
}

export interface Taught {
  class_code: string
  course_name: string
  teacher_code: string | null
  teacher_name: string
}

/** Tables taken over as they are: a step replaces its files by renaming, so the contents of a linked one stay. */
const FROZEN = COMPUTED_TASKS.flatMap(({ makes }) => Object.keys(makes).filter((table) => makes[table] === 'package'))
/** What every package has. */
export const PACKAGE_FILES = [...FROZEN, 'course', 'unit', 'teacher', 'combination', 'student'].map(
  (table) => `${table}.parquet`,
)
const STUDENT_PARTS = ['student', 'unit', 'rank_lut', 'std_score']

/** A complete package that has no version yet. */
export interface BuiltPackage {
  folder: string
  manifest: Omit<Manifest, 'version'>
}

/** As a folder is named until it is placed. */
const BUILDING = 'building-'
export const MANIFEST = 'manifest.json'

export function packagePath(examFolder: string, version: number): string {
  return join(examFolder, `v${version}`)
}

/** Whether a folder of an exam is a package that was never finished. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(BUILDING)
}

export async function buildPackage(options: PackageOptions): Promise<BuiltPackage> {
  const { examFolder, workFolder, analytics } = options
  await mkdir(examFolder, { recursive: true })
  const folder = await mkdtemp(join(examFolder, BUILDING))
  try {
    for (const [at, table] of FROZEN.entries()) {
      await tell(options, at)
      await linkOrCopy(join(workFolder, `${table}.parquet`), join(folder, `${table}.parquet`))
    }
    for (const name of await questionFilesIn(workFolder)) await linkOrCopy(join(workFolder, name), join(folder, name))
    const rows = await analytics.batch(async (db) => {
      await fitThreads(
        db,
        STUDENT_PARTS.map((table) => join(workFolder, `${table}.parquet`)),
      )
      await tell(options, FROZEN.length)
      // Units are few, students many: the ones are written meanwhile.
      await allOf([writeStudent(db, options, folder), db.beside((other) => writeUnits(other, options, folder))])
      return countRows(db, folder)
    })
    await tell(options, FROZEN.length + 1)
    return { folder, manifest: await describe(options, folder, rows) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Gives a package its version, after that has been written down and before that is kept: the last act of a transaction.
 * A folder of this name is of an attempt whose transaction was not kept; nobody has read it, and it gives way.
 */
export async function placePackage(built: BuiltPackage, examFolder: string, version: number): Promise<Manifest> {
  const manifest = versioned(built, version)
  await writeFile(join(built.folder, MANIFEST), JSON.stringify(manifest, null, 2))
  const target = packagePath(examFolder, version)
  await rm(target, { recursive: true, force: true })
  await rename(built.folder, target)
  return manifest
}

/** The manifest of a package under this version. */
export function versioned({ manifest: { examId, ...rest } }: BuiltPackage, version: number): Manifest {
  return { examId, version, ...rest }
}

/** The statements of what is put together for the package alone, by table; the others read those of the ranks. */
export function packageSql(spec: ExamSpec) {
  const slots = studentSlots(spec)
  return {
    course: filled('course.sql', slots),
    unit: filled('unit.sql', slots),
    teacher: filled('teacher.sql', slots),
    unit_rank: filled('unit-rank.sql', slots),
    class_rank: filled('class-rank.sql', slots),
    seq_rank: filled('seq-rank.sql', slots),
    combination_rank: filled('combination-rank.sql', slots),
    combination: filled('combination.sql', slots),
    student: filled('student.sql', slots),
  }
}

const RANKS = ['unit_rank', 'class_rank', 'seq_rank', 'combination_rank'] as const

async function writeUnits(db: AnalyticsConnection, options: PackageOptions, folder: string): Promise<void> {
  await writeCourse(db, options, folder)
  await showBefore(db, options.previous)
  await writeUnit(db, options, folder)
}

async function writeCourse(
  db: AnalyticsConnection,
  { spec, workFolder }: PackageOptions,
  folder: string,
): Promise<void> {
  await showTables(db, workFolder, ['course', 'threshold'])
  await copyTo(db, packageSql(spec).course, join(folder, 'course.parquet'))
  for (const table of ['course', 'threshold']) await db.run(`drop view ${table}`)
}

const TAUGHT = `{class_code: 'VARCHAR', course_name: 'VARCHAR', teacher_code: 'VARCHAR', teacher_name: 'VARCHAR'}`

async function writeUnit(db: AnalyticsConnection, options: PackageOptions, folder: string): Promise<void> {
  const { spec, workFolder, teachers } = options
  const { unit, teacher } = packageSql(spec)
  const tables = ['unit', 'course']
  await showTables(db, workFolder, tables)
  await copyTo(db, unit, join(folder, 'unit.parquet'))
  const path = join(folder, 'taught.json')
  await writeFile(path, JSON.stringify(teachers ?? []))
  await db.run(`create temp view taught as from read_json(${sqlText(path)}, format = 'array', columns = ${TAUGHT})`)
  await copyTo(db, teacher, join(folder, 'teacher.parquet'))
  await rm(path)
  for (const table of [...tables, 'taught']) await db.run(`drop view ${table}`)
}

async function writeStudent(
  db: AnalyticsConnection,
  { spec, workFolder, previous }: PackageOptions,
  folder: string,
): Promise<void> {
  await showTables(db, workFolder, STUDENT_PARTS)
  await showBefore(db, previous)
  const statements = packageSql(spec)
  for (const table of RANKS) await db.run(`create temp table ${table} as ${statements[table]}`)
  for (const table of ['combination', 'student'] as const)
    await copyTo(db, statements[table], join(folder, `${table}.parquet`))
}

async function tell({ report }: PackageOptions, done: number): Promise<void> {
  await report?.(done, FROZEN.length + 1)
}

function filled(name: string, slots: Record<string, string>): string {
  return sqlFile(import.meta.url, name).replaceAll(/\{\{(\w+)\}\}/g, (_slot, slot: string) => slots[slot] ?? '')
}

async function showTables(db: AnalyticsConnection, workFolder: string, tables: string[]): Promise<void> {
  for (const table of tables) {
    await db.run(`create temp view ${table} as from read_parquet(${sqlText(join(workFolder, `${table}.parquet`))})`)
  }
}

async function copyTo(db: AnalyticsConnection, sql: string, path: string): Promise<void> {
  await db.run(`copy (${sql}) to ${sqlText(path)} (format parquet, compression zstd, compression_level 1)`)
}

async function countRows(db: AnalyticsConnection, folder: string): Promise<Record<string, number>> {
  const counted = await db.query<{ name: string; rows: number }>(
    `select parse_filename(file_name) as name, num_rows as rows
     from parquet_file_metadata(${sqlText(join(folder, '*.parquet'))}) order by name`,
  )
  return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]))
}

async function describe(
  options: PackageOptions,
  folder: string,
  rows: Record<string, number>,
): Promise<BuiltPackage['manifest']> {
  const files: PackageFile[] = []
  for (const [name, count] of Object.entries(rows)) {
    const path = join(folder, name)
    files.push({ name, rows: count, bytes: (await stat(path)).size, sha256: await hashFile(path) })
  }
  const { spec, hashes, now, previous } = options
  return {
    examId: spec.examId,
    dataVersion: spec.dataVersion,
    rule: spec.rule,
    courses: spec.courses,
    ...(spec.levels && spec.levels.length > 0 && { levels: spec.levels }),
    files,
    taskHashes: hashes,
    engineVersion: ENGINE_VERSION,
    ...(previous && {
      previous: { examId: previous.examId, examName: previous.examName, version: previous.version },
    }),
    builtTime: now.toISOString(),
  }
}
