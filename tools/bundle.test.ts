import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stage } from './bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'bundle-'))
const folder = join(scratch, 'xueheng')

beforeAll(() => {
  // The pages are built later; the archive takes what there is.
  mkdirSync(join(root, 'web', 'dist'), { recursive: true })
  stage(folder, process.arch)
}, 300_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Starts the program as a bare machine would, looks whether it is ready and who its first administrator is, and stops it. */
const PROBE = `
import { spawn } from 'node:child_process'
const [folder, data] = process.argv.slice(2)
const env = { DATA_DIR: data, PORT: '0' }
const child = spawn(folder + '/xueheng', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
let text = ''
child.stdout.on('data', (bytes) => void (text += bytes))
child.stderr.on('data', (bytes) => void (text += bytes))
const ended = new Promise((done) => child.on('exit', done))
const told = async (form) => {
  for (let i = 0; i < 1200 && child.exitCode === null; i += 1) {
    const found = form.exec(text)
    if (found) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(text)
}
try {
  const [, port] = await told(/localhost:(\\d+)/)
  const [, account, password] = await told(/首个管理员：(\\S+) \\/ (\\S+?)（/)
  const ready = await fetch('http://127.0.0.1:' + port + '/readyz')
  const network = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(1000) }).then(() => 'there', () => 'none')
  console.log(JSON.stringify({ ready: ready.status, account, hasPassword: password.length > 8, network, isDemo: text.includes('演示模式') }))
} finally {
  child.kill('SIGTERM')
  console.log(JSON.stringify({ code: await ended }))
}
`

/** Without npm, without a Node of the machine's own and, where this may be asked for, without a network. */
function inside(): { command: string; args: string[] } {
  const node = join(folder, 'node', 'node')
  const probe = join(scratch, 'probe.mjs')
  writeFileSync(probe, PROBE)
  const data = join(scratch, 'data')
  const alone = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0
  if (!alone) return { command: node, args: [probe, folder, data] }
  const inner = `ip link set lo up && exec "${node}" "${probe}" "${folder}" "${data}"`
  return { command: 'unshare', args: ['-n', 'sh', '-c', inner] }
}

// Its binaries are those of Linux.
test.runIf(process.platform === 'linux')(
  'the archive starts without npm, network or settings, as no demonstration, and stops in good order',
  async () => {
    const { command, args } = inside()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (bytes) => void (out += String(bytes)))
    await new Promise((done) => child.on('exit', done))
    const told = out
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): unknown => JSON.parse(line))
    expect(told).toEqual([
      { ready: 200, account: expect.stringMatching(/^admin/), hasPassword: true, network: 'none', isDemo: false },
      { code: 0 },
    ])
  },
  240_000,
)

test('it holds what sets it up, and neither tests nor tools of developers', () => {
  const there = [
    'xueheng',
    'xueheng.service',
    'xueheng.env',
    'install.sh',
    'Dockerfile',
    '.dockerignore',
    'compose.yaml',
    'VERSION',
  ]
  for (const name of [...there, 'node/LICENSE', 'app/LICENSE', 'app/docs/deploy/README.md'])
    expect([name, existsSync(join(folder, name))]).toEqual([name, true])
  for (const name of ['app/node_modules/vitest', 'app/node_modules/antd', 'app/server/src/platform/cron.test.ts'])
    expect([name, existsSync(join(folder, name))]).toEqual([name, false])
})

test('the service is one that systemd takes as it stands', () => {
  const unit = readFileSync(join(folder, 'xueheng.service'), 'utf8')
  const settings = Object.fromEntries([...unit.matchAll(/^([A-Z]\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  expect(settings).toMatchObject({ User: 'xueheng', ExecStart: '/opt/xueheng/xueheng start', TimeoutStopSec: '60' })
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  // What it starts lies elsewhere here.
  writeFileSync(join(scratch, 'xueheng.service'), unit.replace('/opt/xueheng', folder))
  const verified = spawnSync('systemd-analyze', ['verify', join(scratch, 'xueheng.service')], { encoding: 'utf8' })
  expect([verified.status, verified.stderr.split('\n').filter((line) => line.includes('xueheng'))]).toEqual([0, []])
})

test('what is installed is in the archive', () => {
  const script = readFileSync(join(folder, 'install.sh'), 'utf8')
  const parts = /for part in ([^;]+);/.exec(script)?.[1]?.split(' ') ?? []
  expect(parts).toContain('app')
  expect(parts.filter((part) => !existsSync(join(folder, part)))).toEqual([])
})

test('the container is built of what is in the archive, and told apart from its data', () => {
  const recipe = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8')
  const started = [...recipe.matchAll(/"(\/opt\/xueheng\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(started).toHaveLength(2)
  for (const path of started) expect(existsSync(path.replace('/opt/xueheng', folder)), path).toBe(true)
  expect(recipe).toContain('ENV DATA_DIR=/data\nVOLUME /data')
  expect(compose).toContain('build: .')
  expect(compose).toContain('volumes: [data:/data]')
})
