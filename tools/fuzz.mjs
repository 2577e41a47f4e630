import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

// `npm run fuzz [runs] [seed]`: the same test as in `npm test`, for longer and from another start.
// `npm run fuzz -- --within [files]`: the tests of the domains run, and before a test makes a call, the call is sent with an
// odd value in the place of each of its values. What that changes is not kept. Some tests count what was asked, and fail.
const [first = '', ...rest] = process.argv.slice(2)
process.exitCode = first === '--within' ? fuzzWithin(rest) : fuzzAlone(first || '200', rest[0])

function fuzzAlone(runs, seed = String(Date.now() % 1_000_000_000)) {
  process.stdout.write(`${runs} runs a call, seed ${seed}\n`)
  return vitest(['server/test/fuzz.test.ts'], { FUZZ_RUNS: runs, FUZZ_SEED: seed })
}

function fuzzWithin(files) {
  const folder = join(root, 'node_modules', '.cache', 'reports')
  const found = join(folder, 'fuzz.txt')
  mkdirSync(folder, { recursive: true })
  rmSync(found, { force: true })
  vitest(['--project', 'domains', '--project', 'exam', ...files], { FUZZ_FOUND: found })
  const lines = existsSync(found) ? readFileSync(found, 'utf8').trim().split('\n') : []
  const kinds = new Set(lines)
  for (const kind of kinds) process.stdout.write(`${kind}\n`)
  process.stdout.write(`${kinds.size} odd values answered by 500\n`)
  return lines.length > 0 ? 1 : 0
}

function vitest(args, env) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync('npx', ['vitest', 'run', ...args], options).status ?? 1
}
