import { expect, test } from 'vitest'
import { chosenAppid, currentAppid } from './appid-cookie.ts'

test('the account is read from its cookie alone', () => {
  expect(chosenAppid('a=1; appid=wx12; appidx=3')).toBe('wx12')
  expect(chosenAppid('myappid=wx12')).toBeUndefined()
  expect(chosenAppid('appid=')).toBeUndefined()
  expect(chosenAppid('')).toBeUndefined()
})

test('the saved account while it exists, else the first', () => {
  expect(currentAppid(['a', 'b'], 'b')).toBe('b')
  expect(currentAppid(['a', 'b'], 'gone')).toBe('a')
  expect(currentAppid(['a', 'b'], undefined)).toBe('a')
  expect(currentAppid([], 'a')).toBeUndefined()
})
