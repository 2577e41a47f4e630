import type pg from 'pg'
import type { Logger } from '../platform/ctx.ts'
import { demoBureau } from './bureau.ts'
import type { Target } from './insert-rows.ts'
import { loadBase } from './load-base.ts'
import { type LoadedExam, loadExams } from './load-exams.ts'
import type { Bureau, Klass } from './model.ts'
import { at } from './random.ts'

export interface LoadedDemo {
  /** Oldest first; the last is a draft that waits for its workbooks. */
  exams: LoadedExam[]
  students: number
}

/**
 * Fills a tenant with the generated bureau. `client` is bound to the tenant and inside a transaction, so a load that is
 * interrupted leaves nothing. Answers nothing to do when the tenant already has schools.
 */
export async function loadDemo(
  client: pg.PoolClient,
  tenantId: string,
  log: Logger,
  bureau: Bureau = demoBureau(),
): Promise<LoadedDemo | undefined> {
  const known = await client.query('select 1 from basic_school limit 1')
  if (known.rowCount) return undefined
  const start = performance.now()
  const target: Target = { client, tenantId }
  await loadBase(target, bureau)
  const exams = await loadExams(target, bureau)
  const students = bureau.students.length
  log.info({ students, exams: exams.length, ms: Math.round(performance.now() - start) }, 'demo bureau loaded')
  return { exams, students }
}

/** Class of the demo account `teacher`: an ordinary class of the first area's first school. */
export function demoClass(): Klass {
  const { classes } = at(demoBureau().schools, 0)
  return classes.find((klass) => !klass.isExperimental) ?? at(classes, 0)
}

/** School of the demo accounts `school` and `teacher`. */
export function demoSchoolCode(): string {
  return demoClass().school.code
}

export function demoAreaCode(): string {
  return demoClass().school.area.code
}

export function demoClassCode(): string {
  return demoClass().code
}
