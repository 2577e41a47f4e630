import { expect, test } from 'vitest'
import { playwrightTotals, vitestTotals } from './stage.mjs'

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
  expect(playwrightTotals(report)).toEqual({
    passed: 3,
    failed: 1,
    unsteady: ['a.spec.ts › group › wavers'],
    broken: ['a.spec.ts › breaks'],
  })
})

test('a test that fails is named with its file and the first line of the reason, and so is a file that cannot be read', () => {
  const failed = { status: 'failed', fullName: 'sums up', failureMessages: ['expected 1 to be 2\n  at line 3'] }
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'holds' }, failed] },
      { name: 'b.test.ts', status: 'failed', message: 'no such module\nmore', assertionResults: [] },
    ],
  }
  expect(vitestTotals(report)).toEqual({
    passed: 1,
    failed: 2,
    broken: ['a.test.ts › sums up: expected 1 to be 2', 'b.test.ts: no such module'],
  })
})
