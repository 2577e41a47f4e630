import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FactSource } from '../src/domains/exam/compute/exam-spec.ts'
import { COURSE_SCORE_COLUMNS, PAPER_PART_COLUMNS, ROSTER_COLUMNS } from '../src/domains/exam/compute/tables.ts'

export type RosterRow = Partial<Record<keyof typeof ROSTER_COLUMNS, string | number | null>>
export type ScoreRow = Record<keyof typeof COURSE_SCORE_COLUMNS, number | null> &
  Partial<Record<keyof typeof PAPER_PART_COLUMNS, number | null>>

/** Facts given as rows, in the form the archive is exported in. */
export function rowSource(roster: RosterRow[], scores: ScoreRow[], fingerprint: string): FactSource {
  return {
    fingerprint: async () => fingerprint,
    write: async (folder) => {
      await writeFile(join(folder, 'roster.csv'), csvOf(Object.keys(ROSTER_COLUMNS), roster))
      await writeFile(join(folder, 'course_score.csv'), csvOf(Object.keys(COURSE_SCORE_COLUMNS), scores))
      const parts = scores.filter((row) => row.objective_score !== undefined)
      await writeFile(join(folder, 'paper_part.csv'), csvOf(Object.keys(PAPER_PART_COLUMNS), parts))
    },
  }
}

function csvOf(columns: string[], rows: Record<string, string | number | null | undefined>[]): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','))
  return [columns.join(','), ...lines].map((line) => `${line}\n`).join('')
}
