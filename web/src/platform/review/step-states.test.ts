import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { defineEntity } from '@xueheng/contract/kit/entity.ts'
import { integer } from '@xueheng/contract/kit/field.ts'
import { defineReview } from '@xueheng/contract/kit/review.ts'
import { defineStates } from '@xueheng/contract/kit/states.ts'
import { expect, test } from 'vitest'
import { findStep, statesFrom, verdictsFor } from './step-states.ts'

const states = defineStates(
  'permit',
  {
    draft: { value: 0, title: '草稿' },
    waiting: { value: 1, title: '待审批' },
    approved: { value: 2, title: '待制章' },
    rejected: { value: 3, title: '已驳回' },
    made: { value: 4, title: '已制章' },
    cancelled: { value: 5, title: '已取消' },
  },
  {
    send: { title: '提交', from: ['draft', 'rejected'], to: 'waiting' },
    withdraw: { title: '撤回', from: ['waiting'], to: 'draft' },
    approve: { title: '通过', from: ['waiting'], to: 'approved' },
    reject: { title: '驳回', from: ['waiting'], to: 'rejected' },
    make: { title: '制章', from: ['approved'], to: 'made' },
    cancel: { title: '取消', from: ['approved', 'made'], to: 'cancelled' },
  },
)
const entity = defineEntity('permit', { title: '申请', service: 'x', fields: { state: integer('状态') } })
const review: AnyReview = defineReview('permit', {
  noun: '申请',
  entity,
  states,
  column: 'state',
  steps: {
    withdraw: { title: '撤回', permission: 'a', pass: ['withdraw'] },
    approval: { title: '审批', permission: 'b', pass: ['approve'], reject: 'reject', link: '/a' },
    make: { title: '制章', permission: 'c', pass: ['make'], reject: 'cancel', link: '/b' },
  },
})

test('a queue shows the states rows come to from its step on, without those of owners', () => {
  expect(statesFrom(review, 'approval')).toEqual(['waiting', 'approved', 'rejected', 'made', 'cancelled'])
  expect(statesFrom(review, 'make')).toEqual(['approved', 'made', 'cancelled'])
})

test('the machine says which verdicts a row allows; one that has passed may only be taken back', () => {
  const make = findStep(review, 'make')
  expect(verdictsFor(review, make, 2)).toEqual({ mayPass: true, mayReject: true })
  expect(verdictsFor(review, make, '4')).toEqual({ mayPass: false, mayReject: true })
  expect(verdictsFor(review, make, 5)).toEqual({ mayPass: false, mayReject: false })
  expect(verdictsFor(review, findStep(review, 'withdraw'), 1)).toEqual({ mayPass: true, mayReject: false })
  expect(() => findStep(review, 'paint')).toThrow('permit has no step paint')
})
