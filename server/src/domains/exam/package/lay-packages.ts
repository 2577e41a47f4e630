import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { linkOrCopy } from '../../../platform/files/link-or-copy.ts'
import { openVersion } from './open-package.ts'

const everyExam = every(examInfo, 'laid out by whoever runs the machine, not by a user')

const { published, sealed } = examStates.states

/** Tables with a row for a person. */
const OF_PERSONS = /^(student|teacher|course_part|question_score_\d+)$/

const FILE = 'data.parquet'

export interface Layout {
  /** Where the tables lie: `<folder>/<table>/tenant_id=…/exam_id=…/data.parquet`. */
  folder: string
  /** Tables with a row for a student, a mark of a student or a teacher as well. */
  isWithPersons: boolean
}

interface LaidExam {
  examId: string
  examName: string
  examYear: number
  studyYear: number
  term: number
  gradeCode: string
  examType: string
  beginDate: string
  packageVersion: number
}

/**
 * Lays the packages of a tenant's published exams out as tables, partitioned by exam as Hive does it, for engines that read
 * folders: each exam once, in the version readers see. The files are second names of those of the packages where the disk
 * allows it. What is not published any more goes. Answers how many exams there are.
 */
export async function layPackages(
  ctx: Pick<Ctx, 'db' | 'user' | 'files' | 'analytics'>,
  { folder, isWithPersons }: Layout,
): Promise<number> {
  const exams = await publishedExams(ctx)
  const laid = new Set<string>()
  for (const { examId, packageVersion } of exams) {
    const opened = await openVersion(ctx, examId, packageVersion)
    for (const { name } of opened.manifest.files) {
      const table = name.replace(/\.parquet$/, '')
      if (OF_PERSONS.test(table) && !isWithPersons) continue
      const place = join(tenantFolder(ctx, folder, table), `exam_id=${examId}`)
      await putPart(join(opened.folder, name), place)
      laid.add(place)
    }
  }
  await writeExams(ctx, folder, exams)
  await clearOthers(ctx, folder, laid)
  return exams.length
}

function tenantFolder({ user }: Pick<Ctx, 'user'>, folder: string, table: string): string {
  return join(folder, table, `tenant_id=${user.tenantId}`)
}

async function publishedExams(ctx: Pick<Ctx, 'db'>): Promise<LaidExam[]> {
  const found =
    await sql<LaidExam>`select e.id as exam_id, e.exam_name, e.exam_year, e.study_year, e.term, e.grade_code,
      e.exam_type, e.begin_date, e.package_version
    from ${everyExam} e
    where e.is_deleted = 0 and e.package_version > 0 and e.exam_status in (${published.value}, ${sealed.value})
    order by e.begin_date, e.id`.execute(ctx.db)
  return found.rows
}

/** Puts a file where a table has its part, in one step for whoever reads meanwhile. */
async function putPart(from: string, place: string): Promise<void> {
  await mkdir(place, { recursive: true })
  const arriving = join(place, '.arriving')
  await rm(arriving, { force: true })
  await linkOrCopy(from, arriving)
  await rename(arriving, join(place, FILE))
  // A second name of the same contents is left where it was by the rename.
  await rm(arriving, { force: true })
}

/** The table of the exams themselves, one file for a tenant. */
async function writeExams(
  ctx: Pick<Ctx, 'user' | 'files' | 'analytics'>,
  folder: string,
  exams: readonly LaidExam[],
): Promise<void> {
  const place = tenantFolder(ctx, folder, 'exam')
  await mkdir(place, { recursive: true })
  const rows = ctx.files.tempPath('json')
  try {
    await writeFile(rows, exams.map((exam) => JSON.stringify(exam)).join('\n'))
    await ctx.analytics.batch((db) =>
      db.run(`copy (select examId as exam_id, examName as exam_name, examYear as exam_year, studyYear as study_year, term,
          gradeCode as grade_code, examType as exam_type, beginDate as begin_date, packageVersion as package_version
        from read_json(${sqlText(rows)}, format = 'newline_delimited', columns = {
          examId: 'BIGINT', examName: 'VARCHAR', examYear: 'INTEGER', studyYear: 'INTEGER', term: 'INTEGER',
          gradeCode: 'VARCHAR', examType: 'VARCHAR', beginDate: 'DATE', packageVersion: 'INTEGER' }))
        to ${sqlText(join(place, FILE))} (format parquet, compression zstd)`),
    )
  } finally {
    await rm(rows, { force: true })
  }
}

/** Takes away the parts of exams that were not laid just now. */
async function clearOthers(ctx: Pick<Ctx, 'user'>, folder: string, laid: ReadonlySet<string>): Promise<void> {
  for (const table of await readdir(folder)) {
    const parts = tenantFolder(ctx, folder, table)
    for (const part of await readdir(parts).catch(() => [])) {
      const place = join(parts, part)
      if (part.startsWith('exam_id=') && !laid.has(place)) await rm(place, { recursive: true, force: true })
    }
  }
}
