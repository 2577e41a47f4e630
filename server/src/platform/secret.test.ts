import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret } from './secret.ts'

const key = randomBytes(32)

test('a secret is decrypted with its key at its place, and the encrypted text does not contain it', () => {
  const encrypted = encryptSecret(key, 'data_source:1', '密码 p@ss')
  expect(encrypted).toMatch(/^v1\.[\w-]+$/)
  expect(Buffer.from(encrypted.slice(3), 'base64url').toString()).not.toContain('p@ss')
  expect(decryptSecret(key, 'data_source:1', encrypted)).toBe('密码 p@ss')
  expect(encryptSecret(key, 'data_source:1', '密码 p@ss')).not.toBe(encrypted)
  expect(decryptSecret(key, 'a', encryptSecret(key, 'a', ''))).toBe('')
})

test('another key, another place or a changed byte decrypts nothing', () => {
  const encrypted = encryptSecret(key, 'data_source:1', 'secret')
  expect(() => decryptSecret(randomBytes(32), 'data_source:1', encrypted)).toThrow()
  expect(() => decryptSecret(key, 'data_source:2', encrypted)).toThrow()
  const at = encrypted.length - 3
  const changed = encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1)
  expect(() => decryptSecret(key, 'data_source:1', changed)).toThrow()
  expect(() => decryptSecret(key, 'data_source:1', 'secret')).toThrow('this is not an encrypted secret')
})
