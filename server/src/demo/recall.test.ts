import type { CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../test/harness.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { TEST, makeBureau } from './bureau.ts'
import { loadDemo } from './load.ts'
import { ROSTER_FILE } from './sample-layout.ts'
import type { PlantedFault } from './sample-model.ts'
import { type SampleWorkbook, plantedFaults, sampleWorkbooks } from './workbooks.ts'

const BASE = '/api/bigdata-service/examimport'
const STATUS = { faulty: 2, checked: 3, committed: 5 }
/** Judged when everything is stored, not while it is uploaded. */
const LATER: CheckCode[] = ['S09', 'C06', 'C08', 'C09', 'C10']

const bureau = makeBureau(TEST)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const program = useTestApp()

let user: Client
let examId = ''
let clean: SampleWorkbook[] = []
let dirty: SampleWorkbook[] = []

beforeAll(async () => {
  const db = program().app.database.tenant(TENANT)
  const loaded = await inTransaction(db, (tx) => loadDemo(tx, TENANT, quiet, bureau))
  examId = loaded?.exams.at(-1)?.examId ?? ''
  user = await program().user({ role: 'exam' })
  clean = await sampleWorkbooks({ size: 'full', isDirty: false }, bureau)
  dirty = await sampleWorkbooks({ size: 'full', isDirty: true }, bureau)
})

test('the dirty roster shows every planted fault', async () => {
  const batchId = await upload('student', rosterOf(dirty))
  expect(await settled(batchId)).toBe(STATUS.faulty)
  expect(await missed(batchId, (fault) => fault.file === ROSTER_FILE)).toEqual([])
})

test('the clean roster passes and is imported', async () => {
  const batchId = await upload('student', rosterOf(clean))
  expect(await settled(batchId)).toBe(STATUS.checked)
  await commit(batchId)
})

test('the dirty scores show every planted fault', async () => {
  const batchId = await upload('score', scoresOf(dirty))
  expect(await settled(batchId)).toBe(STATUS.faulty)
  expect(await missed(batchId, (fault) => fault.file !== ROSTER_FILE)).toEqual([])
})

test('the clean scores pass and are imported', async () => {
  const batchId = await upload('score', scoresOf(clean))
  expect(await settled(batchId)).toBe(STATUS.checked)
  await commit(batchId)
  const stored = await sql<{ n: number }>`
    select count(*)::int as n from exam_score_student_course_import where exam_id = ${examId} and is_deleted = 0`.execute(
    program().app.database.tenant(TENANT),
  )
  expect(stored.rows[0]?.n).toBe(1200 * 6)
})

function rosterOf(books: SampleWorkbook[]): SampleWorkbook[] {
  return books.filter((book) => book.name === ROSTER_FILE)
}

function scoresOf(books: SampleWorkbook[]): SampleWorkbook[] {
  return books.filter((book) => book.name !== ROSTER_FILE)
}

async function upload(kind: string, books: SampleWorkbook[]): Promise<string> {
  const files = books.map(({ name, buffer }) => ({ name, body: buffer }))
  const answer = await user.upload<{ batchId: string }>(`${BASE}/upload`, { examId, kind }, files)
  expect(answer.msg).toBeTruthy()
  return answer.data.batchId
}

async function commit(batchId: string): Promise<void> {
  await user.post(`${BASE}/commit`, { batchId, confirmWarnings: 1 })
  expect(await settled(batchId)).toBe(STATUS.committed)
}

/** The state of a batch once no job works on it. */
async function settled(batchId: string): Promise<number> {
  for (;;) {
    const { data } = await user.get<{ status: number }>(`${BASE}/detail`, { batchId })
    if (![0, 1, 4].includes(data.status)) return data.status
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

/** Planted faults that the rules did not report in their row. */
async function missed(batchId: string, isMeant: (fault: PlantedFault) => boolean): Promise<PlantedFault[]> {
  const found = await sql<{ place: string }>`
    select f.code || ' ' || i.file_name || ' ' || r.row_no as place
    from exam_import_fault f
    join exam_import_row r on r.batch_id = f.batch_id and r.row_id = f.row_id
    join exam_import_file i on i.batch_id = r.batch_id and i.file_no = r.file_no
    where f.batch_id = ${batchId}`.execute(program().app.database.tenant(TENANT))
  const places = new Set(found.rows.map((row) => row.place))
  return plantedFaults('full', bureau).filter(
    (fault) => isMeant(fault) && !LATER.includes(fault.code) && !places.has(`${fault.code} ${fault.file} ${fault.row}`),
  )
}
