import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

// `npm run chaos [kills] [minutes] [seed]`: the same test as in `npm test`, with more kills at random moments and one before every
// step of import, commit, check, archive, compute, package and publish, in random order, until the time is over. What a run did not
// come to is left for the next with the same seed; without a seed the last run goes on, or a new one begins. The report is kept with
// the product: another machine may go on. `CHAOS_LANES` worlds (2) are walked through side by side.
install()
const report = join(root, 'docs', 'security', 'chaos.json')
const [kills = '200', minutes = '600', seed = String(openSeed() ?? Date.now() % 1_000_000_000)] = process.argv.slice(2)
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
      CHAOS_LANES: '2',
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

/** Of a run that is not at its end. */
function openSeed() {
  if (!existsSync(report)) return undefined
  const { seed: last, left } = JSON.parse(readFileSync(report, 'utf8'))
  return left > 0 ? last : undefined
}
