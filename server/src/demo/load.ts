import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { sql } from 'kysely'
import { every } from '../platform/access/doors.ts'
import type { Db, Logger } from '../platform/ctx.ts'
import { demoBureau } from './bureau.ts'
import type { Target } from './insert-rows.ts'
import { loadBase } from './load-base.ts'
import { loadHighExam } from './load-high-exam.ts'
import { type LoadedExam, loadExams } from './load-exams.ts'
import { loadArrangement } from './load-arrange.ts'
import { loadGather } from './load-gather.ts'
import { loadTasks } from './load-tasks.ts'
import type { Bureau, Klass } from './model.ts'
import { at } from './random.ts'

export interface LoadedDemo {
  /** Oldest first; the last is a draft that waits for its workbooks. */
  exams: LoadedExam[]
  students: number
}

const SCHOOLS = every(basicSchool, 'a tenant that ever had a school is left alone')

/**
 * Fills a tenant with the generated bureau. `db` is bound to the tenant and inside a transaction, so a load that is
 * interrupted leaves nothing. Answers nothing to do when the tenant already has schools.
 */
export async function loadDemo(
  db: Db,
  tenantId: string,
  log: Logger,
  bureau: Bureau = demoBureau(),
): Promise<LoadedDemo | undefined> {
  const known = await sql`select 1 from ${SCHOOLS} s limit 1`.execute(db)
  if (known.rows.length > 0) return undefined
  const start = performance.now()
  const target: Target = { db, tenantId }
  await loadBase(target, bureau)
  await loadHighExam(target, bureau)
  const exams = await loadExams(target, bureau)
  await loadTasks(target, bureau)
  await loadArrangement(target, bureau)
  await loadGather(target, bureau)
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
