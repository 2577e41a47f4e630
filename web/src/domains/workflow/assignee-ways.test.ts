import { expect, test } from 'vitest'
import { type AssigneeWay, type People, listIn, wayOf } from './assignee-ways.ts'

const FIELDS = [{ id: 'approver' }]

test.each<[Partial<People>, AssigneeWay]>([
  [{}, 'candidates'],
  [{ groups: 'hr,12' }, 'candidates'],
  [{ users: '${boss}' }, 'expression'],
  [{ assignee: '${createUser}' }, 'starter'],
  [{ assignee: '${applyUser}', formKey: 'adjust' }, 'adjust'],
  [{ assignee: '${approver}' }, 'field'],
  [{ assignee: '${taskUser}' }, 'expression'],
  [{ assignee: '42' }, 'user'],
  [{ assignee: '42', groups: 'hr' }, 'expression'],
])('a task with %j is shown as %s', (people, way) => {
  expect(wayOf({ assignee: '', users: '', groups: '', formKey: '', ...people }, FIELDS)).toBe(way)
})

test('names between commas are a list without blanks', () => {
  expect(listIn(' a, b,,')).toEqual(['a', 'b'])
})
