import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOTE_TITLES, describeFacts } from './note-words.ts'

const SRC = join(import.meta.dirname, '../..')
const NOTE = /\blog\??\.(?:info|warn|error)\(\s*\{[^}]*\},\s*'([^']+)'/g

const messages = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(join(SRC, file), 'utf8').matchAll(NOTE)].map(([, message = '']) => message))

test('every note of the server has a title that an administrator can read', () => {
  expect(messages.length).toBeGreaterThan(15)
  expect(messages.filter((message) => !NOTE_TITLES[message])).toEqual([])
})

test('the facts of a note are told one a line', () => {
  expect(describeFacts({ version: '0.1.0', gone: 7, other: { a: 1 } })).toBe('版本：0.1.0\n清除：7\nother：{"a":1}')
})
