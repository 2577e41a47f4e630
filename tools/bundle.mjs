import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layNode, npm } from './node-binary.mjs'

// One archive with all that runs the product on a bare Linux: `npm run bundle [-- --arch arm64]`. Made where the registry
// can be reached; started where nothing can.

const root = fileURLToPath(new URL('..', import.meta.url))
/** The Node that goes with it: the newest of a line that is looked after. */
const NODE = '24.21.0'
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What the program reads; tests and what is built from stay behind. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'LICENSE',
  'README.md',
  'contract/package.json',
  'contract/tsconfig.json',
  'contract/src',
  'server/package.json',
  'server/tsconfig.json',
  'server/src',
  'server/migrations',
  'server/seeds',
  'web/package.json',
  'web/dist',
  'e2e/package.json',
  'docs/deploy',
]

/** Weights of the typefaces that documents and seals are set in; the others are two thirds of all there is. */
const FACES = { 'noto-sans-sc': ['400Regular', '700Bold'], 'noto-serif-sc': ['700Bold'] }

/** Lays everything down in a folder, ready to start: the program in `app`, its Node in `node`, and what sets it up beside. */
export function stage(folder, arch) {
  rmSync(folder, { recursive: true, force: true })
  const app = join(folder, 'app')
  for (const part of PARTS) {
    mkdirSync(dirname(join(app, part)), { recursive: true })
    cpSync(join(root, part), join(app, part), { recursive: true, filter: isNeeded })
  }
  npm(['ci', '--omit=dev', '-w', 'server', '--os=linux', `--cpu=${arch}`, '--libc=glibc'], app)
  dropFaces(join(app, 'node_modules', '@expo-google-fonts'))
  layNode(join(folder, 'node'), arch, NODE)
  cpSync(join(root, 'deploy'), folder, { recursive: true })
  for (const name of ['xueheng', 'install.sh']) chmodSync(join(folder, name), 0o755)
  writeFileSync(join(folder, 'VERSION'), `${version}\n`)
  return folder
}

function isNeeded(path) {
  return !/\.test\.tsx?$|\.map$|\.tsbuildinfo$/.test(path)
}

function dropFaces(folder) {
  for (const [name, kept] of Object.entries(FACES)) {
    const weights = readdirSync(join(folder, name)).filter((one) => /^\d00/.test(one) && !kept.includes(one))
    for (const weight of weights) rmSync(join(folder, name, weight), { recursive: true })
  }
}

async function main() {
  const at = process.argv.indexOf('--arch')
  const arch = at < 0 ? 'x64' : process.argv[at + 1]
  if (arch !== 'x64' && arch !== 'arm64') throw new Error('--arch x64 | arm64')
  const { buildWeb, install } = await import('./install.mjs')
  install()
  buildWeb()
  const name = `xueheng-${version}-linux-${arch}`
  const out = resolve(root, 'data', 'bundle')
  stage(join(out, name), arch)
  const file = join(out, `${name}.tar.gz`)
  const packed = spawnSync('tar', ['-czf', file, '-C', out, name], { stdio: 'inherit' })
  if (packed.status !== 0) throw new Error('tar failed')
  console.log(file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}
