import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { localSecrets } from './local-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('keys are made once, and not beside a database that was filled under others', () => {
  const path = join(folder, 'secrets.json')
  const made = localSecrets(folder)
  mkdirSync(join(folder, 'pg'))
  writeFileSync(join(folder, 'pg', 'PG_VERSION'), '18')
  expect(localSecrets(folder)).toEqual(made)
  rmSync(path)
  expect(() => localSecrets(folder)).toThrow(`密钥文件 ${path} 文件不存在。`)
  expect(existsSync(path)).toBe(false)
})

const WHOLE = { signInKey: 'a'.repeat(32), masterKey: 'b'.repeat(64), clientSecret: 'c' }

test.each<[string, string, string]>([
  ['is no JSON', '{', '内容已损坏'],
  ['holds nothing', 'null', '内容不完整'],
  ['has a short key of sign-in', JSON.stringify({ ...WHOLE, signInKey: 'a'.repeat(31) }), '内容不完整'],
  ['has a master key of other signs', JSON.stringify({ ...WHOLE, masterKey: 'x'.repeat(64) }), '内容不完整'],
  ['has no secret of its client', JSON.stringify({ ...WHOLE, clientSecret: '' }), '内容不完整'],
])('a file of keys that %s is told, and stays as it is', (_title, content, reason) => {
  const own = mkdtempSync(join(folder, 'own-'))
  const path = join(own, 'secrets.json')
  writeFileSync(path, JSON.stringify({ ...WHOLE, more: 1 }))
  expect(localSecrets(own)).toEqual(WHOLE)
  writeFileSync(path, content)
  expect(() => localSecrets(own)).toThrow(`密钥文件 ${path} ${reason}。`)
  expect(readFileSync(path, 'utf8')).toBe(content)
})
