import { expect, test } from 'vitest'
import { currentStudyYear, lastEndingYear } from '../src/domains/school/study-year.ts'

test.each([
  [1, 2025],
  [8, 2025],
  [9, 2026],
  [12, 2026],
])('month %i of 2026 is of the study year that began in September %i', (month, year) => {
  expect(currentStudyYear({ year: 2026, month })).toBe(year)
})

test.each([
  [1, 2024],
  [5, 2024],
  [6, 2025],
  [12, 2025],
])('in month %i of 2026 the last study year that may end began in %i', (month, year) => {
  expect(lastEndingYear({ year: 2026, month })).toBe(year)
})
