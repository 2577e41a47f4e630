import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const TOOL = fileURLToPath(new URL('../../tools/audit-deps.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'xueheng-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the tool with an npm that says this. */
function run(answer: string): { lines: string[]; status: number | null } {
  const npm = join(folder, 'npm')
  writeFileSync(join(folder, 'answer'), answer)
  writeFileSync(npm, `#!/bin/sh\n[ "$*" = "audit --omit=dev --json" ] && cat '${join(folder, 'answer')}'\nexit 1\n`)
  chmodSync(npm, 0o755)
  const PATH = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
  const { stdout, status } = spawnSync(process.execPath, [TOOL], { env: { ...process.env, PATH }, encoding: 'utf8' })
  return { lines: stdout.trim().split('\n'), status }
}

const metadata = { dependencies: { total: 300 } }

test('known weaknesses fail, the worst first, each with its time and its remedy', () => {
  const vulnerabilities = {
    slow: { name: 'slow', severity: 'low', range: '<2', fixAvailable: false },
    parser: { name: 'parser', severity: 'high', range: '<=3.1.0', fixAvailable: true },
    server: {
      name: 'server',
      severity: 'critical',
      range: '<5.1.2',
      fixAvailable: { name: 'server', version: '6.0.0', isSemVerMajor: true },
    },
  }
  expect(run(JSON.stringify({ vulnerabilities, metadata }))).toEqual({
    lines: [
      'critical, 3 days: server <5.1.2; npm install server@6.0.0 (a major version)',
      'high, 14 days: parser <=3.1.0; npm audit fix',
      'low, 60 days: slow <2; no fixed version: replace it or show that it is not reached',
    ],
    status: 1,
  })
})

test('none is said, and no answer is not mistaken for it', () => {
  expect(run(JSON.stringify({ vulnerabilities: {}, metadata }))).toEqual({
    lines: ['300 packages, no known weakness.'],
    status: 0,
  })
  expect(run(JSON.stringify({ message: 'request failed' })).status).toBe(2)
  expect(run('').status).toBe(2)
})
