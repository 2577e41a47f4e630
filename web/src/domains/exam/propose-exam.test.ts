import { expect, test } from 'vitest'
import { proposeExam } from './propose-exam.ts'

const last = (values: object = {}) => ({
  studyYear: 2025,
  examType: '4',
  stage: '3',
  gradeCode: '12',
  examMode: '3',
  artsScience: '0',
  areaCodes: ['990001'],
  ...values,
})

test.each([
  ['2025-09-10', 2025, 2025, 1, '1'],
  ['2025-11-20', 2025, 2025, 1, '2'],
  ['2026-01-15', 2026, 2025, 1, '3'],
  ['2026-02-25', 2026, 2025, 2, '1'],
  ['2026-07-01', 2026, 2025, 2, '3'],
  ['2026-08-31', 2026, 2025, 2, '1'],
  ['2026-09-01', 2026, 2026, 1, '1'],
])(
  'an exam set up on %s is of year %i, school year %i, term %i and type %s',
  (day, examYear, studyYear, term, type) => {
    expect(proposeExam(new Date(`${day}T12:00:00`), undefined)).toEqual({ examYear, studyYear, term, examType: type })
  },
)

test('grade, mode and areas are those of the last exam', () => {
  const proposed = proposeExam(new Date('2025-11-20T12:00:00'), last())
  expect(proposed).toMatchObject({ stage: '3', gradeCode: '12', examMode: '3', areaCodes: ['990001'] })
})

test.each([
  ['5', '2026-04-20', '6'],
  ['6', '2026-04-28', '7'],
  ['4', '2026-03-05', '5'],
])('in the last year of a stage an exam of type %s is followed on %s by one of type %s', (before, day, type) => {
  expect(proposeExam(new Date(`${day}T12:00:00`), last({ examType: before })).examType).toBe(type)
})

test('a mock exam of another school year is not followed by the next', () => {
  expect(proposeExam(new Date('2026-09-20T12:00:00'), last({ examType: '6' })).examType).toBe('1')
})
