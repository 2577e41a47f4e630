/**
 * Freezes the work folder of a computed exam into a package version:
 *
 *   const manifest = await buildPackage({ analytics, spec, workFolder, examFolder, version, hashes })
 *
 * The result is `<examFolder>/v<version>/` with the files of docs/package.md. The folder appears in one rename, complete or
 * not at all; an existing version is never touched (it throws). `removePackage` deletes a version.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { COMPUTED_TASKS } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics, AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlFile, sqlText } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec } from '../compute/exam-spec.ts'
import { ENGINE_VERSION } from '../compute/plan-record.ts'
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
  version: number
  /** Fingerprints `runPlan` answered. */
  hashes: Record<string, string>
  /** The package of the exam before, when there is one to compare ranks with. */
  previous?: PreviousPackage | undefined
  /** Who taught which class which course, as archived with the exam. */
  teachers?: Taught[]
  now: Date
}

export interface Taught {
  class_code: string
  course_name: string
  teacher_code: string | null
  teacher_name: string
}

/** Tables taken over as they are. */
const FROZEN = COMPUTED_TASKS.flatMap(({ makes }) => Object.keys(makes).filter((table) => makes[table] === 'package'))
const STUDENT_PARTS = ['student', 'unit', 'rank_lut', 'std_score']

export function packagePath(examFolder: string, version: number): string {
  return join(examFolder, `v${version}`)
}

export async function buildPackage(options: PackageOptions): Promise<Manifest> {
  const { examFolder, version, workFolder, analytics } = options
  await mkdir(examFolder, { recursive: true })
  const target = packagePath(examFolder, version)
  await refuseExisting(target)
  const folder = await mkdtemp(join(examFolder, 'building-'))
  try {
    for (const table of FROZEN) await freeze(join(workFolder, `${table}.parquet`), join(folder, `${table}.parquet`))
    const rows = await analytics.batch(async (db) => {
      await showBefore(db, options.previous)
      await writeCourse(db, workFolder, folder)
      await writeUnit(db, options, folder)
      await writeStudent(db, options, folder)
      return countRows(db, folder)
    })
    const manifest = await describe(options, folder, rows)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
    await rename(folder, target)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

export async function removePackage(examFolder: string, version: number): Promise<void> {
  await rm(packagePath(examFolder, version), { recursive: true, force: true })
}

async function refuseExisting(target: string): Promise<void> {
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${target} exists; packages never change`)
}

/** A step replaces its files by renaming, so a second name for the contents is as good as a copy and costs nothing. */
async function freeze(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

async function writeCourse(db: AnalyticsBatch, workFolder: string, folder: string): Promise<void> {
  await showTables(db, workFolder, ['course', 'threshold'])
  await copyTo(db, sqlFile(import.meta.url, 'course.sql'), join(folder, 'course.parquet'))
  for (const table of ['course', 'threshold']) await db.run(`drop view ${table}`)
}

const TAUGHT = `{class_code: 'VARCHAR', course_name: 'VARCHAR', teacher_code: 'VARCHAR', teacher_name: 'VARCHAR'}`

async function writeUnit(db: AnalyticsBatch, { workFolder, teachers }: PackageOptions, folder: string): Promise<void> {
  const tables = ['unit', 'course']
  await showTables(db, workFolder, tables)
  await copyTo(db, sqlFile(import.meta.url, 'unit.sql'), join(folder, 'unit.parquet'))
  const path = join(folder, 'taught.json')
  await writeFile(path, JSON.stringify(teachers ?? []))
  await db.run(`create temp view taught as from read_json(${sqlText(path)}, format = 'array', columns = ${TAUGHT})`)
  await copyTo(db, sqlFile(import.meta.url, 'teacher.sql'), join(folder, 'teacher.parquet'))
  await rm(path)
  for (const table of [...tables, 'taught']) await db.run(`drop view ${table}`)
}

async function writeStudent(db: AnalyticsBatch, { spec, workFolder }: PackageOptions, folder: string): Promise<void> {
  await showTables(db, workFolder, STUDENT_PARTS)
  const slots = studentSlots(spec.courses)
  await db.run(`create temp table class_rank as ${filled('class-rank.sql', slots)}`)
  await copyTo(db, filled('student.sql', slots), join(folder, 'student.parquet'))
}

function filled(name: string, slots: Record<string, string>): string {
  return sqlFile(import.meta.url, name).replaceAll(/\{\{(\w+)\}\}/g, (_slot, slot: string) => slots[slot] ?? '')
}

async function showTables(db: AnalyticsBatch, workFolder: string, tables: string[]): Promise<void> {
  for (const table of tables) {
    await db.run(`create temp view ${table} as from read_parquet(${sqlText(join(workFolder, `${table}.parquet`))})`)
  }
}

async function copyTo(db: AnalyticsBatch, sql: string, path: string): Promise<void> {
  await db.run(`copy (${sql}) to ${sqlText(path)} (format parquet, compression zstd, compression_level 1)`)
}

async function countRows(db: AnalyticsBatch, folder: string): Promise<Record<string, number>> {
  const counted = await db.query<{ name: string; rows: number }>(
    `select parse_filename(file_name) as name, num_rows as rows
     from parquet_file_metadata(${sqlText(join(folder, '*.parquet'))}) order by name`,
  )
  return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]))
}

async function describe(options: PackageOptions, folder: string, rows: Record<string, number>): Promise<Manifest> {
  const files: PackageFile[] = []
  for (const [name, count] of Object.entries(rows)) {
    const path = join(folder, name)
    files.push({ name, rows: count, bytes: (await stat(path)).size, sha256: await sha256(path) })
  }
  const { spec, version, hashes, now, previous } = options
  return {
    examId: spec.examId,
    version,
    dataVersion: spec.dataVersion,
    rule: spec.rule,
    courses: spec.courses,
    files,
    taskHashes: hashes,
    engineVersion: ENGINE_VERSION,
    ...(previous && {
      previous: { examId: previous.examId, examName: previous.examName, version: previous.version },
    }),
    builtTime: now.toISOString(),
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
