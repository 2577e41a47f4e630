import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCES, type Program, originOf, startProgram } from './program.ts'

let folder: string
let program: Program

const start = (env: Record<string, string> = {}) => startProgram(folder, env)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xueheng-process-'))
  program = startProgram(folder, {}, FROM_SOURCES)
  await originOf(program)
})
afterAll(async () => {
  program.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function ownerUrl(): string {
  const port = readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://postgres:${readFileSync(join(folder, 'pg.password'), 'utf8')}@127.0.0.1:${port}/postgres`
}

describe('a data folder', () => {
  test('is refused to a second program, which names the first and leaves it alone', async () => {
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.text()).toContain(`正由进程 ${program.child.pid} 使用`)
    expect((await fetch(`${await originOf(program)}/readyz`)).status).toBe(200)
  })

  test('that was empty has the processes of the product', async () => {
    const owner = new pg.Client({ connectionString: ownerUrl() })
    await owner.connect()
    const { rows } = await owner.query(`select key from wf_definition where owner_tenant = ''`)
    await owner.end()
    expect(rows).toEqual([{ key: 'leave' }])
  })
})

test('a start that fails takes its database with it', async () => {
  const own = mkdtempSync(join(tmpdir(), 'xueheng-process-'))
  const taken = new URL(await originOf(program)).port
  const second = start({ DATA_DIR: own, PORT: taken })
  expect(await second.ended).toBe(1)
  expect(second.text()).toContain('启动失败')
  expect(existsSync(join(own, 'pg', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(own, 'pg', 'postmaster.pid'))).toBe(false)
  rmSync(own, { recursive: true, force: true })
})

describe('a stop while a request and the clock wait for the database', () => {
  test('cancels what they wait for, ends with 0 and leaves no database server behind', async () => {
    const origin = await originOf(program)
    const [owner, looker] = [0, 1].map(() => new pg.Client({ connectionString: ownerUrl() })) as [pg.Client, pg.Client]
    for (const client of [owner, looker]) {
      client.on('error', () => undefined)
      await client.connect()
    }
    // All tasks of the clock are due, so that its next turn waits for the tenants, too.
    await owner.query(`update scheduled_task set last_time = 'epoch'`)
    await owner.query('begin; lock table tenant in access exclusive mode')
    const asked = fetch(`${origin}/api/blade-system/tenant/info?domain=https%3A%2F%2Fa.example`)
    const answer = asked.then((response) => response.status).catch(() => 0)
    const countWaiting = async () => {
      // Outside the transaction: within one every look is the first again.
      const found = await looker.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)
      return found.rows.length
    }
    await expect.poll(countWaiting, { timeout: 30_000 }).toBeGreaterThan(1)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect([0, 503]).toContain(await answer)
    expect(existsSync(join(folder, 'pg', 'postmaster.pid'))).toBe(false)
    expect(existsSync(join(folder, 'instance.lock'))).toBe(false)
  })
})

describe('the master key', () => {
  const secrets = () => join(folder, 'secrets.json')

  test.each([
    ['half written', (text: string) => text.slice(0, 40), '内容已损坏'],
    ['without one of the keys', () => '{"masterKey":"00"}', '内容不完整'],
  ])(
    'is not made anew when its file is %s: the program does not start and says what to do',
    async (_title, damage, reason) => {
      const whole = readFileSync(secrets(), 'utf8')
      writeFileSync(secrets(), damage(whole))
      const refused = start()
      expect(await refused.ended).toBe(1)
      expect(refused.text()).toContain(reason)
      expect(refused.text()).toContain('请从备份恢复该文件')
      expect(readFileSync(secrets(), 'utf8')).toBe(damage(whole))
      writeFileSync(secrets(), whole)
    },
    30_000,
  )

  test('is refused when the database was filled under another one', async () => {
    const refused = start({ MASTER_KEY: 'ab'.repeat(32) })
    expect(await refused.ended).toBe(1)
    expect(refused.text()).toContain('主密钥与数据库不符')
    expect(existsSync(join(folder, 'pg', 'postmaster.pid'))).toBe(false)
  })
})
