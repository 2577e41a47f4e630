import { expect, test } from 'vitest'
import { registry } from '../src/index.ts'
import type { Fields } from '../src/kit/field.ts'

test('every report of students says whose row it is, so that the log of who saw a child has it', () => {
  const ofStudents = registry.reports.filter(({ grain }) => grain === 'student')
  expect(ofStudents.length).toBeGreaterThan(5)
  const silent = ofStudents.filter(
    ({ columns }) => !Object.values(columns as Fields).some(({ personal }) => personal === 'studentCode'),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})
