import { expect, test } from 'vitest'
import { currentStudyYear } from '../src/domains/school/study-year.ts'

test.each([
  ['2026-01-01', 2025],
  ['2026-08-31', 2025],
  ['2026-09-01', 2026],
  ['2026-12-31', 2026],
])('%s is of the study year that began in September %i', (day, year) => {
  expect(currentStudyYear(new Date(`${day}T12:00:00`))).toBe(year)
})
