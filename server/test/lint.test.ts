import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FIXTURES = 'test/lint-fixtures'

interface Finding {
  code: string
  filename: string
}

/** Every rule on purpose broken once: an upgrade that turns a rule off silently fails here. */
function findings(): Map<string, string[]> {
  const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')
  const result = spawnSync(process.execPath, [oxlint, '--no-ignore', '-f', 'json', FIXTURES], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const report = JSON.parse(result.stdout) as { diagnostics: Finding[] }
  const found = new Map<string, string[]>()
  for (const { filename, code } of report.diagnostics) found.set(filename, [...(found.get(filename) ?? []), code])
  return found
}

function expectations(): { file: string; rule: string }[] {
  return readdirSync(join(ROOT, FIXTURES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name).slice(ROOT.length)
      const rule = /^\/\/ expect: (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]
      return rule ? [{ file, rule }] : []
    })
}

test('every planted violation is found, and nothing else', () => {
  const found = findings()
  const expected = expectations()
  expect(expected.length).toBeGreaterThan(20)
  const seen = Object.fromEntries(expected.map(({ file }) => [file, found.get(file)?.join(', ') ?? 'nothing']))
  expect(seen).toEqual(Object.fromEntries(expected.map(({ file, rule }) => [file, rule])))
  expect([...found.keys()].filter((file) => !expected.some((one) => one.file === file))).toEqual([])
})

test('the rules of imports are made from the order of domains, in which every domain has its place', () => {
  const { stdout } = spawnSync(process.execPath, ['tools/boundaries.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' })
  expect(stdout).toBe('')
})
