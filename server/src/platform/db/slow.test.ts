import { expect, test } from 'vitest'
import { rememberSlow } from './slow.ts'

test('statements that took their time are told, the slowest first, without those that were quick', () => {
  const { measure, slowestStatements } = rememberSlow()
  measure('select 1', 49)
  measure('select  2\n from t', 50)
  measure('select 3', 90)
  measure('select 2 from t', 70)
  measure('select 2 from t', 60)
  expect(slowestStatements(10)).toEqual([
    { sql: 'select 3', calls: 1, total: 90, longest: 90 },
    { sql: 'select 2 from t', calls: 3, total: 180, longest: 70 },
  ])
  expect(slowestStatements(1).map(({ sql }) => sql)).toEqual(['select 3'])
})

test('the quickest make room for more', () => {
  const { measure, slowestStatements } = rememberSlow()
  measure(`select '${'x'.repeat(600)}'`, 1000)
  for (let i = 0; i < 210; i += 1) measure(`select ${i} from many`, 100 + i)
  const told = slowestStatements(1000)
  expect(told).toHaveLength(200)
  expect(told[0]).toMatchObject({ longest: 1000 })
  expect(told[0]?.sql).toHaveLength(500)
  expect(told.at(-1)).toEqual({ sql: 'select 11 from many', calls: 1, total: 111, longest: 111 })
})
