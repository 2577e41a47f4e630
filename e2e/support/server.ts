import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../server/test/bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = new URL('../../server/src/main.ts', import.meta.url)
/** What the servers of the journeys said; `npm test` shows what they found slow when a journey failed. */
const LOGS = join(ROOT, 'test-results', 'servers')
/** A crowded machine takes its time. */
const START_MS = 400_000
const STOP_MS = 30_000
const ASK_MS = 400

export interface RunningServer {
  url: string
  dataDir: string
  /** Ends it and leaves its data folder behind; throws when it had to be killed. */
  end(): Promise<void>
  stop(): Promise<void>
  /** Ends it as a power cut would; what it left is started again by `startServer(settings, killed)`. */
  kill(): Promise<Killed>
}

export interface Killed {
  dataDir: string
  port: number
}

/**
 * Starts the real program on a free port with a data folder of its own, and waits until it answers pages. With `DEMO: '1'` the
 * folder is a copy of `E2E_DEMO`, where that is given.
 */
export async function startServer(settings: Record<string, string>, killed?: Killed): Promise<RunningServer> {
  if (!existsSync(join(ROOT, 'web/dist/index.html'))) await run('npm', ['run', 'build', '-w', 'web'])
  const dataDir = killed?.dataDir ?? (await newFolder(settings['DEMO'] === '1' ? process.env['E2E_DEMO'] : undefined))
  const port = killed?.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [await bundle(PROGRAM)], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listen(child)
  const tell = (code: number | null) => console.error(`the server ended by itself (${code}):\n${said()}`)
  child.once('exit', tell)
  const leave = async () => {
    child.off('exit', tell)
    await stopChild(child)
  }
  const end = async () => {
    await leave()
    if (child.exitCode !== 0) throw new Error(`the server did not end in time:\n${said()}`)
  }
  const stop = async () => {
    await leave()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const kill = async () => {
    child.off('exit', tell)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    return { dataDir, port }
  }
  try {
    await ready(url, child, said)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, end, stop, kill }
}

/** An empty data folder, or a copy of one that no program uses; whom its files belong to is kept. */
async function newFolder(copied?: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-e2e-'))
  if (copied) await run('cp', ['-a', `${copied}/.`, folder])
  return folder
}

/** The last of what the program said, for the message when it does not start; all of it lies in `LOGS`. */
function listen(child: ChildProcess): () => string {
  mkdirSync(LOGS, { recursive: true })
  const log = join(LOGS, `${child.pid}.log`)
  let said = ''
  const hear = (chunk: Buffer) => {
    appendFileSync(log, chunk)
    said = (said + chunk.toString()).slice(-4000)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return () => said
}

async function ready(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended at once:\n${said()}`)
    if ((await answers(`${url}/readyz`)) && (await answers(url))) return
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  throw new Error(`the server was not ready in time:\n${said()}`)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
