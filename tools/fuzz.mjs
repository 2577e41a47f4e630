import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

// `npm run fuzz [runs] [seed]`: the same test as in `npm test`, for longer and from another start.
const [runs = '200', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
process.stdout.write(`${runs} runs a call, seed ${seed}\n`)
const { status } = spawnSync('npx', ['vitest', 'run', 'server/test/fuzz.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed },
})
process.exit(status ?? 1)
