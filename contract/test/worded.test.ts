import { expect, test } from 'vitest'
import { registry } from '../src/index.ts'
import type { Fields } from '../src/kit/field.ts'

/** Fields that hold words of the product by their names. */
const WORDED = /^(courseNames?|subjectName|secondCourse\d|courseCombination|gradeNames?|examGrade)$/

test('courses and grades of every entity are words in the language of the reader', () => {
  const texts = registry.entities.flatMap(({ name, fields }) =>
    Object.entries(fields as Fields).flatMap(([field, { kind, isWorded }]) =>
      kind === 'text' && WORDED.test(field) ? [{ name: `${name}.${field}`, isWorded }] : [],
    ),
  )
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter(({ isWorded }) => !isWorded)).toEqual([])
})
