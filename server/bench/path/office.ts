import { openAsBlob } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { specOf } from '../../src/domains/exam/compute-job.ts'
import type { ExamSpec } from '../../src/domains/exam/compute/exam-spec.ts'
import { packagePath } from '../../src/domains/exam/package/build-package.ts'
import type { Manifest } from '../../src/domains/exam/package/manifest.ts'
import { type App, createApp } from '../../src/app.ts'
import { DEMO_PASSWORD } from '../../src/demo/accounts.ts'
import { md5 } from '../../src/domains/credentials/password.ts'
import { evaluateStored } from '../../src/domains/exam/import/workbench.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Ctx } from '../../src/platform/ctx.ts'
import { Listener } from '../../src/platform/db/listen.ts'
import { newExam } from '../../test/fixtures/new-exam.ts'
import type { ProcessorTime } from '../processor.ts'
import { type Waits, readBeside } from './reader.ts'
import { type Steps, stopwatch } from './steps.ts'
import { TENANT, type ExamSize, type Workbooks, areaCodes, coursesOf } from './county.ts'

const BASE = '/api/bigdata-service'

interface Ids {
  id: string
  jobId: string
  batchId: string
  fileId: string
}

/** The whole product on a database that has a register; one office at work through its calls. */
export class Office {
  private constructor(
    private readonly app: App,
    private readonly listener: Listener,
    private readonly origin: string,
    private readonly token: string,
    private readonly userId: string,
  ) {}

  static async open(databaseUrl: string, dataDir: string): Promise<Office> {
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      PORT: '0',
    }
    const config = readConfig(env)
    const app = await createApp(config)
    await app.runner.work()
    const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const query = new URLSearchParams({
      tenantId: TENANT,
      username: 'admin',
      password: md5(DEMO_PASSWORD),
      grant_type: 'password',
    })
    const client = Buffer.from(`${config.client.id}:${config.client.secret}`).toString('base64')
    const headers = { authorization: `Basic ${client}` }
    const answer = await fetch(`${origin}/api/blade-auth/oauth/token?${query}`, { method: 'POST', headers })
    const { access_token: token, user_id: userId } = (await answer.json()) as Record<'access_token' | 'user_id', string>
    const listener = new Listener(databaseUrl, app.database.pool)
    await listener.open()
    return new Office(app, listener, origin, token, userId)
  }

  /** From uploaded workbooks to the published report; every step that a person waits for. */
  async publish(
    name: string,
    size: ExamSize,
    books: Workbooks,
    processor: () => ProcessorTime,
  ): Promise<{ examId: string; steps: Steps }> {
    const examId = await this.addExam(name, size)
    const { steps, step } = stopwatch(processor)
    let batch = ''
    for (const [kind, title, paths] of [
      ['student', 'roster', [books.roster]],
      ['score', 'scores', books.scores],
    ] as const) {
      await step(`${title}: uploaded to checked`, async () => {
        batch = await this.upload(examId, kind, paths)
      })
      await step(`${title}: kept`, () => this.run('examimport/commit', { batchId: batch, confirmWarnings: 1 }))
    }
    await step('exam checked', () =>
      this.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1, isWhole: 1 }),
    )
    await step('roster: archived', () => this.run('examstudentimport/archiveByExamId', { examId }))
    await step('scores: archived', () => this.run('examscorestudentcourseimport/archiveByExamId', { examId }))
    await step('computed', () => this.run('examinfo/execDataProgress', { examId }))
    await step('packaged', () => this.run('examinfo/execPackageExam', { examId }))
    await step('published', () => this.post('examinfo/publishExam', { examId }))
    await this.assertWhole(examId, size)
    return { examId, steps }
  }

  /** Somebody who reads the list of schools while the office is at work. */
  readBeside(): { stop(): Promise<Waits> } {
    const list = `${this.origin}${BASE}/basicschool/list?size=20&current=1`
    return readBeside(list, { 'blade-auth': `bearer ${this.token}` })
  }

  /** The rules alone, over what is kept of the exam. */
  async judge(examId: string): Promise<void> {
    const ctx = await this.ctx()
    for (const kind of ['student', 'score'] as const)
      await evaluateStored(ctx, { examId }, [kind], (db) => db.query('select count(*) from fault'))
  }

  async specOf(examId: string): Promise<ExamSpec> {
    return specOf(await this.ctx(), examId)
  }

  /** Another script has made the same files with as many rows. */
  async assertSame(examId: string, folder: string): Promise<void> {
    const { analytics, files } = await this.ctx()
    const text = await readFile(join(packagePath(files.packageFolder(TENANT, examId), 1), 'manifest.json'), 'utf8')
    const known = new Map((JSON.parse(text) as Manifest).files.map(({ name, rows }) => [name, rows]))
    for (const name of await readdir(folder)) {
      const [found] = await analytics.query<{ n: number }>(
        `select count(*) as n from read_parquet('${join(folder, name)}')`,
      )
      if (found?.n !== known.get(name)) throw new Error(`${name}: ${found?.n} rows beside ${known.get(name)}`)
    }
  }

  /** What a call reads. */
  async get(call: string): Promise<unknown> {
    const response = await fetch(this.urlOf(call), { headers: { 'blade-auth': `bearer ${this.token}` } })
    const answer = (await response.json()) as { msg: string; data: unknown }
    if (response.status !== 200) throw new Error(`${call}: ${response.status} ${answer.msg}`)
    return answer.data
  }

  async close(): Promise<void> {
    await this.listener.close()
    await this.app.close()
  }

  private async ctx(): Promise<Ctx> {
    const ctx = await this.app.ctxOf(TENANT, this.userId)
    if (!ctx) throw new Error('the seed has no user')
    return ctx
  }

  private async addExam(name: string, size: ExamSize): Promise<string> {
    const made = await this.post('examinfo/submit', newExam(name, areaCodes()))
    const courses = coursesOf(size).map((course) => ({ ...course, courseAlias: [], isInTotal: 1 }))
    await this.post('examinfo/submitCourse', { examId: made.id, courses })
    return made.id
  }

  private async upload(examId: string, kind: string, paths: readonly string[]): Promise<string> {
    const form = new FormData()
    for (const path of paths) form.append('file', await openAsBlob(path), basename(path))
    const { batchId, jobId } = await this.send(`examimport/upload?examId=${examId}&kind=${kind}`, form)
    await this.ended(jobId)
    return batchId
  }

  async run(call: string, body: object): Promise<void> {
    await this.ended((await this.post(call, body)).jobId)
  }

  post(call: string, body: object): Promise<Ids> {
    return this.send(call, JSON.stringify(body), { 'content-type': 'application/json' })
  }

  /** A call of the exam service by its name, of another by its whole path. */
  private urlOf(call: string): string {
    return `${this.origin}${call.startsWith('/') ? call : `${BASE}/${call}`}`
  }

  async send(call: string, body: FormData | string, more: Record<string, string> = {}): Promise<Ids> {
    const headers = { 'blade-auth': `bearer ${this.token}`, ...more }
    const response = await fetch(this.urlOf(call), { method: 'POST', headers, body })
    const answer = (await response.json()) as { msg: string; data: Ids }
    if (response.status !== 200) throw new Error(`${call}: ${response.status} ${answer.msg}`)
    return answer.data
  }

  private async ended(jobId: string): Promise<void> {
    const db = this.app.database.tenant(TENANT)
    for (;;) {
      const told = this.told(jobId)
      const found = await sql<{ state: string; text: string }>`select state, text from job where id = ${jobId}`.execute(
        db,
      )
      const { state = 'missing', text = '' } = found.rows[0] ?? {}
      if (state === 'done') return
      if (state !== 'waiting' && state !== 'running') throw new Error(`the job ended as ${state}: ${text}`)
      await told
    }
  }

  /** The next word of a job: to ask for its state all the time would cost what is measured. */
  private told(jobId: string): Promise<void> {
    return new Promise((done) => {
      const off = this.listener.on('job', (text) => {
        if (!text.endsWith(`:${jobId}`)) return
        off()
        done()
      })
    })
  }

  /** A path that lost rows on the way has no time worth telling. */
  private async assertWhole(examId: string, { students, courses }: ExamSize): Promise<void> {
    const found = await sql<{ status: number; scores: number }>`
      select (select exam_status from exam_info where id = ${examId}) as status,
        (select count(*)::int from exam_score_student_course where exam_id = ${examId}) as scores`.execute(
      this.app.database.tenant(TENANT),
    )
    const { status, scores } = found.rows[0] ?? {}
    if (scores !== students * courses) throw new Error(`${scores} scores of ${students * courses}, state ${status}`)
  }
}
