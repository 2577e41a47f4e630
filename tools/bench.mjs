import { spawnSync } from 'node:child_process'
import { buildWeb, install, root } from './install.mjs'

// The parts measured in a browser want the page as it is built.
install()
buildWeb()
const asked = process.argv.slice(2)
const bench = spawnSync(process.execPath, ['--import', 'tsx', 'server/bench/main.ts', ...asked], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = bench.status ?? 1
