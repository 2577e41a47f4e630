import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signText } from './signed-text.ts'

test('a signature belongs to its text, purpose and key', () => {
  const key = randomBytes(32)
  const signature = signText(key, 'file', 'a')
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(signature).toBe(signText(key, 'file', 'a'))
  expect(signature).not.toBe(signText(key, 'file', 'b'))
  expect(signature).not.toBe(signText(key, 'mail', 'a'))
  expect(signature).not.toBe(signText(randomBytes(32), 'file', 'a'))
})
