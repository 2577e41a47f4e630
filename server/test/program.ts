import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
/** As `npm start` reads the program. */
export const FROM_SOURCES = ['--import', 'tsx', fileURLToPath(MAIN)]
const FROM_ONE_FILE = [await bundle(MAIN)]

/** The program as an operator starts it. */
export interface Program {
  child: ChildProcess
  /** What it has printed so far. */
  text(): string
  ended: Promise<number | null>
}

/** Starts the program on a data folder of its own, without the demo unless `env` says otherwise. */
export function startProgram(dataDir: string, env: Record<string, string> = {}, program = FROM_ONE_FILE): Program {
  const own = {
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DB_POOL: '4',
    ADMIN_PASSWORD: 'Quiet-Harbour-71',
  }
  const child = spawn(process.execPath, program, { env: { ...process.env, ...own, ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  return { child, text: () => text, ended: new Promise((done) => child.on('close', done)) }
}

/** Where it listens; throws what it printed when it did not start. */
export async function originOf(one: Program): Promise<string> {
  while (!one.text().includes('已启动') && one.child.exitCode === null)
    await new Promise((wait) => setTimeout(wait, 50))
  const origin = /http:\/\/localhost:\d+/.exec(one.text())?.[0]
  if (!origin) throw new Error(one.text())
  return origin.replace('localhost', '127.0.0.1')
}
