import { describe, expect, test } from 'vitest'
import type { FlowNode } from './flow-model.ts'
import { itemOf, namesAsked, peopleOf, taskOf } from './people.ts'
import { durationMs } from './timer.ts'

const step = (change: Partial<FlowNode>): FlowNode => ({
  id: 'a',
  name: '审批',
  type: 'userTask',
  incoming: [],
  outgoing: [],
  ...change,
})
const several = (loop: Partial<FlowNode['loop']>) => step({ loop: { isSequential: false, ...loop } })

describe('whom a step is given to', () => {
  const given = (change: Partial<FlowNode>, variables: object = {}) => {
    const { assignee, candidateUsers, candidateGroups } = taskOf(step(change), 'e1', { ...variables })
    return [assignee, candidateUsers, candidateGroups]
  }

  test('is one, or any of some, or any of a group', () => {
    expect(given({ assignee: '${boss}' }, { boss: 7 })).toEqual(['7', [], []])
    expect(given({ candidateUsers: '1, 2,${more},,1' }, { more: ['3', ' 4 ', '3'] })).toEqual([
      '',
      ['1', '2', '3', '4', '1'],
      [],
    ])
    expect(given({ candidateGroups: '${groups}' }, { groups: 'hr,hr, school' })).toEqual(['', [], ['hr', 'school']])
  })

  test.each<[change: Partial<FlowNode>]>([
    [{}],
    [{ assignee: '', candidateUsers: ' , ', candidateGroups: '${none}' }],
    [{ assignee: '${none}' }],
  ])('is somebody (%#)', (change) => {
    expect(() => given(change)).toThrow('步骤「审批」没有办理人，请联系流程管理员')
    expect(() => given({ ...change, name: '' })).toThrow('步骤「a」没有办理人，请联系流程管理员')
  })

  test('is told with the step and its form', () => {
    const { tokenId, node, name, formKey } = taskOf(step({ assignee: 'u', formKey: 'adjust' }), 'e1', {})
    expect([tokenId, node, name, formKey]).toEqual(['e1', 'a', '审批', 'adjust'])
    expect(taskOf(step({ assignee: 'u' }), 'e1', {}).formKey).toBe('')
  })
})

describe('the people of a step of several', () => {
  test.each<[loop: Partial<FlowNode['loop']>, people: string[]]>([
    [{ collection: 'users' }, ['1', '2']],
    [{ collection: '${users}' }, ['1', '2']],
    [{ collection: '#{users}' }, ['1', '2']],
    [{ collection: 'nobody' }, []],
    [{ cardinality: '2' }, ['', '']],
    [{ cardinality: '${n}' }, ['', '', '']],
    [{ cardinality: '0' }, []],
    [{ cardinality: '-1' }, []],
    [{ cardinality: '1.5' }, []],
    [{ cardinality: '1' }, ['']],
    [{}, []],
  ])('are those of its list, or so many as it says (%#)', (loop, people) => {
    expect(peopleOf(several(loop), { users: ['1', '2', '1'], n: 3 })).toEqual(people)
  })

  test('are two hundred at most', () => {
    expect(peopleOf(several({ cardinality: '201' }), {})).toHaveLength(200)
    const users = Array.from({ length: 201 }, (_one, at) => `u${at}`)
    expect(peopleOf(several({ collection: 'users' }), { users })).toEqual(users.slice(0, 200))
  })
})

test('a step asks for the variables that name its people, through the list of several', () => {
  expect(itemOf(several({}))).toBe('item')
  expect(itemOf(several({ elementVariable: 'one' }))).toBe('one')
  expect(namesAsked(step({ assignee: '${a}', candidateUsers: '${b},${c}', candidateGroups: '${d}' }))).toEqual([
    'a',
    'b',
    'c',
  ])
  const loop = { isSequential: false, collection: 'users', elementVariable: 'one' }
  expect(namesAsked(step({ assignee: '${one}', candidateUsers: '${two}', loop }))).toEqual(['users', 'two'])
  expect(namesAsked(step({ assignee: '${item}', loop: { isSequential: false } }))).toEqual(['item'])
  expect(namesAsked(step({}))).toEqual([])
})

test.each([
  ['PT24H', 86_400_000],
  [' P1W2DT3H4M5S ', 788_645_000],
  ['P3D', 259_200_000],
  ['PT1M', 60_000],
  ['PT1S', 1000],
  ['P', undefined],
  ['PT', undefined],
  ['P1Y', undefined],
  ['P1M', undefined],
  ['3 days', undefined],
  ['', undefined],
])('the duration %j is %s milliseconds', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})
