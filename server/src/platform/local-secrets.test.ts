import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
