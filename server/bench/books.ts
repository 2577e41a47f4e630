import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { type App, createApp } from '../src/app.ts'
import { hashPassword, md5 } from '../src/domains/credentials/password.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { nextId } from '../src/platform/db/id.ts'
import { writeWorkbookTo } from '../src/platform/sheet/write.ts'
import { watchMemory } from './memory.ts'

export interface BookFigures {
  rows: number
  what: string
  /** Seconds from the first byte of the upload to the answer with every fault; until the job has kept all rows. */
  checked: number
  kept: number
  /** Highest resident memory of the process meanwhile, in MB. */
  peakMb: number
}

const STUDENT = '/api/bigdata-service/basicstudent'
const SCHOOLS = 60
const SIZES = [2000, 12_000, 100_000]

/** A register of students by workbook, new and once more with every row changed, through the calls of the product. */
export async function benchBooks(): Promise<BookFigures[]> {
  const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-books-'))
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', CAPTCHA: 'off' })
  const app = await createApp(config)
  try {
    await app.runner.work()
    const token = await prepare(app, config)
    const path = join(folder, 'students.xlsx')
    const figures: BookFigures[] = []
    for (const [at, rows] of SIZES.entries()) {
      for (const what of ['new', 'changed', 'as they are']) {
        const suffix = what === 'new' ? '' : '改'
        await writeStudents(path, rows, at * 1_000_000, suffix)
        figures.push({ rows, what, ...(await measure(app, token, path, rows)) })
      }
    }
    return figures
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function schoolCode(n: number): string {
  const first = `12350000${String(n).padStart(9, '0')}`
  return first + creditCheckCharacter(first)
}

/** Schools, and somebody who may import; answers the token. */
async function prepare(app: App, config: Config): Promise<string> {
  const { tenantId } = config
  const db = app.database.tenant(tenantId)
  const id = nextId()
  await sql`insert into sys_user (id, tenant_id, account, password_hash, name, role_ids)
    values (${id}, ${tenantId}, 'bench', ${await hashPassword(md5('bench'))}, 'bench',
      array(select id from sys_role where role_alias = 'administrator'))`.execute(db)
  for (let n = 0; n < SCHOOLS; n += 1) {
    await sql`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
      values (${nextId()}, ${tenantId}, ${schoolCode(n)}, ${`第${n}中学`}, '990002', '2', ${n})`.execute(db)
  }
  const client = `Basic ${Buffer.from(`${config.client.id}:${config.client.secret}`).toString('base64')}`
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId, username: 'bench', password: md5('bench'), grant_type: 'password' },
    headers: { authorization: client },
  })
  return String(response.json<Record<string, unknown>>()['access_token'])
}

const TITLES = ['学籍号', '姓名', '性别', '出生日期', '学校', '学段', '入学年份', '班级', '学号', '联系电话']

function writeStudents(path: string, rows: number, from: number, suffix: string): Promise<void> {
  function* lines() {
    for (let n = 1; n <= rows; n += 1) {
      const code = `L${String(from + n).padStart(18, '0')}`
      const phone = `138${String(n).padStart(8, '0')}`
      const line = [code, `学生${n}${suffix}`, n % 2 ? '男' : '女', '2013/9/1', `第${n % SCHOOLS}中学`, '初中', '2026']
      const whole = [...line, `初一(${n % 20})班`, String(n), phone]
      yield Object.fromEntries(TITLES.map((title, at) => [title, whole[at]]))
    }
  }
  return writeWorkbookTo(path, [
    { name: '学生', header: TITLES.map((title) => ({ title, key: title })), rows: lines() },
  ])
}

async function measure(app: App, token: string, path: string, rows: number) {
  const memory = watchMemory()
  const headers = { 'blade-auth': `bearer ${token}` }
  const start = performance.now()
  const boundary = createHash('md5').update(path).digest('hex')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), await readFile(path), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const look = await app.http.inject({
    method: 'POST',
    url: `${STUDENT}/import-check`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  const { data: verdict, msg } = look.json<{ msg: string; data: { fileId: string; total: number; faulty: number } }>()
  if (verdict?.total !== rows || verdict.faulty !== 0) throw new Error(`${msg} ${look.body.slice(0, 500)}`)
  const checkedAt = performance.now()
  const begun = await app.http.inject({
    method: 'POST',
    url: `${STUDENT}/import-commit`,
    headers,
    payload: { fileId: verdict.fileId, leftOut: [] },
  })
  await ended(app, headers, begun.json<{ data: { jobId: string } }>().data.jobId)
  const [checked, kept] = [checkedAt - start, performance.now() - checkedAt].map((ms) => Math.round(ms / 100) / 10)
  return { checked: checked ?? 0, kept: kept ?? 0, peakMb: memory.stop() }
}

async function ended(app: App, headers: Record<string, string>, id: string): Promise<void> {
  for (;;) {
    const answer = await app.http.inject({ method: 'GET', url: '/api/blade-desk/job/detail', query: { id }, headers })
    const { state, text } = answer.json<{ data: { state: string; text: string } }>().data
    if (state === 'done') return
    if (state === 'failed') throw new Error(text)
    await new Promise((wait) => setTimeout(wait, 50))
  }
}
