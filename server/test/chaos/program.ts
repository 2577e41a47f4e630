import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { bundle } from '../bundle.ts'
import type { Order, Told } from './die-at.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url)
const DIE_AT = new URL('die-at.ts', import.meta.url)

/** What node is told to run a program that can be killed before a step. */
export async function mortal(entry: URL): Promise<string[]> {
  return ['--import', pathToFileURL(await bundle(DIE_AT)).href, await bundle(entry)]
}

/** The program as an operator starts it, ready to be killed. */
export interface Program {
  origin: string
  pid: number
  isAlive(): boolean
  /** Counts its steps from now on; it dies before number `dieAt`, or never (0). */
  arm(dieAt: number): void
  /** Those counted so far; none where it has died. */
  steps(): Promise<string[]>
  kill(): Promise<void>
  /** Politely: it ends what it is at. */
  stop(): Promise<void>
}

export async function startProgram(
  databaseUrl: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Program> {
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'silent', DB_POOL: '6' }
  const child = spawn(process.execPath, await mortal(MAIN), {
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // Who has died meanwhile hears nothing, which is no fault.
  const order = (what: Order) => void child.send(what, () => undefined)
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    origin: await originOf(child, isAlive),
    pid: child.pid ?? 0,
    isAlive,
    arm: (dieAt) => order({ dieAt }),
    steps: () =>
      new Promise((resolve) => {
        child.once('message', (told: Told) => resolve(told.steps))
        void gone.then(() => resolve([]))
        order({ ask: true })
      }),
    kill: () => {
      child.kill('SIGKILL')
      return gone
    },
    stop: () => {
      child.kill('SIGTERM')
      return gone
    },
  }
}

/** Where it listens; throws what it printed when it did not start. */
async function originOf(child: ChildProcess, isAlive: () => boolean): Promise<string> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  while (!text.includes('已启动') && isAlive()) await new Promise((wait) => setTimeout(wait, 20))
  const origin = /http:\/\/localhost:\d+/.exec(text)?.[0]
  if (!origin) throw new Error(text)
  return origin.replace('localhost', '127.0.0.1')
}
