import pg from 'pg'
import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextId } from '../src/platform/db/id.ts'
import type { Db } from '../src/platform/ctx.ts'
import { startProgram } from './chaos/program.ts'
import { openDesk } from './fixtures/import-desk.ts'
import { SCHOOLS } from './fixtures/import-fixture.ts'
import { TENANT, type TestApp, startTestApp } from './harness.ts'

/** A program is killed (SIGKILL) while it archives a collection: when it has begun to write, later, and before it commits. */
const ROWS = 30
const [SCHOOL] = SCHOOLS

let program: TestApp
let owner: pg.Client
let token = ''
const STUDENTS_TASK = nextId()
const SCORES_TASK = nextId()

beforeAll(async () => {
  program = await startTestApp()
  const { user, db } = await openDesk(program)
  token = user.token
  await addTask(db, STUDENTS_TASK, 1)
  await addTask(db, SCORES_TASK, 3)
  for (let n = 0; n < ROWS; n += 1) await addRow(db, n)
  await program.app.close()
  owner = new pg.Client({ connectionString: program.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await rm(program.dataDir, { recursive: true, force: true })
})

async function addTask(db: Db, id: string, type: number): Promise<void> {
  await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields, audit_levels,
      begin_time, end_time, task_status)
    values (${id}, ${TENANT}, ${`采集${type}`}, ${type}, 2025, '["12"]', '["phone"]', 0, '2026-01-01', '2099-01-01', 1)`.execute(
    db,
  )
}

/** A collated student whose phone the register does not know, and a candidate who passed. */
async function addRow(db: Db, n: number): Promise<void> {
  const code = `K${n}`
  const { code: school, area } = SCHOOL ?? { code: '', area: '' }
  await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year,
      grade_code, enrol_status) values (${nextId()}, ${TENANT}, ${code}, ${code}, '1', ${area}, ${school}, '3', 2023, '12', '1')`.execute(
    db,
  )
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code, grade_code,
      gather_status, phone) values (${nextId()}, ${TENANT}, ${STUDENTS_TASK}, ${code}, ${code}, ${area}, ${school}, '12', 4, '13900000000')`.execute(
    db,
  )
  await sql`insert into gather_high_exam_score (id, tenant_id, gather_task_id, exam_year, candidate_number, student_name, area_code,
      school_code, total_score, audit_status, art_audit_status, archive_status)
    values (${nextId()}, ${TENANT}, ${SCORES_TASK}, 2026, ${code}, ${code}, ${area}, ${school}, 500, 3, 0, 0)`.execute(
    db,
  )
}

interface Archive {
  path: string
  body: object
  /** How many rows of the collection and of its goal are written, and how often that was noted. */
  counts: string
  undo: string[]
}

const ARCHIVES: Record<string, Archive> = {
  students: {
    path: '/api/yzl-gather/gatherStudent/archive',
    body: { gatherTaskId: STUDENTS_TASK },
    counts: `select (select count(*)::int from gather_student where gather_status = 5) as rows,
      (select count(*)::int from basic_student where phone is not null) as goal,
      (select count(*)::int from operation_log where call = 'gatherStudent.archive') as noted`,
    undo: ['update gather_student set gather_status = 4', 'update basic_student set phone = null'],
  },
  scores: {
    path: '/api/yzl-gather/gatherHighExamScore/archive',
    body: { gatherTaskId: SCORES_TASK },
    counts: `select (select count(*)::int from gather_high_exam_score where archive_status = 1) as rows,
      (select count(*)::int from exam_score_high_exam) as goal,
      (select count(*)::int from operation_log where call = 'gatherHighExamScore.archive') as noted`,
    undo: ['update gather_high_exam_score set archive_status = 0', 'delete from exam_score_high_exam'],
  },
}

/** Asks a program for the archive that dies before a step; answers the steps where it lives. */
async function archive({ path, body }: Archive, dieAt: number): Promise<string[]> {
  const running = await startProgram(program.databaseUrl, program.dataDir)
  try {
    running.arm(dieAt)
    const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' }
    const request = fetch(running.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await request.then((answer) => answer.text()).catch(() => undefined)
    return await running.steps()
  } finally {
    await running.kill()
  }
}

test.each(Object.entries(ARCHIVES))(
  'an archive of %s that is killed leaves all or nothing',
  async (_name, what) => {
    const read = async () => (await owner.query<{ rows: number; goal: number; noted: number }>(what.counts)).rows[0]
    const undo = async () => {
      for (const text of what.undo) await owner.query(text)
    }
    expect(await read()).toEqual({ rows: 0, goal: 0, noted: 0 })
    const steps = await archive(what, 0)
    expect(await read()).toEqual({ rows: ROWS, goal: ROWS, noted: 1 })
    await undo()
    const firstWrite = steps.findIndex((step) => step.startsWith('update "gather_'))
    const commit = steps.findLastIndex((step) => step.startsWith('commit'))
    expect(firstWrite).toBeGreaterThan(0)
    expect(commit).toBeGreaterThan(firstWrite + 3)
    let noted = 1
    const seen: number[] = []
    // Steps that the clock takes beside it move the points a little: all of them lie between the first write and the end.
    for (const at of [firstWrite + 2, Math.ceil((firstWrite + commit) / 2) + 1, commit + 1]) {
      await archive(what, at)
      const found = await read()
      const rows = found?.rows === 0 ? 0 : ROWS
      if (rows > 0) noted += 1
      expect([at, found]).toEqual([at, { rows, goal: rows, noted }])
      seen.push(rows)
      await undo()
    }
    expect(seen.slice(0, 2)).toEqual([0, 0])
  },
  600_000,
)
