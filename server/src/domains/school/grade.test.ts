import { expect, test } from 'vitest'
import { assertStage, classCodeOf, enterYearOf, gradeName, gradeOf, stageOfGrade } from './grade.ts'

test.each<[string, number, number | undefined]>([
  ['1', 2025, undefined],
  ['1', 2026, 1],
  ['1', 2031, 6],
  ['1', 2032, undefined],
  ['2', 2025, undefined],
  ['2', 2026, 7],
  ['2', 2028, 9],
  ['2', 2029, undefined],
  ['3', 2026, 10],
  ['3', 2028, 12],
  ['3', 2029, undefined],
  ['4', 2026, 10],
  ['4', 2028, 12],
  ['4', 2029, undefined],
  ['9', 2026, undefined],
])('who entered the stage %s in 2026 is in %i in the grade %s', (stage, studyYear, grade) => {
  expect(gradeOf(stage, 2026, studyYear)).toBe(grade)
})

test.each<[number, string, number, string]>([
  [1, '1', 2026, '小一'],
  [6, '1', 2021, '小六'],
  [7, '2', 2026, '初一'],
  [9, '2', 2024, '初三'],
  [10, '3', 2026, '高一'],
  [12, '3', 2024, '高三'],
  [13, '3', 2023, '13年级'],
  [0, '1', 2027, '0年级'],
])('the grade %i is of the stage %s, entered in %i, and called %s', (grade, stage, enterYear, name) => {
  expect([stageOfGrade(grade), enterYearOf(grade, 2026), gradeName(grade)]).toEqual([stage, enterYear, name])
})

test.each<[string, string, boolean]>([
  ['1', '6', true],
  ['1', '7', false],
  ['2', '7', true],
  ['2', '10', false],
  ['3', '10', true],
  ['4', '12', true],
  ['4', '9', false],
  ['5', '10', false],
])('the stage %s has the grade %s: %s', (stage, grade, isFitting) => {
  const judge = () => assertStage(stage, grade)
  if (isFitting) expect(judge).not.toThrow()
  else expect(judge).toThrow('年级与学段不符')
})

test('the code of a class names its school, stage, year and number', () => {
  expect(classCodeOf('S1', '3', 2026, 7)).toBe('S1-3202607')
  expect(classCodeOf('S1', '3', 2026, 12)).toBe('S1-3202612')
})
