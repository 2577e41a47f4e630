import { areaPopulation } from '@xueheng/contract/domains/school/area-population.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { newclasses } from '@xueheng/contract/domains/directory/newclasses.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { expect, test } from 'vitest'
import { isRowInScope } from './scope.ts'
import type { Scope } from './user.ts'

const ALL: Scope = { level: 'all' }
const AREA: Scope = { level: 'area', areaCodes: ['A1', 'A2'] }
const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }
const CLASS: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['C1'] }

const row = (areaCode: unknown, schoolCode?: unknown, classCode?: unknown) => ({ areaCode, schoolCode, classCode })

test.each<[string, AnyEntity, Scope, Record<string, unknown>, boolean]>([
  ['anything, by who looks after everything', schoolClasses, ALL, row('A9', 'S9', 'C9'), true],
  ['what belongs to no unit, by anybody', role, CLASS, {}, true],
  ['a class of the second own area', schoolClasses, AREA, row('A2', 'S9', 'C9'), true],
  ['a class of another area', schoolClasses, AREA, row('A3', 'S1', 'C1'), false],
  ['a class of no area, by an area', schoolClasses, AREA, row(null, 'S1', 'C1'), false],
  ['what knows no areas, by an area', newclasses, AREA, { schoolCode: 'S9' }, true],
  ['what knows areas alone, by a school', areaPopulation, SCHOOL, row('A1'), false],
  ['the own school', basicSchool, SCHOOL, row('A1', 'S1'), true],
  ['another school of the own area', basicSchool, SCHOOL, row('A1', 'S2'), false],
  ['any class of the own school, by the school', schoolClasses, SCHOOL, row('A1', 'S1', 'C9'), true],
  ['the own class', schoolClasses, CLASS, row('A1', 'S1', 'C1'), true],
  ['another class of the own school, by a class', schoolClasses, CLASS, row('A1', 'S1', 'C2'), false],
  ['a class of the same code in another school', schoolClasses, CLASS, row('A1', 'S2', 'C1'), false],
  ['what knows no classes, by a class', basicSchool, CLASS, row('A1', 'S1'), true],
  ['what names no school', schoolClasses, SCHOOL, row('A1'), false],
  ['a number in the place of a code', schoolClasses, SCHOOL, row('A1', 1), false],
])('%s: whether it may be written', (_title, entity, scope, written, wanted) => {
  expect(isRowInScope(entity, scope, written)).toBe(wanted)
})
