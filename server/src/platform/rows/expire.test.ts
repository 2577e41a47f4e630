import { registry } from '@xueheng/contract'
import { expect, test } from 'vitest'
import type { AccessRules } from '../access/rules.ts'
import { reasonToStay } from './expire.ts'

const student = registry.entity('gatherStudent')

function rulesWith(stays: AccessRules['stays'], guarded: string[]): { rules: AccessRules } {
  const schools = registry.entity('basicSchool')
  return {
    rules: {
      limits: new Map(),
      stored: new Map(),
      audiences: new Map(),
      follows: new Map(),
      stays,
      guarded: new Set(guarded),
      schools,
    },
  }
}

test('rows whose module checks removals are not cleared away unless it says which of them stay', () => {
  expect(() => reasonToStay(rulesWith(new Map(), [student.name]), student)).toThrow('does not say which rows stay')
  expect(() => reasonToStay(rulesWith(new Map([[student.name, []]]), [student.name]), student)).not.toThrow()
  expect(() => reasonToStay(rulesWith(new Map(), []), student)).not.toThrow()
})
