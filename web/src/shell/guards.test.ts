// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { leafCodes } from '../platform/session/session.ts'
import type { MenuItem } from '../platform/session/store.ts'
import { safeReturn } from './guards.tsx'

test('the login page leads back into this site only', () => {
  expect(safeReturn('?back=%2Fexam%2Finfo%3Fa%3D1')).toBe('/exam/info?a=1')
  expect(safeReturn('')).toBe('/')
  expect(safeReturn('?back=https://evil.example')).toBe('/')
  expect(safeReturn('?back=//evil.example')).toBe('/')
  expect(safeReturn('?back=/\\evil.example')).toBe('/')
  expect(safeReturn('?back=/login')).toBe('/')
})

test('the leaves of the button tree are the rights', () => {
  const tree = [{ code: 'param', children: [{ code: 'param_view' }, { code: 'param_add' }] }, { code: 'lonely' }]
  expect(leafCodes(tree as MenuItem[])).toEqual(['param_view', 'param_add', 'lonely'])
})
