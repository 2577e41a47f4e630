import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the repository and ends the program when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** Installs the locked dependencies when they are missing or the lock file has changed since. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`需要 Node 20.19 或更新的版本，当前是 ${process.versions.node}`)
    process.exit(1)
  }
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = join(root, 'node_modules', '.locked')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  console.log('安装依赖…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(mark, hash)
}

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the web app when a source is newer than the last build. */
export function buildWeb() {
  const sources = [
    'web/src',
    'web/index.html',
    'web/vite.config.ts',
    'web/package.json',
    'contract/src',
    'package-lock.json',
  ]
  const built = join(root, 'web/dist/index.html')
  const at = existsSync(built) ? statSync(built).mtimeMs : 0
  if (sources.every((path) => newest(join(root, path)) < at)) return
  console.log('构建网页…')
  run('npm', ['run', 'build', '-w', 'web', '--silent'])
}
