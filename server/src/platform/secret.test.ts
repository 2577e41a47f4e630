import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './secret.ts'

const key = randomBytes(32)

test('a sealed secret opens with its key at its place, and reads nothing like it', () => {
  const sealed = seal(key, 'data_source:1', '密码 p@ss')
  expect(sealed).toMatch(/^v1\.[\w-]+$/)
  expect(Buffer.from(sealed.slice(3), 'base64url').toString()).not.toContain('p@ss')
  expect(unseal(key, 'data_source:1', sealed)).toBe('密码 p@ss')
  expect(seal(key, 'data_source:1', '密码 p@ss')).not.toBe(sealed)
  expect(unseal(key, 'a', seal(key, 'a', ''))).toBe('')
})

test('another key, another place or a changed byte opens nothing', () => {
  const sealed = seal(key, 'data_source:1', 'secret')
  expect(() => unseal(randomBytes(32), 'data_source:1', sealed)).toThrow()
  expect(() => unseal(key, 'data_source:2', sealed)).toThrow()
  const at = sealed.length - 3
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => unseal(key, 'data_source:1', changed)).toThrow()
  expect(() => unseal(key, 'data_source:1', 'secret')).toThrow('this is not a sealed secret')
})
