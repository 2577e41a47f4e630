import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../src/platform/db/embedded.ts'

const MODULE = fileURLToPath(new URL('../src/platform/db/embedded.ts', import.meta.url))
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'xueheng-embedded-'))
})
afterAll(async () => {
  const postgres = await startPostgres(dataDir)
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the database and is then killed without a chance to stop it. */
async function startAndKill(): Promise<string> {
  const script = `import { startPostgres } from ${JSON.stringify(MODULE)}
    const { url } = await startPostgres(${JSON.stringify(dataDir)})
    process.stdout.write('READY ' + url + '\\n')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, fail) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const match = /READY (\S+)/.exec(text)
      if (match) found(match[1] as string)
    })
    child.on('exit', () => fail(new Error(`ended early: ${text}`)))
  })
  child.kill('SIGKILL')
  await new Promise((gone) => child.once('exit', gone))
  return url
}

test('a server whose program was killed is adopted with everything in it', async () => {
  const left = await startAndKill()
  await query(left, 'create table kept (n int); insert into kept values (7)')
  const adopted = await startPostgres(dataDir)
  expect(adopted.url).toBe(left)
  expect(await query(adopted.url, 'select n from kept')).toEqual([{ n: 7 }])
  await adopted.stop()
  await expect(query(adopted.url, 'select 1')).rejects.toThrow()
})

test('a server is spoken to by its socket, and by its port where the name of its folder is too long for one', async () => {
  const near = await startPostgres(dataDir)
  const byPort = near.url.replace(/@[^:]+:/, '@127.0.0.1:')
  expect(byPort).not.toBe(near.url)
  const address = 'select host(inet_server_addr()) as host'
  expect(await query(near.url, address)).toEqual([{ host: null }])
  expect(await query(byPort, address)).toEqual([{ host: '127.0.0.1' }])
  await near.stop()
  const deep = join(dataDir, 'd'.repeat(100))
  mkdirSync(deep)
  const far = await startPostgres(deep)
  expect(await query(far.url, address)).toEqual([{ host: '127.0.0.1' }])
  await far.stop()
})

test('a stopped server starts again on the same folder and has lost nothing', async () => {
  const again = await startPostgres(dataDir)
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }])
  await again.stop()
})

test('a pid file that names another program is stale: that program lives on and the database starts', async () => {
  // Under the account of the database, so that nothing but care keeps it alive.
  const isRoot = process.getuid?.() === 0
  const bystander = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/', ...(isRoot ? { uid: 65_534 } : {}) })
  const lines = [bystander.pid, join(dataDir, 'pg'), 0, 65_000, '', '127.0.0.1', '', 'ready']
  writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${lines.join('\n')}\n`)
  try {
    const postgres = await startPostgres(dataDir)
    expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 7 }])
    await postgres.stop()
    expect(bystander.exitCode).toBeNull()
    expect(bystander.signalCode).toBeNull()
  } finally {
    bystander.kill('SIGKILL')
  }
})
