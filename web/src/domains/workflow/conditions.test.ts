import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { expect, test } from 'vitest'
import { comparable, comparisonIn, expressionOf, operatorsFor } from './conditions.ts'

const field = (id: string, kind: FormField['kind']): FormField => ({
  id,
  name: id,
  kind,
  isRequired: false,
  access: 'write',
  options: [],
})
const FIELDS = [field('amount', 'double'), field('kind', 'enum'), field('isUrgent', 'boolean'), field('day', 'date')]

test.each([
  [{ field: 'amount', operator: '>', value: '1000.5' }, '${amount > 1000.5}'],
  [{ field: 'kind', operator: '!=', value: 'travel' }, "${kind != 'travel'}"],
  [{ field: 'isUrgent', operator: '==', value: '1' }, '${isUrgent == 1}'],
  [{ field: 'day', operator: '>=', value: '2026-09-01' }, "${day >= '2026-09-01'}"],
])('the comparison %j is written as %s and read back', (comparison, expression) => {
  expect(expressionOf(comparison, FIELDS)).toBe(expression)
  expect(comparisonIn(expression, FIELDS)).toEqual(comparison)
})

test('a comparison without a value is no condition, and quotes in a value do not end it', () => {
  expect(expressionOf({ field: 'kind', operator: '==', value: ' ' }, FIELDS)).toBe('')
  expect(expressionOf({ field: 'kind', operator: '==', value: "a'b" }, FIELDS)).toBe("${kind == 'ab'}")
})

test.each(['${pass}', '${other > 3}', '${amount > limit}', '${amount > 3 && pass}', ''])(
  '%j is no comparison of a field of the process',
  (expression) => expect(comparisonIn(expression, FIELDS)).toBeUndefined(),
)

test('what has an order is compared by it, and whom somebody chose is not compared', () => {
  expect(operatorsFor('date')).toContain('>=')
  expect(operatorsFor('enum')).toEqual(['==', '!='])
  expect(comparable([...FIELDS, field('boss', 'people'), field('file', 'upload')])).toEqual(FIELDS)
})
