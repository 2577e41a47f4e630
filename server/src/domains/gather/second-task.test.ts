import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'
import { nextId } from '../../platform/db/id.ts'

// A class as it comes out of a collection: most told all, some have no photo, some came after it.

const program = useTestApp()
const BASE = '/api/yzl-gather'
const STUDENT = `${BASE}/gatherStudent`
const [PLACE] = SCHOOLS
const KNOWN = ['gender', 'birthday', 'studentNo', 'artsScience', 'courseCombination', 'phone']
const TOLD = ['idCard', 'nation', 'guardianName', 'guardianPhone', 'relation', 'photoUrl']
const ASKED = [...KNOWN, ...TOLD]
const CLASS_SIZE = 40
/** Of the class, so many came after the first collection; every fifth has no photo. */
const NEW = 4
const day = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000))

let desk: Desk
let bureau: Client
let clerk: Client

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  clerk = await program().user({ role: 'school', schoolCode: PLACE?.code ?? '' })
  await enrol(0, CLASS_SIZE - NEW)
})

/** What schools know of a pupil when he is enrolled: telephones and choices come later. */
async function enrol(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1)
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, birthday, area_code, school_code, stage,
        enter_year, grade_code, class_code, class_name, student_no, enrol_status)
      values (${nextId()}, ${TENANT}, ${`R${String(n).padStart(3, '0')}`}, ${`学生${n}`}, '1', '2010-05-06', ${PLACE?.area},
        ${PLACE?.code}, '3', 2023, '12', 'R1', '高三(1)班', ${String(n)}, '1')`.execute(desk.db)
}

async function openTask(taskName: string): Promise<string> {
  const body = { taskName, studyYear: 2025, gradeCodes: ['12'], askedFields: ASKED, requiredFields: ['nation'] }
  const { data } = await bureau.post(`${BASE}/gatherTask/submit`, {
    ...body,
    auditLevels: 2,
    beginTime: day(-1),
    endTime: day(1),
  })
  expect((await bureau.post(`${BASE}/gatherTask/open`, { id: data.id })).msg).toBe('操作成功')
  return data.id
}

const prefill = async (gatherTaskId: string) => (await clerk.post(`${STUDENT}/prefill`, { gatherTaskId })).data
const shareOf = async (id: string) => (await clerk.get(`${BASE}/gatherTask/prefilled`, { id })).data

/** Counted by hand from the stored rows: items that hold something, of all that are asked. */
async function filledShare(taskId: string): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`select * from gather_student
    where gather_task_id = ${taskId} and is_deleted = 0`.execute(desk.db)
  const filled = rows.flatMap((row) => ASKED.filter((name) => row[name] !== null && row[name] !== ''))
  return Math.round((10_000 * filled.length) / (rows.length * ASKED.length)) / 100
}

test('a second collection of the same class comes with at least 70 % of its items, as the screen says', async () => {
  const first = await openTask('秋季采集')
  const { percent: known } = await prefill(first)
  // The register alone: sex, birthday and number of twelve items.
  expect(known).toBe(25)
  await sql`update gather_student set nation = '汉族', guardian_name = '王某', guardian_phone = '13900000001', relation = '父子',
      id_card = '110101200801010011', photo_url = case when student_no::int % 5 <> 0 then '/photo/x.jpg' end, gather_status = 4
    where gather_task_id = ${first}`.execute(desk.db)
  // Archived, telephones and choices stand in the register from then on.
  await sql`update basic_student set phone = '13900000002', arts_science = '1', course_combination = '物化生'
    where class_code = 'R1'`.execute(desk.db)
  await enrol(CLASS_SIZE - NEW, CLASS_SIZE)

  const second = await openTask('春季采集')
  const told = await prefill(second)
  const share = await shareOf(second)
  const byHand = await filledShare(second)
  expect(told).toMatchObject({ added: CLASS_SIZE, askedNum: CLASS_SIZE * ASKED.length, percent: byHand })
  expect(share).toMatchObject({ studentNum: CLASS_SIZE, studentPercent: byHand })
  expect(byHand).toBeGreaterThanOrEqual(70)
  expect(byHand).toBeLessThan(100)

  // What is typed later did not come by itself.
  await sql`update gather_student set photo_url = '/photo/y.jpg' where gather_task_id = ${second}`.execute(desk.db)
  expect((await shareOf(second)).studentPercent).toBe(byHand)
})
