import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalyticsConnection } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { linkOrCopy } from '../../../platform/files/link-or-copy.ts'
import type { ExamSpec } from './exam-spec.ts'

/** Columns of a file of question scores: letters as they were read, marks in tenths, null where there is none. */
export const QUESTION_SCORE_COLUMNS = {
  sid: 'INTEGER',
  course_id: 'SMALLINT',
  paper_code: 'VARCHAR',
  question_no: 'VARCHAR',
  score10: 'SMALLINT',
  answer: 'VARCHAR',
} as const

const PREFIX = 'question_score_'
/** Without rows, so that an exam without question scores reads like the others. */
const EMPTY = `${PREFIX}0.parquet`

/** The files of question scores in a folder, in one order. */
export async function questionFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.startsWith(PREFIX) && name.endsWith('.parquet')).toSorted()
}

/** Puts the archived question scores beside the other facts of a run, under names of their courses: they are linked, not copied. */
export async function layOutQuestions(db: AnalyticsConnection, folder: string, spec: ExamSpec): Promise<void> {
  for (const name of await questionFilesIn(folder)) await rm(join(folder, name))
  const columns = Object.entries(QUESTION_SCORE_COLUMNS).map(([name, type]) => `null::${type} as ${name}`)
  await db.run(`copy (select ${columns.join(', ')} limit 0) to ${sqlText(join(folder, EMPTY))} (format parquet)`)
  for (const { courseId, file } of spec.questionFiles ?? [])
    await linkOrCopy(file, join(folder, `${PREFIX}${courseId}.parquet`))
}

/** What tells the archived question scores apart from others. */
export function questionFileHashes({ questionFiles = [] }: ExamSpec): [courseId: number, sha256: string][] {
  return questionFiles.map(({ courseId, sha256 }) => [courseId, sha256])
}
