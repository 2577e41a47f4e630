import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { FILL_MODE, POINT_MODE, SORT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { SEAT_MODE } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { planSeats } from '../src/domains/exam/index.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { newExam } from '../test/fixtures/new-exam.ts'
import { TENANT, areaCodes, fillRegister } from './path/county.ts'
import { Office } from './path/office.ts'
import { type Steps, stopwatch } from './path/steps.ts'
import { processorTime } from './processor.ts'

const PER_ROOM = 30
const PER_CLASS = 48
const PER_SCHOOL = 720
/** Seconds the plan itself may take for a city. */
const BOUND = 5
const COUNTY = 12_000
const CITY = 100_000

export interface ArrangeFigures {
  students: number
  rooms: number
  /** Seconds of the plan alone, with eight neighbours. */
  plan: number
  bound: number
  conflicts: number
  /** Of the calls, with everything they write. */
  steps: Steps
}

/** Rooms and seats of a county and a city: the plan alone, then the calls that make and write it. */
export async function benchArrange(): Promise<ArrangeFigures[]> {
  return [await measure(COUNTY), await measure(CITY)]
}

async function measure(students: number): Promise<ArrangeFigures> {
  const { rooms, plan, conflicts } = planAlone(students)
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-arrange-'))
  const server = await startPostgres(root, { max_wal_size: '8GB' })
  try {
    const steps = await planStored(server.url, root, students)
    return { students, rooms, plan, bound: BOUND, conflicts, steps }
  } finally {
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}

function planAlone(students: number) {
  const candidates = Array.from({ length: students }, (_none, n) => {
    const school = `S${Math.floor(n / PER_SCHOOL)}`
    const klass = `${school}-${Math.floor(n / PER_CLASS)}`
    const key = String(n).padStart(8, '0')
    return { id: key, key, name: key, school, klass, group: '', score: n % 750, isSpecial: false, fixed: undefined }
  })
  const grid = { seatRows: 6, seatCols: 5, seatMode: SEAT_MODE.s, examRoomSeatNum: PER_ROOM, disabledSeats: null }
  const rooms = Array.from({ length: Math.ceil((students * 1.02) / PER_ROOM) }, (_none, n) => {
    return { ...grid, no: String(n + 1).padStart(4, '0'), point: null, scope: [] }
  })
  const modes = { sortMode: SORT_MODE.random, fillMode: FILL_MODE.snake, pointMode: POINT_MODE.any, isMixedRest: 1 }
  const rules = { ...modes, neighbours: 8, isSchoolApart: 0, maxSchoolShare: 50, seed: 1 }
  const start = performance.now()
  const placed = [...planSeats(candidates, rooms, rules)].flat()
  const plan = Number(((performance.now() - start) / 1000).toFixed(2))
  return { rooms: rooms.length, plan, conflicts: placed.filter(({ conflict }) => conflict !== null).length }
}

async function planStored(url: string, root: string, students: number): Promise<Steps> {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillRegister(client, { students, courses: 1 })
  const office = await Office.open(url, join(root, 'data'))
  try {
    const exam = await office.post('examinfo/submit', newExam('上次联考', areaCodes()))
    await fillExam(client, exam.id, students)
    const plan = { taskName: '编排', studyYear: 2025, examGrade: '12', neighbours: 8, codeTemplate: '[考场4][座位2]' }
    const { id } = await office.post('examArrangeTask/submit', { ...plan, seed: 1 })
    const { steps, step } = stopwatch(() => processorTime(root))
    await step('candidates taken from an exam', () =>
      office.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: id, examId: exam.id }),
    )
    await step('rooms made', () => office.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: id }))
    await step('seats arranged and written', () => office.run('examArrangeTask/arrangeSeats', { id }))
    await step('numbers written', () =>
      office.post('examArrangeTaskStudent/execArrangeCodeRule', { arrangeTaskId: id }),
    )
    if (students <= COUNTY) {
      const asked = { id, paper: 'admission', reason: '印制准考证' }
      await step('admission cards of everybody printed', () => office.run('examArrangeTask/printPaper', asked))
    }
    await step('seats arranged again', () => office.run('examArrangeTask/arrangeSeats', { id }))
    return steps
  } finally {
    await office.close()
    await client.end()
  }
}

/** The list of an archived exam with one course, and a mark for everybody. */
async function fillExam(client: pg.ClientBase, examId: string, students: number): Promise<void> {
  await client.query(
    `insert into exam_student_import (id, tenant_id, exam_id, student_number, student_code, student_name, area_code, school_code,
       school_name, exam_class, class_code, is_count, check_status, archive_status)
     select n, $1, $2, n, 'G' || lpad(n::text, 18, '0'), '考生' || n, s.area_code, s.school_code, s.school_name,
       '高三(' || (n / $4::int) % 15 + 1 || ')班', s.school_code || '-' || (n / $4::int) % 15 + 1, 1, 1, 1
     from generate_series(1, $3::int) n join basic_school s on s.id = (n - 1) / $5::int + 1`,
    [TENANT, examId, students, PER_CLASS, PER_SCHOOL],
  )
  await client.query(
    `insert into exam_course (tenant_id, exam_id, course_id, course_name, course_alias, exam_score, is_in_total, sort)
     values ($1, $2, 1, '语文', '[]', 150, 1, 1)`,
    [TENANT, examId],
  )
  await client.query(
    `insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_code, student_name, area_code, area_name,
       area_sort, school_code, school_name, school_sort, exam_class, class_sort, is_count)
     select tenant_id, exam_id, id::int, student_number, student_code, student_name, area_code, '', 1, school_code, school_name, 1,
       exam_class, 1, 1 from exam_student_import where exam_id = $1`,
    [examId],
  )
  await client.query(
    `insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score_status, score)
     select tenant_id, exam_id, sid, 1, 0, sid % 150 from exam_score_student where exam_id = $1`,
    [examId],
  )
}
