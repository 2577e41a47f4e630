import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import type { ScopeRow } from './scope-row.ts'
import { every } from '../../../platform/access/doors.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'

const everyBasicSchool = every(basicSchool, 'in which area a school lies decides what its people see')
const everyUserUnit = every(userUnit, 'where somebody works decides what he sees')
const everyDept = every(dept, 'what lies below a department decides what its people see')

/** Where a user works: departments, and the units of the exam side by their codes. */
export interface UserUnits {
  userId: string
  deptIds: string[]
  /** The own departments and all below them; empty while no scope asks for them. */
  deptIdsBelow: string[]
  /** Areas the user is linked to. */
  areaCodes: string[]
  /** Areas of the linked schools. */
  schoolAreas: string[]
  schoolCodes: string[]
  classCodes: string[]
}

interface LinkRow {
  userId: string
  deptUscc: string | null
  areaCode: string | null
  schoolArea: string | null
  classCodes: string[]
}

/** The units of several users, by user. */
export async function readUnits(
  db: Db,
  users: { id: string; deptIds: string[] }[],
  scopes: ScopeRow[],
): Promise<Map<string, UserUnits>> {
  const ids = users.map((user) => user.id)
  const links = await sql<LinkRow>`select l.user_id, l.dept_uscc, l.area_code, l.class_codes,
      (select s.area_code from ${everyBasicSchool} s where s.school_code = l.dept_uscc and s.is_deleted = 0) as school_area
    from ${everyUserUnit} l where l.is_deleted = 0 and l.user_id = any(${ids}::bigint[])`.execute(db)
  const below = scopes.some(asksBelow) ? await deptsBelow(db, [...new Set(users.flatMap((user) => user.deptIds))]) : []
  return new Map(
    users.map(({ id, deptIds }) => {
      const own = links.rows.filter((link) => link.userId === id)
      return [
        id,
        {
          userId: id,
          deptIds,
          deptIdsBelow: below.filter((dept) => deptIds.includes(dept.root)).map((dept) => dept.id),
          areaCodes: own.flatMap((link) => link.areaCode ?? []),
          schoolAreas: own.flatMap((link) => link.schoolArea ?? []),
          schoolCodes: own.flatMap((link) => link.deptUscc ?? []),
          classCodes: own.flatMap((link) => link.classCodes),
        },
      ]
    }),
  )
}

function asksBelow(scope: ScopeRow): boolean {
  return scope.type === 4 || (scope.conditions ?? []).some((one) => one.attribute === 'deptIdBelow')
}

/** Every department at or below each of the roots. */
async function deptsBelow(db: Db, roots: string[]): Promise<{ id: string; root: string }[]> {
  const found = await sql<{ id: string; root: string }>`select d.id, r.id as root
    from unnest(${roots}::bigint[]) r (id)
    join ${everyDept} d on d.is_deleted = 0 and (d.id = r.id or r.id::text = any(string_to_array(d.ancestors, ',')))`.execute(
    db,
  )
  return found.rows
}
