import { createHash } from 'node:crypto'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { visibleValues } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'

export type Codes = string[] | null

/**
 * What the data scopes of the caller's roles leave of schools, classes and students, by their codes; null where none
 * narrows them. Packages know units and students by these codes alone, so who has no row any more is not seen.
 */
export interface Sight {
  schools: Codes
  classes: Codes
  students: Codes
}

export const WHOLE_SIGHT: Sight = { schools: null, classes: null, students: null }

const known = new WeakMap<Ctx, Promise<Sight>>()

/** The same for every package of a request. */
export function sightOf(ctx: Ctx): Promise<Sight> {
  const sight = known.get(ctx) ?? readSight(ctx)
  known.set(ctx, sight)
  return sight
}

async function readSight(ctx: Ctx): Promise<Sight> {
  const [schools, classes, students] = await Promise.all([
    visibleValues(ctx, basicSchool, 'school_code'),
    visibleValues(ctx, schoolClasses, 'class_code'),
    visibleValues(ctx, basicStudent, 'student_code'),
  ])
  return { schools, classes, students }
}

const LONGEST_KEY = 2000

/** A key under which answers are kept; long lists of codes are told apart by their digest. */
export function cacheKey(...parts: unknown[]): string {
  const key = JSON.stringify(parts)
  return key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('base64') : key
}
