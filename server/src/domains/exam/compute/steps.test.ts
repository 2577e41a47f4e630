import { COMPUTE_PLAN } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { expect, test } from 'vitest'
import { fixtureSpec } from '../../../../test/fixture-package.ts'
import { needsOf, orderedSteps, STEPS, tableSql } from './steps.ts'
import { SOURCES } from './tables.ts'

/** A task with everything before it. */
function ancestors(taskCode: string): Set<string> {
  return new Set(needsOf(taskCode).flatMap((need) => [need, ...ancestors(need)]))
}

test('the plan has no circle and every need exists', () => {
  const codes = COMPUTE_PLAN.map(({ taskCode }) => taskCode)
  for (const { taskCode, needs } of COMPUTE_PLAN) {
    expect(codes).toEqual(expect.arrayContaining(needs))
    expect(ancestors(taskCode).has(taskCode)).toBe(false)
  }
})

test('every declared file is written by its task', () => {
  for (const { taskCode, makes } of COMPUTE_PLAN)
    expect(STEPS[taskCode]?.writes ?? []).toEqual(expect.arrayContaining(makes))
})

test('a step comes after what it needs', () => {
  const order = orderedSteps().map(({ taskCode }) => taskCode)
  for (const [at, taskCode] of order.entries()) {
    for (const need of needsOf(taskCode).filter((code) => code in STEPS)) expect(order.indexOf(need)).toBeLessThan(at)
  }
})

test.each(orderedSteps())('$taskCode sees only its sources and what its ancestors write', ({ taskCode, reads }) => {
  const before = [...ancestors(taskCode)].flatMap((code) => STEPS[code]?.writes ?? [])
  expect([...Object.keys(SOURCES), ...before]).toEqual(expect.arrayContaining(reads))
})

test.each(orderedSteps())('$taskCode says the grain of each table first and leaves no slot open', (step) => {
  for (const table of step.makes) {
    const sql = tableSql(step, table, fixtureSpec())
    expect(sql).toMatch(/^-- one row per /)
    expect(sql).not.toContain('{{')
    // Files are reached through the tables a step declares, never by path.
    expect(sql).not.toMatch(/read_parquet|read_csv|\.parquet/)
  }
})

test('course numbers that are no numbers never reach SQL', () => {
  const spec = fixtureSpec()
  const courses = [{ ...spec.courses[0]!, courseId: '1; drop table x' as unknown as number }]
  expect(() => tableSql(STEPS.CALC_TOTAL!, 'wide', { ...spec, courses })).toThrow('not usable')
})
