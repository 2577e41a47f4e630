import { copyFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type App, createApp } from '../src/app.ts'
import { hashPassword, md5 } from '../src/domains/credentials/password.ts'
import { childKey } from '../src/platform/audit/child-access.ts'
import { readConfig } from '../src/platform/config.ts'
import { nextId } from '../src/platform/db/id.ts'
import { CONCURRENT } from './list-load.ts'

// One of the servers the list benches compare, in a process of its own: `product`, a further `web` or `worker` of it, or `bare`.
const [kind, url = '', dataDir = ''] = process.argv.slice(2)

// With the index the product has, and rows read for the page alone, as who knows PostgreSQL would write it.
const PAGE = `select id::text, tenant_id, student_code, student_name, gender, school_code, class_code, class_name
  from basic_student join (select id as found_id from basic_student where tenant_id = $1 and is_deleted = 0
    order by school_code, class_code, student_no, id limit $2 offset $3) found on found_id = id
  order by school_code, class_code, student_no, id`
const COUNT = 'select count(*) from basic_student where tenant_id = $1 and is_deleted = 0'

// Who saw which children is part of the answer; the log of it is found by the child, and told by the act.
const NOTE = `with children as (insert into child_access_child (tenant_id, child_key, access_id)
    select '097108', k, $1::bigint from unnest($2::bigint[]) k)
  insert into child_access (id, tenant_id, kind, user_id, account, user_name, call, title, children)
  select $1::bigint, '097108', 'listed', 1, 'bench', 'bench', 'list', 'list', $3::int
  from set_config('synchronous_commit', 'off', true)`

/** The least a server could do for the same page: two queries and JSON, and a line of who has seen it. */
async function bare(): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const [size, current] = [Number(query.get('size')), Number(query.get('current'))]
    void Promise.all([pool.query(PAGE, ['097108', size, (current - 1) * size]), pool.query(COUNT, ['097108'])]).then(
      async ([page, count]) => {
        const keys = page.rows.map(({ student_code: code }: { student_code: string }) => childKey('097108', code))
        await pool.query(NOTE, [nextId(), keys, keys.length])
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ records: page.rows, total: Number(count.rows[0].count) }))
      },
    )
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)))
}

/** The product itself; prints the port, the tokens of two users, the second under a data scope, the client's name and the token of a school. */
async function product(): Promise<string> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO: '1',
    CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ROLES: 'web',
  })
  const app = await createApp(config)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const port = (app.http.server.address() as { port: number }).port
  const client = `Basic ${Buffer.from(`${config.client.id}:${config.client.secret}`).toString('base64')}`
  const wide = await tokenOf(app, client, 'bench', [])
  const narrow = await tokenOf(app, client, 'narrow', [await narrowRole(app)])
  const school = await tokenOf(app, client, 'pupils', [], 'S0007')
  for (let at = 0; at < CONCURRENT; at += 1) await tokenOf(app, client, `person${at}`, [])
  return `${port},${wide},${narrow},${client},${school}`
}

/** A further machine of the product beside the one that runs; prints its port, or nothing for a worker. */
async function machine(role: string): Promise<string> {
  mkdirSync(dataDir)
  copyFileSync(join(dataDir, '..', 'server', 'secrets.json'), join(dataDir, 'secrets.json'))
  const app = await createApp(
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'warn', PORT: '0', ROLES: role }),
  )
  if (role === 'worker') {
    await app.runner.work()
    return ''
  }
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  return String((app.http.server.address() as { port: number }).port)
}

/** A user with the rights of exam staff and further roles, or of a school. */
async function tokenOf(app: App, client: string, account: string, roles: string[], school?: string): Promise<string> {
  const [db, id, alias] = [app.database.tenant('097108'), nextId(), school ? 'school' : 'exam']
  await sql`insert into sys_user (id, tenant_id, account, password_hash, name, role_ids)
    values (${id}, '097108', ${account}, ${await hashPassword(md5('bench'))}, 'bench',
      array(select id from sys_role where role_alias = ${alias}) || ${roles}::bigint[])`.execute(db)
  if (school) {
    await sql`insert into user_dept_role (id, tenant_id, user_id, dept_uscc, role_alias, class_codes)
      values (${nextId()}, '097108', ${id}, ${school}, 'school', '{}')`.execute(db)
  }
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: '097108', username: account, password: md5('bench'), grant_type: 'password' },
    headers: { authorization: client },
  })
  return String(response.json<Record<string, unknown>>()['access_token'])
}

/** A role that sees the students of eight areas. */
async function narrowRole(app: App): Promise<string> {
  const db = app.database.tenant('097108')
  const [role, scope] = [nextId(), nextId()]
  const areas = Array.from({ length: 8 }, (_one, i) => `99000${i}`)
  const conditions = JSON.stringify([{ field: 'areaCode', operator: 'equal', values: areas }])
  await sql`insert into sys_role (id, tenant_id, role_name, role_alias, scope_level)
    values (${role}, '097108', 'narrow', 'narrow', 'all')`.execute(db)
  await sql`insert into data_scope (id, tenant_id, menu_id, scope_name, resource_code, scope_type, scope_value)
    values (${scope}, '097108', 1, 'narrow', 'basicStudent', 5, ${conditions})`.execute(db)
  await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id) values ('097108', ${role}, ${scope})`.execute(
    db,
  )
  return role
}

const STARTS: Record<string, () => Promise<number | string>> = {
  bare,
  product,
  web: () => machine('web'),
  worker: () => machine('worker'),
}
process.stdout.write(`ready ${await STARTS[kind ?? '']?.()},\n`)
process.on('SIGTERM', () => process.exit(0))
