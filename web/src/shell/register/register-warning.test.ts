import { expect, test } from 'vitest'
import { registerWarning } from './register-warning.ts'

const WHOLE = { tenantId: '097108', name: '', account: 'a', password: 'p', password2: 'p' }

test.each([
  [{ tenantId: ' ', account: '', password: '', password2: 'x' }, '请先输入租户编号'],
  [{ account: '', password: '', password2: 'x' }, '请先输入账号名称'],
  [{ password: '', password2: 'x' }, '请先输入密码'],
  [{ password2: '' }, '请先输入密码'],
  [{ password2: 'q' }, '两次密码输入不一致'],
  [{}, undefined],
])('what is missing in %j is said in order', (change, words) => {
  expect(registerWarning({ ...WHOLE, ...change })).toBe(words)
})
