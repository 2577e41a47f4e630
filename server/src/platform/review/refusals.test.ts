import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { act } from './act.ts'
import { type BoundReview, type Step, findStep } from './bound.ts'
import { assertStep } from './gate.ts'

const definition = { name: 'sample', noun: '样例', owner: 'createUser', steps: {} } as unknown as AnyReview

test('a step for owners is taken by nobody else, and one for others by no owner', () => {
  const permission = 'sample_audit'
  const ctx = { user: { id: '7', permissions: new Set([permission]) }, scope: { level: 'all' } } as unknown as Ctx
  const at = (createUser: string, more: object) => () =>
    assertStep(definition, { title: '办理', permission, pass: ['go'], ...more } as Step, ctx, {
      id: '1',
      createUser,
    } as never)
  expect(at('8', { ownOnly: true })).toThrow('只能办理本人的样例')
  expect(at('7', { ownOnly: true })).not.toThrow()
  expect(at('7', { notOwn: true })).toThrow('不能审核本人的样例')
  expect(at('8', { notOwn: true })).not.toThrow()
})

test('a step nobody declared is a mistake of the program', () => {
  expect(() => findStep(definition, 'none')).toThrow('sample has no step none')
})

test('an action that belongs to no step is nobody’s to take', async () => {
  const ctx = { user: { id: '7', permissions: new Set() }, scope: { level: 'all' } } as unknown as Ctx
  const review = { definition, hooks: {} } as unknown as BoundReview
  await expect(act(review, ctx, { id: '1' } as never, 'reopen', '')).rejects.toMatchObject({
    status: 403,
    message: '请求被拒绝',
  })
})
