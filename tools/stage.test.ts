import { expect, test } from 'vitest'
import { playwrightTotals } from './stage.mjs'

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

test('a browser test that passes when tried once more counts as passed and is named as unsteady', () => {
  const report = {
    stats: { expected: 2, flaky: 1, unexpected: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('holds', 'expected'), spec('breaks', 'unexpected')],
        suites: [{ title: 'group', specs: [spec('wavers', 'flaky')] }],
      },
    ],
  }
  expect(playwrightTotals(report)).toEqual({ passed: 3, failed: 1, unsteady: ['a.spec.ts › group › wavers'] })
})
