import type { RowCondition, UserAttribute } from '@xueheng/contract/kit/row-condition.ts'
import { describe, expect, test } from 'vitest'
import { OWN_DEPARTMENT } from '../../../platform/access/user.ts'
import { rowGrantsOf } from './data-scopes.ts'
import type { ScopeRow } from './scope-row.ts'

const UNITS = {
  userId: 'U1',
  deptIds: ['D1', 'D2'],
  deptIdsBelow: ['D1', 'D2', 'D3'],
  areaCodes: ['A1', 'A2'],
  schoolAreas: ['A2', 'A3'],
  schoolCodes: ['S1'],
  classCodes: ['C1', 'C2'],
}

function scopeOf(type: number, more: Partial<ScopeRow> = {}): ScopeRow {
  return { id: '1', roleId: '1', name: '范围', entity: 'post', type, column: null, conditions: null, ...more }
}

function grantsOf(...scopes: ScopeRow[]) {
  return Object.fromEntries(rowGrantsOf(scopes, UNITS))
}

function custom(...conditions: RowCondition[]): ScopeRow {
  return scopeOf(5, { conditions })
}

describe('a data scope', () => {
  test.each<[string, ScopeRow, unknown[]]>([
    ['of everything tests nothing', scopeOf(1), []],
    ['of the own rows asks who made them', scopeOf(2), [{ field: 'createUser', operator: 'equal', values: ['U1'] }]],
    [
      'of the own rows may ask another column',
      scopeOf(2, { column: 'updateUser' }),
      [{ field: 'updateUser', operator: 'equal', values: ['U1'] }],
    ],
    [
      'of the own departments takes those alone',
      scopeOf(3),
      [{ field: OWN_DEPARTMENT, operator: 'equal', values: ['D1', 'D2'] }],
    ],
    [
      'of the own departments may ask another column',
      scopeOf(3, { column: 'deptId' }),
      [{ field: 'deptId', operator: 'equal', values: ['D1', 'D2'] }],
    ],
    [
      'of departments below takes those too',
      scopeOf(4),
      [{ field: OWN_DEPARTMENT, operator: 'equal', values: ['D1', 'D2', 'D3'] }],
    ],
    [
      'of departments below may ask another column',
      scopeOf(4, { column: 'deptId' }),
      [{ field: 'deptId', operator: 'equal', values: ['D1', 'D2', 'D3'] }],
    ],
    ['of conditions lets nothing through without any', scopeOf(5), [{ field: 'id', operator: 'equal', values: [] }]],
    ['of conditions lets nothing through with none', custom(), [{ field: 'id', operator: 'equal', values: [] }]],
    [
      'of conditions asks for all of them',
      custom({ field: 'sort', operator: 'ge', values: ['3'] }, { field: 'postName', operator: 'like', values: ['岗'] }),
      [
        { field: 'sort', operator: 'ge', values: ['3'] },
        { field: 'postName', operator: 'like', values: ['岗'] },
      ],
    ],
  ])('%s', (_title, scope, tests) => {
    expect(grantsOf(scope)).toEqual({ post: [tests] })
  })

  test.each<[UserAttribute, string[]]>([
    ['userId', ['U1']],
    ['deptId', ['D1', 'D2']],
    ['deptIdBelow', ['D1', 'D2', 'D3']],
    ['areaCode', ['A1', 'A2', 'A3']],
    ['schoolCode', ['S1']],
    ['classCode', ['C1', 'C2']],
  ])('compares a column with the user by %s', (attribute, values) => {
    expect(grantsOf(custom({ field: 'createDept', operator: 'notequal', attribute }))).toEqual({
      post: [[{ field: 'createDept', operator: 'notequal', values }]],
    })
  })

  test('stands beside others of the same data, apart from those of other data', () => {
    const grants = grantsOf(scopeOf(1), scopeOf(2, { entity: 'param' }), custom())
    expect(grants).toMatchObject({ post: [[], [{ field: 'id' }]], param: [[{ field: 'createUser' }]] })
  })
})
