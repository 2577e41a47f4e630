import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'
import { auditKey, cut, headOf, seal } from './audit-chain.ts'
import { resealChain } from './audit-reseal.ts'
import { verify } from './audit-verify.ts'
import { logTasks } from './module.ts'

const app = useTestApp({ ROLES: 'web' })
/** Somebody who may do anything to the database. */
let intruder: pg.Client
let key: Buffer

beforeAll(async () => {
  intruder = new pg.Client({ connectionString: app().databaseUrl })
  await intruder.connect()
  key = auditKey(app().config.masterKey)
})
afterAll(() => intruder.end())
afterEach(async () => {
  await intruder.query('truncate operation_log, audit_chain, audit_anchor')
})

const db = () => app().app.database.tenant(TENANT)

async function write(count: number, daysAgo = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, () => nextId())
  for (const [at, id] of ids.entries()) {
    await sql`insert into operation_log (id, tenant_id, user_id, account, call, title, old_values, new_values, create_time)
      values (${id}, ${TENANT}, 1, 'someone', 'param.update', '修改', ${JSON.stringify({ n: at })}, ${JSON.stringify({ n: at + 1 })},
        now() - ${daysAgo} * interval '1 day')`.execute(db())
  }
  return ids
}

async function sealed(count: number, daysAgo = 0): Promise<string[]> {
  const ids = await write(count, daysAgo)
  expect(await seal(db(), key, TENANT)).toBe(count)
  return ids
}

const judge = () => verify(db(), key, TENANT)

describe('an untouched chain', () => {
  test('is whole, has no gaps and grows', async () => {
    await sealed(5)
    await sealed(3)
    const verdict = await judge()
    expect(verdict).toMatchObject({ checked: 8, open: 0, broken: undefined, head: { seq: 8 } })
    expect(verdict.head).toEqual(await headOf(db(), 'operation_log'))
  })

  test('tells rows that are still to be sealed', async () => {
    await sealed(2)
    await write(3)
    expect(await judge()).toMatchObject({ checked: 2, open: 3, broken: undefined })
  })

  test('takes in a row whose transaction took longer than younger ones', async () => {
    const late = await app()
      .app.database.tenant(TENANT)
      .transaction()
      .execute(async (trx) => {
        const id = nextId()
        await sql`insert into operation_log (id, tenant_id, user_id, account, call, title) values (${id}, ${TENANT}, 1, 'slow', 'a', 'a')`.execute(
          trx,
        )
        await sealed(4)
        return id
      })
    expect(await seal(db(), key, TENANT)).toBe(1)
    expect(await judge()).toMatchObject({ checked: 5, broken: undefined })
    expect((await intruder.query('select seq from audit_chain where row_id = $1', [late])).rows[0].seq).toBe('5')
  })

  test('stays one chain when several seal at once', async () => {
    await write(40)
    const counts = await Promise.all([1, 2, 3, 4].map(() => seal(db(), key, TENANT)))
    expect(counts.reduce((one, other) => one + other)).toBe(40)
    expect(await judge()).toMatchObject({ checked: 40, broken: undefined })
  })
})

describe('named as the first broken row is', () => {
  test('a changed one', async () => {
    const ids = await sealed(6)
    await intruder.query(`update operation_log set new_values = '{"n": 99}' where id = any($1)`, [[ids[2], ids[4]]])
    expect((await judge()).broken).toEqual({ seq: 3, rowId: ids[2], reason: '内容与哈希不符：记录被改动' })
  })

  test.each(['account', 'title', 'call'])('one whose %s was changed', async (column) => {
    const ids = await sealed(3)
    await intruder.query(`update operation_log set ${column} = 'else' where id = $1`, [ids[1]])
    expect((await judge()).broken).toMatchObject({ seq: 2, rowId: ids[1] })
  })

  test('one whose time was moved', async () => {
    const ids = await sealed(3)
    await intruder.query(
      `update operation_log set create_time = create_time - interval '1 microsecond' where id = $1`,
      [ids[0]],
    )
    expect((await judge()).broken).toMatchObject({ seq: 1, rowId: ids[0] })
  })

  test('a deleted one', async () => {
    const ids = await sealed(6)
    await intruder.query('delete from operation_log where id = $1', [ids[3]])
    expect((await judge()).broken).toEqual({ seq: 4, rowId: ids[3], reason: '记录已被删除' })
  })

  test('one deleted together with its link', async () => {
    const ids = await sealed(6)
    await intruder.query('delete from operation_log where id = $1', [ids[3]])
    await intruder.query('delete from audit_chain where row_id = $1', [ids[3]])
    expect((await judge()).broken).toEqual({ seq: 5, rowId: ids[4], reason: '链上缺少第4号' })
  })

  test('one that changed places with another', async () => {
    const ids = await sealed(6)
    await intruder.query(`update audit_chain set seq = -seq where row_id = any($1)`, [[ids[1], ids[2]]])
    await intruder.query(`update audit_chain set seq = 5 + seq where seq < 0`)
    expect((await judge()).broken).toEqual({ seq: 2, rowId: ids[2], reason: '与上一行的哈希不衔接：顺序被改动' })
  })

  test('one put in afterwards under an old date', async () => {
    await sealed(3)
    const [id] = await write(1, 3)
    expect((await judge()).broken).toMatchObject({ rowId: id, reason: '记录不在链上：事后插入' })
  })

  test('one rewritten with a hash of its own, for lack of the key', async () => {
    const ids = await sealed(3)
    await intruder.query(`update operation_log set title = 'else' where id = $1`, [ids[2]])
    await intruder.query(`update audit_chain set hash = encode(sha256('else'), 'hex') where row_id = $1`, [ids[2]])
    expect((await judge()).broken).toMatchObject({ seq: 3, rowId: ids[2] })
  })
})

test('a forged chain does not become right under a new master key', async () => {
  const ids = await sealed(3)
  await intruder.query(`update operation_log set title = '伪造' where id = $1`, [ids[1]])
  const keys = { old: app().config.masterKey, next: randomBytes(32) }
  await expect(resealChain({ read: db(), write: db() }, keys, TENANT, 'operation_log')).rejects.toThrow(
    `租户${TENANT}的operation_log在第2号不完整：内容与哈希不符：记录被改动`,
  )
})

test('the log of sign-ins has a chain of its own', async () => {
  await sql`insert into login_log (id, tenant_id, account, way, result)
    values (${nextId()}, ${TENANT}, 'a', 'password', 'failure'), (${nextId()}, ${TENANT}, 'b', 'password', 'success')`.execute(
    db(),
  )
  await sealed(2)
  const count = await seal(db(), key, TENANT, 'login_log')
  expect(count).toBeGreaterThanOrEqual(2)
  expect(await verify(db(), key, TENANT, 'login_log')).toMatchObject({ checked: count, broken: undefined })
  await intruder.query(`update login_log set result = 'success' where account = 'a'`)
  expect((await verify(db(), key, TENANT, 'login_log')).broken).toMatchObject({ reason: '内容与哈希不符：记录被改动' })
  expect(await judge()).toMatchObject({ checked: 2, broken: undefined })
})

test('what the night does seals every log and names the heads of the chains that have one', async () => {
  const told: Record<string, unknown>[] = []
  const tell = (facts: object, text: string) => void told.push({ ...facts, text })
  const log = { info: tell, warn: tell, error: tell }
  const tasks = logTasks({ database: app().app.database, masterKey: app().config.masterKey, log })
  const run = (name: string) => tasks.find((task) => task.name === name)?.run()
  await sql`insert into tenant (id, tenant_id, tenant_name) values (${nextId()}, '300777', '新租户')`.execute(
    app().app.database.open,
  )
  await write(3)
  await run('log.heads')
  const head = await headOf(db(), 'operation_log')
  expect(head.seq).toBe(3)
  const named = told.filter((facts) => facts['log'] === 'operation_log')
  expect(named).toEqual([{ tenant: TENANT, log: 'operation_log', ...head, text: 'audit head' }])
  expect(told.filter((facts) => facts['tenant'] === '300777')).toEqual([])
  await write(1)
  await run('log.seal')
  expect((await headOf(db(), 'operation_log')).seq).toBe(4)
  await run('log.prune')
  expect(told.at(-1)).toMatchObject({ text: 'old log lines cleared away' })
  expect(await judge()).toMatchObject({ broken: undefined })
})

describe('the command', () => {
  const run = promisify(execFile)
  const command = () =>
    run(process.execPath, ['--import', 'tsx', 'server/src/cli/audit-verify.ts'], {
      env: { ...process.env, DATA_DIR: app().dataDir, DATABASE_URL: app().databaseUrl, DEMO: '1' },
    })

  test('says that all is well, or names the row and fails', async () => {
    const ids = await sealed(4)
    expect((await command()).stdout).toContain('operation_log：完整，4条，链首第4号')
    await intruder.query(`update operation_log set title = 'else' where id = $1`, [ids[1]])
    await expect(command()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`第2号（记录 ${ids[1]}）内容与哈希不符`),
    })
  })
})

describe('clearing away', () => {
  test('takes old rows from the front and leaves a chain that holds', async () => {
    await sealed(3, 200)
    await sealed(4)
    expect(await cut(db(), key, TENANT, 180)).toBe(3)
    expect(await judge()).toMatchObject({ checked: 4, broken: undefined, head: { seq: 7 } })
    await sealed(1)
    expect(await judge()).toMatchObject({ checked: 5, broken: undefined, head: { seq: 8 } })
  })

  test('of everything leaves the place to go on from', async () => {
    await sealed(3, 200)
    expect(await cut(db(), key, TENANT, 180)).toBe(3)
    await sealed(2)
    expect(await judge()).toMatchObject({ checked: 2, broken: undefined, head: { seq: 5 } })
  })

  test('by anybody else is found out', async () => {
    const ids = await sealed(4)
    await intruder.query('delete from operation_log where id = any($1)', [ids.slice(0, 2)])
    await intruder.query('delete from audit_chain where seq <= 2')
    expect((await judge()).broken).toMatchObject({ seq: 3, reason: '链上缺少第1号' })
    await intruder.query(
      `insert into audit_anchor (tenant_id, source, seq, hash, proof) select tenant_id, source, 2, prev_hash, prev_hash from audit_chain where seq = 3`,
    )
    expect((await judge()).broken).toMatchObject({ seq: 2, reason: '清理记录的证明不成立' })
  })
})
