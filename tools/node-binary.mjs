import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs npm in a folder; throws when it fails. */
export function npm(args, cwd) {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync('npm', all, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) throw new Error(`npm ${args[0]} failed in ${cwd}`)
}

/** Lays one version of Node for Linux into a folder, as `node`. The registry has its own binaries, one package for each platform. */
export function layNode(folder, arch, version) {
  if (existsSync(join(folder, 'node'))) return
  const scratch = `${folder}.scratch`
  mkdirSync(scratch, { recursive: true })
  writeFileSync(join(scratch, 'package.json'), '{"private":true}')
  npm(['install', `node-linux-${arch}@${version}`, '--force', '--ignore-scripts'], scratch)
  const from = join(scratch, 'node_modules', `node-linux-${arch}`)
  mkdirSync(folder, { recursive: true })
  renameSync(join(from, 'bin', 'node'), join(folder, 'node'))
  const licence = readdirSync(from).find((name) => /^licen[cs]e/i.test(name))
  if (licence) cpSync(join(from, licence), join(folder, 'LICENSE'))
  rmSync(scratch, { recursive: true })
}
