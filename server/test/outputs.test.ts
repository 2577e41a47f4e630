import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { CallAsker, baseOf } from './call-asker.ts'
import { useTestApp } from './harness.ts'
import { answersRecords, differenceOf, recordsOf } from './outputs.ts'
import type { Row } from './rows.ts'

const app = useTestApp()
let asker: CallAsker
beforeAll(async () => {
  asker = await CallAsker.open(app())
})

const calls = registry.calls.filter(answersRecords)
const answered = new Set<string>()

/** Lists go first: what they answer is asked for by itself afterwards. */
const inOrder = [...calls.filter((call) => call.answer !== 'data'), ...calls.filter((call) => call.answer === 'data')]

describe('a call that answers records', () => {
  test.each(inOrder.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s answers its declared fields, no more and no less',
    async (name, call) => {
      expect(Object.keys(call.output ?? {})).not.toEqual([])
      for (const client of [asker.admin, ...asker.others]) {
        // The client itself throws where an answer is not as declared.
        const { status, data } = await asker.ask(client, call)
        const [record] = status === 200 ? (recordsOf(call, data) as Row[]) : []
        if (!record) continue
        answered.add(name)
        if (!asker.rows.has(baseOf(call))) asker.rows.set(baseOf(call), record)
        return
      }
    },
  )

  test('is met with records most of the time', () => {
    expect(answered.size).toBeGreaterThan(290)
  })
})

describe('the check', () => {
  const call = registry.calls.find((one) => one.name === 'role.tree') as AnyCall
  const node = { id: '1', parentId: '0', title: '甲', key: '1', value: '1' }

  test.each([
    ['a field that is not declared', [{ ...node, roleAlias: 'a' }], ['roleAlias'], []],
    [
      'a field that is missing',
      [{ ...node, title: undefined }].map(({ title: _gone, ...rest }) => rest),
      [],
      ['title'],
    ],
    [
      'either of them in a row below',
      [{ ...node, children: [{ id: '2', more: 1 }] }],
      ['more'],
      ['parentId', 'title', 'key', 'value'],
    ],
  ])('finds %s', (_what, data, undeclared, missing) => {
    expect(differenceOf(call, data)).toMatchObject({ undeclared, missing })
  })

  test('leaves alone what is as declared, and an answer without records', () => {
    expect([differenceOf(call, [node]), differenceOf(call, [])]).toEqual([undefined, undefined])
  })
})
