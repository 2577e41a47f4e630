import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExamSpec } from './exam-spec.ts'
import type { PlanTask } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { keptTables, orderTasks, prepareStep, type Step } from './steps.ts'
import { questionFileHashes } from './question-files.ts'
import { blueprintRows, courseRows, fixedRows, levelRows, lineRows, pointRows } from './tables.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'

/** Rises when the same input would give other numbers for a reason outside the SQL files, or packages get other columns. */
export const ENGINE_VERSION = 7

/** What the files of a task were made from, and what they are. */
export interface TaskRecord {
  /** Fingerprint of the input. */
  input: string
  /** SHA-256 of every table it keeps. */
  outputs: Record<string, string>
}

/** By task code. */
export type PlanRecord = Record<string, TaskRecord>

/**
 * Fingerprint of every task: its SQL with the parts of the rule and of the courses it names, and the fingerprints of what it
 * needs; the first task also depends on the facts themselves.
 */
export function hashesOf(spec: ExamSpec, factsFingerprint: string): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const task of orderTasks()) {
    const step = prepareStep(task, spec)
    const input = {
      engine: ENGINE_VERSION,
      tables: step.tables,
      courses: namedCourseValues(step, spec),
      ...(step.reads.includes('blueprint') && { questions: [blueprintRows(spec), pointRows(spec)] }),
      ...(step.reads.includes('question_score') && { questionFiles: questionFileHashes(spec) }),
      lines: step.reads.includes('line_param') ? [lineRows(spec), fixedRows(spec)] : [],
      levels: step.reads.includes('level_param') ? levelRows(spec) : [],
      needs: task.needs.map((need) => hashes[need] ?? factsFingerprint),
    }
    hashes[task.taskCode] = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  }
  return hashes
}

/** Of the courses, the columns the SQL of a step names. */
function namedCourseValues({ reads, tables }: Step, spec: ExamSpec): unknown[] {
  if (!reads.includes('exam_course')) return []
  const words = new Set(tables.flatMap(({ sql }) => sql.match(/\w+/g) ?? []))
  return courseRows(spec.courses).map((row) => Object.entries(row).filter(([column]) => words.has(column)))
}

export async function readRecord(folder: string): Promise<PlanRecord> {
  try {
    return JSON.parse(await readFile(recordPath(folder), 'utf8')) as PlanRecord
  } catch {
    return {}
  }
}

/** In the order of the plan, whichever step ended first. */
export async function writeRecord(folder: string, record: PlanRecord): Promise<void> {
  const part = `${recordPath(folder)}.part`
  const order = orderTasks().flatMap(({ taskCode }) => (record[taskCode] ? [[taskCode, record[taskCode]]] : []))
  await writeFile(part, JSON.stringify(Object.fromEntries(order), null, 2))
  await rename(part, recordPath(folder))
}

/** Whether the files of a task were made from the present input and are still what they were then. */
export async function isFresh(
  folder: string,
  record: PlanRecord,
  task: PlanTask,
  hashes: Record<string, string>,
): Promise<boolean> {
  const known = record[task.taskCode]
  if (known?.input !== hashes[task.taskCode]) return false
  for (const table of keptTables(task)) {
    const found = await hashFile(join(folder, `${table}.parquet`)).catch(() => '')
    if (found !== known?.outputs[table]) return false
  }
  return true
}

export function recordPath(folder: string): string {
  return join(folder, 'plan.json')
}
