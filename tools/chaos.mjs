import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

// `npm run chaos [kills] [minutes] [seed]`: the same test as in `npm test`, with more kills at random moments and one before every
// step of import, commit, check, archive, compute, package and publish, in random order, until the time is over.
install()
const [kills = '200', minutes = '600', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const report = join(root, 'data', 'chaos.json')
mkdirSync(join(root, 'data'), { recursive: true })
process.stdout.write(
  `${kills} kills and every step, at most ${minutes} minutes, seed ${seed}; what is found so far: ${report}\n`,
)
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'server/test/chaos.test.ts', 'server/test/compute-killed.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHAOS_KILLS: kills,
      CHAOS_MINUTES: minutes,
      CHAOS_SEED: seed,
      CHAOS_STEPS: 'all',
      CHAOS_REPORT: report,
    },
  },
)
process.exit(status ?? 1)
