import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { md5 } from '../src/domains/credentials/password.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts'
import { percentilesOf } from './times.ts'
import { floorsOf, slopeOf } from '../test/slope.ts'

// People at work for a night: `npm run soak [-- --minutes 120]`. A program of its own with the demo's data; every ten seconds its
// memory, files, connections, streams and event-loop delay are read from /metrics.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OUT = join(ROOT, 'data', 'soak.json')
const SAMPLE_MS = 10_000
/** Of the run, before memory is looked at. */
const WARM_SHARE = 0.25
const BOUND_MB = 2
/** Hours of which the lowest memory is taken. */
const STRETCH = 1 / 12
/** Tokens hold an hour. */
const TOKEN_MS = 50 * 60_000

/** What is read at one moment; `at` in hours since the start, memory in MB, delay in ms. */
interface Sample {
  at: number
  memory: number
  /** Of the memory what the program has asked for; pages of its files come and go as the system likes. Linux alone tells. */
  own: number | undefined
  files: number
  connections: number
  delay: number
}

interface Person {
  token: string
  name: string
  /** When another token is asked for. */
  until: number
}

const BIG = '/api/bigdata-service'
/** What people read; `{exam}` is one of the demo's exams, `{page}` one of some pages. */
const READS = [
  `${BIG}/basicstudent/list?size=20&current={page}`,
  `${BIG}/basicstudent/list?size=20&studentName=王`,
  `${BIG}/examinfo/list?size=10`,
  `${BIG}/report/getOneScoreTwoRateBriefList?examId={exam}`,
  `${BIG}/report/getOneScoreTwoRateSchoolList?examId={exam}&size=20`,
  `${BIG}/report/getScoreRank?examId={exam}&grain=student&size=20&current={page}`,
  '/api/blade-desk/job/list',
  '/api/blade-flow/work/todo-list',
]

class Soak {
  readonly times = new Map<string, number[]>()
  readonly refused = new Map<string, number>()
  private exams: string[] = []

  constructor(private readonly base: string) {}

  async signIn(account: string): Promise<Person> {
    const query = { tenantId: '097108', username: account, password: md5(DEMO_PASSWORD), grant_type: 'password' }
    const answer = await fetch(`${this.base}/api/blade-auth/oauth/token?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
    })
    const { access_token: token } = (await answer.json()) as { access_token?: string }
    if (!token) throw new Error(`${account}: sign-in answers ${answer.status}`)
    return { token, name: account, until: Date.now() + TOKEN_MS }
  }

  /** Which exams there are to be read. */
  async look(person: Person): Promise<void> {
    const { data } = (await this.ask(person, `${BIG}/examinfo/list?size=10`)) as {
      data: { records: { id: string; packageVersion: number | null }[] }
    }
    this.exams = data.records.filter(({ packageVersion }) => Number(packageVersion) > 0).map(({ id }) => id)
  }

  async read(person: Person): Promise<void> {
    const path = READS[Math.floor(Math.random() * READS.length)] ?? ''
    // All but the one whose reports are made anew.
    const exam = this.exams[Math.floor(Math.random() * (this.exams.length - 1))] ?? ''
    await this.ask(person, path.replace('{exam}', exam).replace('{page}', String(1 + Math.floor(Math.random() * 20))))
  }

  /** A small workbook with a fault, looked through and thrown away. */
  async import(person: Person): Promise<void> {
    const lines = Array.from(
      { length: 200 },
      (_none, i) => `G51010${String(i).padStart(13, '0')},学生${i},男,没有这所学校,3,2024`,
    )
    const form = new FormData()
    form.append('file', new Blob([`学籍号,姓名,性别,学校,学段,入学年份\n${lines.join('\n')}\n`]), '学生.csv')
    await this.ask(person, `${BIG}/basicstudent/import-check`, { method: 'POST', body: form })
  }

  /** The reports of one exam, withdrawn, made anew and published. */
  async compute(person: Person): Promise<void> {
    const body = JSON.stringify({ examId: this.exams.at(-1) })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    await this.ask(person, `${BIG}/examinfo/withdrawExam`, init)
    const { data } = (await this.ask(person, `${BIG}/examinfo/execPackageExam`, init)) as { data: { jobId: string } }
    for (let i = 0; i < 600; i += 1) {
      const job = (await this.ask(person, `/api/blade-desk/job/detail?id=${data.jobId}`)) as { data: { state: string } }
      if (job.data.state === 'failed') throw new Error('the reports were not made')
      if (job.data.state === 'done') break
      await wait(200)
    }
    await this.ask(person, `${BIG}/examinfo/publishExam`, init)
  }

  private refuse(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1)
  }

  /** Under a new token where the hour of the old one is nearly over. */
  private async ask(person: Person, path: string, init: RequestInit = {}): Promise<unknown> {
    if (Date.now() > person.until) Object.assign(person, await this.signIn(person.name))
    const startedAt = performance.now()
    const headers = { ...init.headers, 'blade-auth': `bearer ${person.token}` }
    const answer = await fetch(this.base + path, { ...init, headers })
    const body: unknown = await answer.json()
    const name = path.split('?')[0] ?? ''
    this.times.set(name, [...(this.times.get(name) ?? []), performance.now() - startedAt])
    if (!answer.ok) this.refuse(`${answer.status} ${name} ${(body as { msg?: string }).msg ?? ''}`)
    if (answer.status >= 500) throw new Error(`${name} answers ${answer.status}`)
    return body
  }
}

/** One kind of work again and again, with a pause that is not always the same. */
async function keepAt(end: number, pause: number, work: () => Promise<void>): Promise<void> {
  while (Date.now() < end) {
    await work()
    await wait(Math.min(pause * (0.5 + Math.random()), Math.max(0, end - Date.now())))
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

async function sampleOf(base: string, pid: number | undefined, startedAt: number): Promise<Sample> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const lines = text.split('\n')
  const value = (name: string): number =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0)
  const used = (use: string): number => value(`exam_database_pool_connections{use="${use}"}`)
  return {
    at: (Date.now() - startedAt) / 3_600_000,
    memory: Math.round(value('process_resident_memory_bytes') / 1e5) / 10,
    own: await ownMemory(pid),
    files: value('process_open_fds'),
    connections: used('busy') + used('idle'),
    delay: Math.round(value('nodejs_eventloop_lag_p99_seconds') * 10_000) / 10,
  }
}

/** Resident memory behind no file, in MB. */
async function ownMemory(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const found = /^RssAnon:\s+(\d+) kB$/m.exec(status)
  return found ? Math.round(Number(found[1]) / 102.4) / 10 : undefined
}

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

async function start(dataDir: string, port: number): Promise<ChildProcess> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO: '1', CAPTCHA: 'off', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], { cwd: ROOT, env, stdio: 'ignore' })
  for (let i = 0; i < 1200 && child.exitCode === null; i += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok) return child
    await wait(250)
  }
  throw new Error('the program does not start')
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--minutes')
  const minutes = at < 0 ? 120 : Number(process.argv[at + 1])
  if (!(minutes > 0 && minutes <= 1440)) throw new Error('--minutes 1 … 1440')
  const root = await mkdtemp(join(tmpdir(), 'soak-'))
  const port = await freePort()
  const program = await start(root, port)
  const base = `http://127.0.0.1:${port}`
  const ended = new Promise((done) => program.on('exit', done))
  try {
    const soak = new Soak(base)
    const people = await Promise.all(DEMO_ACCOUNTS.map(({ account }) => soak.signIn(account)))
    const officer = people.find(({ name }) => name === 'exam') ?? people[0]
    if (!officer) throw new Error('the demo has no accounts')
    await soak.look(officer)
    const startedAt = Date.now()
    const end = startedAt + minutes * 60_000
    const samples: Sample[] = []
    await Promise.all([
      ...people.flatMap((person) => [1, 2].map(() => keepAt(end, 400, () => soak.read(person)))),
      keepAt(end, 15_000, () => soak.import(officer)),
      keepAt(end, 60_000, () => soak.compute(officer)),
      keepAt(end, SAMPLE_MS, async () => void samples.push(await sampleOf(base, program.pid, startedAt))),
    ])
    await tell(minutes, samples, soak)
  } finally {
    program.kill('SIGTERM')
    await ended
    await rm(root, { recursive: true, force: true })
  }
}

async function tell(minutes: number, samples: Sample[], soak: Soak): Promise<void> {
  const steady = samples.filter(({ at: hours }) => hours >= (minutes / 60) * WARM_SHARE)
  const points = (key: 'memory' | 'own') =>
    steady.flatMap(({ at: hours, [key]: used }): [number, number][] => (used === undefined ? [] : [[hours, used]]))
  const memoryOf = (key: 'memory' | 'own') => ({
    first: samples[0]?.[key],
    last: samples.at(-1)?.[key],
    most: most(key),
    slopeMbPerHour: slopeOf(points(key)),
    slopeOfLowest: slopeOf(floorsOf(points(key), STRETCH)),
  })
  const most = (key: keyof Sample): number => Math.max(...samples.map((sample) => sample[key] ?? 0))
  const answers = Object.fromEntries(
    [...soak.times].map(([name, times]) => [name, { count: times.length, ...percentilesOf(times) }]),
  )
  const figures = {
    minutes,
    memory: memoryOf('memory'),
    own: memoryOf('own'),
    files: { first: samples[0]?.files, most: most('files'), last: samples.at(-1)?.files },
    connections: most('connections'),
    delayMs: most('delay'),
    answers,
    refused: Object.fromEntries(soak.refused),
  }
  console.log(figures)
  console.log(
    `memory after warm-up: ${figures.memory.slopeMbPerHour.toFixed(1)} MB an hour, of it asked for ${figures.own.slopeMbPerHour.toFixed(1)} (bound ${BOUND_MB}, over two hours); the lowest of each five minutes ${figures.memory.slopeOfLowest.toFixed(1)}`,
  )
  await mkdir(dirname(OUT), { recursive: true })
  await writeFile(OUT, JSON.stringify({ ...figures, samples }, null, 2))
}

await main()
