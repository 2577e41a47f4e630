import { expect, test } from 'vitest'
import type { AnyReview } from '../src/kit/domain.ts'
import { defineEntity } from '../src/kit/entity.ts'
import { integer, text } from '../src/kit/field.ts'
import { findReviewCall, opinionField, reviewCalls } from '../src/derive/review-calls.ts'
import { waitingStates } from '../src/derive/waiting-states.ts'
import { defineReview } from '../src/kit/review.ts'
import { defineStates } from '../src/kit/states.ts'

/** Like the permits of electronic seals: paths of their own for each verdict, a second step that makes or cancels. */
const permit = defineEntity('permit', {
  title: '用印申请',
  service: ['seal', 'old-seal'],
  fields: {
    applicantId: text('申请人', { search: 'equal' }),
    permitStatus: integer('状态'),
    artStatus: integer('艺术状态'),
    rejectReason: text('驳回原因', { length: 200 }),
  },
})

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
    approve: { title: '审批通过', from: ['waiting'], to: 'approved' },
    reject: { title: '审批驳回', from: ['waiting'], to: 'rejected' },
    make: { title: '制章', from: ['approved'], to: 'made' },
    cancel: { title: '取消制章', from: ['approved', 'made'], to: 'cancelled' },
    withdraw: { title: '撤回', from: ['waiting'], to: 'draft' },
  },
)

const review: AnyReview = defineReview('permit', {
  noun: '申请',
  entity: permit,
  states,
  column: 'permitStatus',
  owner: 'applicantId',
  steps: {
    withdraw: { title: '撤回申请', permission: 'permit_edit', pass: ['withdraw'], ownOnly: true },
    approval: {
      title: '用印审批',
      permission: 'permit_approval',
      pass: ['approve'],
      reject: 'reject',
      link: '/seal/approval',
      notOwn: true,
      paths: {
        list: 'list_approval',
        decide: 'decide_approval',
        pass: 'approval',
        reject: 'reject',
        passEach: 'mutil_approval',
        rejectEach: 'mutil_reject',
      },
    },
    make: { title: '制章', permission: 'permit_make', pass: ['make'], reject: 'cancel', link: '/seal/make' },
  },
  marks: { reject: { rejectReason: 'opinion' } },
  opinion: ['msg'],
  verdict: { name: 'status', pass: 1, reject: 2 },
})

const second: AnyReview = defineReview('permitArt', {
  noun: '申请',
  entity: permit,
  states,
  column: 'artStatus',
  steps: {
    art: { title: '艺术审批', permission: 'permit_art', pass: ['approve'], reject: 'reject', link: '/seal/art' },
  },
  logPath: 'artHistory',
})

test('a step derives its queue and its decisions under the names it was given', () => {
  const calls = reviewCalls(review).filter((call) => call.step === 'approval')
  expect(calls.map(({ kind, method, path, answer }) => [kind, method, path, answer])).toEqual([
    ['list', 'GET', '/api/seal/permit/list_approval', 'page'],
    ['decide', 'POST', '/api/seal/permit/decide_approval', 'status'],
    ['each', 'POST', '/api/seal/permit/approvalEach', 'list'],
    ['pass', 'POST', '/api/seal/permit/approval', 'status'],
    ['reject', 'POST', '/api/seal/permit/reject', 'status'],
    ['passEach', 'POST', '/api/seal/permit/mutil_approval', 'list'],
    ['rejectEach', 'POST', '/api/seal/permit/mutil_reject', 'list'],
  ])
  expect(new Set(calls.map(({ access }) => JSON.stringify(access)))).toEqual(
    new Set(['{"permission":"permit_approval"}']),
  )
  expect(calls[0]?.aliases).toEqual(['/api/old-seal/permit/list_approval'])
})

test('a step without a verdict asks for none and has no queue', () => {
  const calls = reviewCalls(review).filter((call) => call.step === 'withdraw')
  expect(calls.map(({ kind, path }) => [kind, path])).toEqual([
    ['decide', '/api/seal/permit/withdraw'],
    ['each', '/api/seal/permit/withdrawEach'],
  ])
  expect(Object.keys(calls[0]?.input)).toEqual(['ids', 'id', 'seen', 'msg'])
})

test('a body carries verdict and opinion under the declared names; a verdict in the path is not asked for', () => {
  expect(Object.keys(findReviewCall(review, 'approval', 'decide').input)).toEqual([
    'ids',
    'id',
    'seen',
    'msg',
    'status',
  ])
  expect(Object.keys(findReviewCall(review, 'approval', 'pass').input)).toEqual(['ids', 'id', 'seen', 'msg'])
})

test('an opinion is no longer than the fields that keep it', () => {
  expect(opinionField(review).length).toBe(200)
  expect(opinionField(second).length).toBe(500)
})

test('rows wait where a passing action may start, not where they may only be taken back', () => {
  expect(waitingStates(review, 'approval')).toEqual([1])
  expect(waitingStates(review, 'make')).toEqual([2])
})

test('two reviews of one entity have calls of their own', () => {
  const paths = [...reviewCalls(review), ...reviewCalls(second)].map((call) => call.path)
  expect(paths).toHaveLength(new Set(paths).size)
})

test('a call that was not derived is asked for in vain', () => {
  expect(() => findReviewCall(review, 'make', 'passEach')).toThrow('permit has no call passEach of make')
})
