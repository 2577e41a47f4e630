import { defineEntity } from '@xueheng/contract/kit/entity.ts'
import { integer } from '@xueheng/contract/kit/field.ts'
import { findReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import { type ReviewCallKind, defineReview } from '@xueheng/contract/kit/review.ts'
import { defineStates } from '@xueheng/contract/kit/states.ts'
import { expect, test } from 'vitest'
import { decisionOf } from './decide.ts'

const entity = defineEntity('sample', { title: '样例', service: 'x', fields: { state: integer('状态') } })
const states = defineStates(
  'sample',
  { open: { value: 0, title: '待审' }, good: { value: 1, title: '通过' }, bad: { value: 2, title: '驳回' } },
  {
    agree: { title: '通过', from: ['open'], to: 'good' },
    agreeFully: { title: '通过', from: ['open'], to: 'good' },
    refuse: { title: '驳回', from: ['open'], to: 'bad' },
    reopen: { title: '重开', from: ['bad'], to: 'open' },
  },
)
const definition = defineReview('sample', {
  noun: '样例',
  entity,
  states,
  column: 'state',
  steps: {
    audit: {
      title: '审核',
      permission: 'sample_audit',
      pass: ['agree', 'agreeFully'],
      reject: 'refuse',
      paths: { pass: 'yes', reject: 'no', passEach: 'yesAll', rejectEach: 'noAll' },
    },
    reopen: { title: '重开', permission: 'sample_audit', pass: ['reopen'] },
  },
  opinion: ['msg'],
  verdict: { name: 'status', pass: 1, reject: 2 },
})
const notifier = { tellUser: async () => undefined, findDeciders: async () => [] }

function decision(kind: ReviewCallKind, input: Record<string, unknown>, step = 'audit') {
  return decisionOf({ definition, hooks: {}, notifier }, findReviewCall(definition, step, kind), input)
}

test.each([
  ['decide', { status: 1 }, 'agree'],
  ['each', { status: 2 }, 'refuse'],
  ['pass', {}, 'agree'],
  ['passEach', { status: 2 }, 'agree'],
  ['reject', {}, 'refuse'],
  ['rejectEach', { status: 1 }, 'refuse'],
] as const)('%s with %j means %s', (kind, input, action) => {
  expect(decision(kind, { ids: '1', ...input }).action).toBe(action)
})

test('a step without a verdict has one action', () => {
  expect(decision('decide', { ids: '1', status: 2 }, 'reopen').action).toBe('reopen')
})

test('a verdict of neither value is refused', () => {
  expect(() => decision('decide', { ids: '1', status: 0 })).toThrow('审核结论不是有效的选项')
})

test('rows come as ids, as one id or as both, each once', () => {
  expect(decision('pass', { ids: '1,2', id: '2' }).ids).toEqual(['1', '2'])
  expect(decision('pass', { id: '3' }).ids).toEqual(['3'])
  expect(() => decision('pass', { ids: ' , ' })).toThrow('请选择至少一条数据')
})

test('the opinion is read under its name, and what is no list of times counts as none', () => {
  expect(decision('pass', { ids: '1', msg: '属实', seen: 'x' })).toMatchObject({ opinion: '属实', seen: {} })
})
