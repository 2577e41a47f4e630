import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { phasesOf } from './chaos/phases.ts'
import { type Program, startProgram } from './chaos/program.ts'
import { type World, Worlds, age } from './chaos/world.ts'
import { rosterSheet, scoreSheet } from './fixtures/exam-sheets.ts'
import { openDesk } from './fixtures/import-desk.ts'
import { TENANT, startTestApp } from './harness.ts'
import { type ObjectStore, openObjectStore } from './stand-ins/object-store.ts'

// Two machines that answer and two that work: four data folders, one database, one object store.
const STUDENTS = 120
const BASE = '/api/bigdata-service'
const PATIENCE_MS = 60_000
/** A third of the time a process remembers who is signed in. */
const SOON_MS = 20_000

let worlds: Worlds
let world: World
let store: ObjectStore
let token: string
let examId: string
const folders: string[] = []
const machines: Machine[] = []

interface Machine {
  folder: string
  program: Program
}

beforeAll(async () => {
  const app = await startTestApp()
  const desk = await openDesk(app)
  token = desk.user.token
  examId = await desk.addExam('期中')
  const batch = await desk.send(examId, 'student', rosterSheet(STUDENTS))
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  await app.app.close()
  worlds = await Worlds.open(inject('postgresUrl'))
  world = await worlds.enter({ database: new URL(app.databaseUrl).pathname.slice(1), folder: app.dataDir })
  store = await openObjectStore()
})

afterAll(async () => {
  for (const { program } of machines) await program.kill()
  await world.owner.end()
  await worlds.close()
  await store.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A machine of the installation: a data folder of its own, and the keys all of them have. */
async function startMachine(role: 'web' | 'worker', folder = newFolder()): Promise<Machine> {
  const settings = { ROLES: role, DB_POOL: '4', DRAIN_SECONDS: '2', ALLOW_PRIVATE_ENDPOINTS: '1', ...store.settings() }
  const machine = { folder, program: await startProgram(world.url, folder, settings) }
  machines.push(machine)
  return machine
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-machine-'))
  cpSync(join(world.folder, 'secrets.json'), join(folder, 'secrets.json'))
  folders.push(folder)
  return folder
}

interface Answer {
  status: number
  msg: string
  data: Record<string, unknown>
}

async function ask({ program }: Machine, method: string, path: string, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData
  const headers = { 'blade-auth': `bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) }
  const sent = body && { body: isForm ? body : JSON.stringify(body) }
  const response = await fetch(program.origin + path, { method, headers, ...sent })
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status }
}

/** Asks for a phase of the office's work on one machine after the other, and waits for the jobs. */
async function carryOut(phase: string, web: Machine[]): Promise<void> {
  for (const [at, one] of (phasesOf(examId, scoreSheet(STUDENTS))[phase] ?? []).entries()) {
    const wanted = await one(world)
    const body = 'file' in wanted ? new FormData() : wanted.body
    if (body instanceof FormData && 'file' in wanted) body.append('file', new Blob([wanted.file]), 'scores.csv')
    const { status, msg, data } = await ask(web[at % web.length] as Machine, 'POST', wanted.path, body)
    expect([status, msg], wanted.path).toEqual([200, '操作成功'])
    if (data['jobId']) await jobEnds(String(data['jobId']))
  }
}

async function jobEnds(jobId: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await world.owner.query('select state, text from job where id = $1', [jobId])
    if (rows[0]?.state === 'done') return
    if (!['waiting', 'running'].includes(rows[0]?.state) || Date.now() > end) throw new Error(JSON.stringify(rows))
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

async function reportOn(machine: Machine): Promise<Answer> {
  return ask(machine, 'GET', `${BASE}/report/getOneScoreTwoRateBriefSchoolList?examId=${examId}`)
}

describe('two machines that answer and two that work', () => {
  let web: Machine[]
  let workers: Machine[]

  beforeAll(async () => {
    web = [await startMachine('web'), await startMachine('web')]
    workers = [await startMachine('worker')]
  })

  test('a job whose machine dies is carried on by the other, once', async () => {
    for (const phase of ['import', 'commit', 'check', 'archive', 'compute']) await carryOut(phase, web)
    workers.push(await startMachine('worker'))
    const [first] = workers as [Machine]
    const { msg, data } = await ask(web[0] as Machine, 'POST', `${BASE}/examinfo/execPackageExam`, { examId })
    const jobId = String(data['jobId'])
    const stateOf = async () => (await world.owner.query('select state from job where id = $1', [jobId])).rows[0]?.state
    expect(msg).toBe('操作成功')
    await expect.poll(stateOf, { timeout: PATIENCE_MS, interval: 10 }).not.toBe('waiting')
    await first.program.kill()
    await age(world)
    await jobEnds(jobId)
    const { rows } = await world.owner.query(`select package_version from exam_package where exam_id = $1`, [examId])
    expect(rows).toEqual([{ package_version: 1 }])
  }, 240_000)

  test('a report that was made on a third is read on both', async () => {
    await carryOut('publish', web)
    expect(existsSync(packageOn(web[0] as Machine))).toBe(false)
    const answers = await Promise.all(web.map(reportOn))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    expect(JSON.stringify(answers[0]?.data)).toContain('第一中学')
    // What was read lies there from now on.
    const asked = store.requests.length
    expect((await reportOn(web[0] as Machine)).status).toBe(200)
    expect(store.requests.length).toBe(asked)
  })

  test('a file of it that is damaged on one machine is fetched again', async () => {
    const [one] = web as [Machine]
    rmSync(join(packageOn(one), 'unit.parquet'))
    expect((await reportOn(one)).status).toBe(200)
    expect(readdirSync(packageOn(one))).toContain('unit.parquet')
  })

  test('no request fails while one machine after the other is started anew', async () => {
    let isOver = false
    const statuses: number[] = []
    const asking = Array.from({ length: 4 }, async () => {
      for (let turn = 0; !isOver; turn += 1) statuses.push(await throughBalancer(turn))
    })
    for (const at of [0, 1]) {
      const { program, folder } = web[at] as Machine
      await program.stop()
      web[at] = await startMachine('web', folder)
    }
    isOver = true
    await Promise.all(asking)
    expect(statuses.length).toBeGreaterThan(50)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }, 240_000)

  /** As a balancer does: what is not ready, or takes no connection, is passed over for the other. */
  async function throughBalancer(turn: number): Promise<number> {
    for (let at = turn; ; at += 1) {
      const { program } = web[at % web.length] as Machine
      const headers = { 'blade-auth': `bearer ${token}`, connection: 'close' }
      const isReady = await fetch(`${program.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) {
        const answer = await fetch(`${program.origin}${BASE}/basicschool/list`, { headers })
        await answer.text()
        return answer.status
      }
      await new Promise((wait) => setTimeout(wait, 5))
    }
  }

  test('a session that ends on one is over on the other long before that one would ask by itself', async () => {
    const [one, other] = web as [Machine, Machine]
    for (const machine of web) expect((await reportOn(machine)).status).toBe(200)
    expect((await ask(one, 'GET', '/api/blade-auth/oauth/logout')).status).toBe(200)
    await expect.poll(async () => (await reportOn(other)).status, { timeout: SOON_MS }).toBe(401)
  })
})

function packageOn({ folder }: Machine): string {
  return join(folder, 'packages', TENANT, examId, 'v1')
}
