import { createHash } from 'node:crypto'
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExamSpec } from './exam-spec.ts'
import { type Step, needsOf, orderedSteps, tableSql } from './steps.ts'

/** Rises when the same input would give other numbers for a reason outside the SQL files, or packages get other columns. */
export const ENGINE_VERSION = 2

/** task code → fingerprint of the input its files were made from. */
export type PlanRecord = Record<string, string>

/**
 * Fingerprint of every task: its SQL, the parts of rule and courses it uses, and the fingerprints of what it needs; the
 * first task also depends on the facts themselves.
 */
export function hashesOf(spec: ExamSpec, factsFingerprint: string): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const step of orderedSteps()) {
    const input = {
      engine: ENGINE_VERSION,
      sql: step.makes.map((table) => tableSql(step, table, spec)),
      rule: step.ruleKeys.map((key) => [key, spec.rule[key]]),
      courses: spec.courses.map((course) => step.courseKeys.map((key) => course[key])),
      needs: needsOf(step.taskCode).map((need) => hashes[need] ?? factsFingerprint),
    }
    hashes[step.taskCode] = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  }
  return hashes
}

export async function readRecord(folder: string): Promise<PlanRecord> {
  try {
    return JSON.parse(await readFile(recordPath(folder), 'utf8')) as PlanRecord
  } catch {
    return {}
  }
}

export async function writeRecord(folder: string, record: PlanRecord): Promise<void> {
  const part = `${recordPath(folder)}.part`
  await writeFile(part, JSON.stringify(record, null, 2))
  await rename(part, recordPath(folder))
}

/** Whether the files of a step are there and were made from the present input. */
export async function isFresh(
  folder: string,
  record: PlanRecord,
  step: Step,
  hashes: Record<string, string>,
): Promise<boolean> {
  if (record[step.taskCode] !== hashes[step.taskCode]) return false
  const found = await Promise.all(step.writes.map((table) => isThere(join(folder, `${table}.parquet`))))
  return found.every(Boolean)
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function recordPath(folder: string): string {
  return join(folder, 'plan.json')
}
