import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { wallTime } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const STUDENT = `${BASE}/gatherStudent`
const [FIRST, SECOND] = SCHOOLS.map(({ code }) => code)
const idOf = (first17: string) => first17 + idCheckCharacter(first17)
/** Born 2008-01-01, male by its 17th digit. */
const GOOD = idOf('99000120080101001')
const OTHER = idOf('99000120080101003')

let desk: Desk
let bureau: Client
let clerk: Client
let other: Client
let taskId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  clerk = await program().user({ role: 'school', schoolCode: FIRST ?? '' })
  other = await program().user({ role: 'school', schoolCode: SECOND ?? '' })
  const { data } = await bureau.post(`${BASE}/gatherTask/submit`, {
    taskName: '分析',
    studyYear: 2025,
    gradeCodes: ['12'],
    askedFields: ['idCard'],
    auditLevels: 2,
    beginTime: wallTime(new Date(Date.now() - 86_400_000)),
    endTime: wallTime(new Date(Date.now() + 86_400_000)),
  })
  taskId = data.id
  await bureau.post(`${BASE}/gatherTask/open`, { id: taskId })
  for (const code of ['S1', 'S2', 'S3', 'S4']) await register(code, 0)
  await register('S5', 1)
  // Left the school: collected all the same.
  await register('S6', 0, '3')
  await collect('S1', '同名', { id_card: GOOD })
  await collect('S2', '同名', { id_card: `${GOOD.slice(0, 17)}${GOOD.endsWith('X') ? '1' : 'X'}` })
  await collect('S3', '生日', { id_card: OTHER, birthday: '2008-01-02', gender: '1' })
  await collect('S6', '已走', { id_card: '12345' })
  // Of the other school, with the ID number of S1, and the name of S1's that is no double there.
  await collect('S5', '同名', { id_card: GOOD, student_no: '77' }, 1)
  // A decoy in another collection is in no count.
  await collect('S4', '别处', { id_card: GOOD }, 0, '1')
})

async function register(code: string, school: number, status = '1'): Promise<void> {
  const { code: schoolCode, area } = SCHOOLS[school] ?? { code: '', area: '' }
  await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
      enter_year, grade_code, class_code, class_name, enrol_status)
    values (${nextId()}, ${TENANT}, ${code}, '同名', '1', ${area}, ${schoolCode}, '3', 2023, '12', 'C1', '高三(1)班', ${status})`.execute(
    desk.db,
  )
}

async function collect(
  code: string,
  name: string,
  more: { id_card: string; birthday?: string; gender?: string; student_no?: string },
  school = 0,
  task = taskId,
): Promise<void> {
  const { code: schoolCode, area } = SCHOOLS[school] ?? { code: '', area: '' }
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, class_name, gather_status, id_card, birthday, gender, student_no)
    values (${nextId()}, ${TENANT}, ${task}, ${code}, ${name}, ${area}, ${schoolCode}, '12', '高三(1)班', 0, ${more.id_card},
      ${more.birthday ?? null}, ${more.gender ?? null}, ${more.student_no ?? null})`.execute(desk.db)
}

const read = async (user: Client, more: Record<string, unknown> = {}) =>
  (await user.get(`${STUDENT}/getAnalyseResult`, { gatherTaskId: taskId, ...more })).data
const listed = async (user: Client, finding: string): Promise<any[]> =>
  (await user.get(`${STUDENT}/listAnalysed`, { gatherTaskId: taskId, finding })).data.records

test('an analysis is started by the bureau, and told in counts of schools', async () => {
  expect((await clerk.post(`${STUDENT}/doAnalyse`, { gatherTaskId: taskId })).status).toBe(403)
  expect(await read(bureau)).toEqual([])
  const { data } = await bureau.post(`${STUDENT}/doAnalyse`, { gatherTaskId: taskId })
  const job: any = await waitForJob(bureau, data.jobId)
  expect(job.text).toBe('身份证号重复2，同校重名2，身份证号有误3，在籍未采集1，采集而不在籍1，与学籍不同2')
  const first = { totalNum: 4, dupIdNum: 1, dupNameNum: 2, badIdNum: 3, missNum: 1, extraNum: 1, diffNum: 1 }
  const second = { totalNum: 1, dupIdNum: 1, dupNameNum: 0, badIdNum: 0, missNum: 0, extraNum: 0, diffNum: 1 }
  expect(await read(bureau)).toMatchObject([
    { code: SCHOOLS[0]?.area, ...first },
    { code: SCHOOLS[1]?.area, ...second },
  ])
  expect(await read(bureau, { areaCode: SCHOOLS[1]?.area })).toMatchObject([{ name: '第二中学', ...second }])
  expect(await read(other, { schoolCode: FIRST })).toEqual([])
  expect(await read(other)).toMatchObject([second])
})

test('every count opens the students behind it, of the own school alone', async () => {
  const told = (rows: any[]) => rows.map(({ studentName, problem }) => `${studentName}：${problem}`).toSorted()
  const lists = {
    dupIdNum: ['同名：身份证号与另一名学生相同'],
    dupNameNum: ['同名：同校有2名学生叫这个名字', '同名：同校有2名学生叫这个名字'],
    badIdNum: ['同名：身份证号校验位不对', '已走：身份证号格式不对', '生日：身份证号与出生日期不符'],
    missNum: ['同名：还没有采集'],
    extraNum: ['已走：学籍中没有这名在籍学生'],
    diffNum: ['生日：姓名、出生日期不同'],
  }
  const sorted = (texts: string[]) => texts.toSorted((a, b) => a.localeCompare(b))
  for (const [finding, texts] of Object.entries(lists))
    expect([finding, ...sorted(told(await listed(clerk, finding)))]).toEqual([finding, ...sorted(texts)])
  expect(told(await listed(other, 'diffNum'))).toEqual(['同名：学号不同'])
  expect((await listed(clerk, 'missNum'))[0].studentCode).toBe('S4')
  expect((await bureau.get(`${STUDENT}/listAnalysed`, { gatherTaskId: taskId, finding: 'x' })).msg).toBe('没有这种分析')
})

test('what was mended leaves the list at once and the counts with the next analysis', async () => {
  await sql`update gather_student set id_card = ${OTHER} where student_code = 'S5'`.execute(desk.db)
  await sql`update gather_student set id_card = null where student_code = 'S3'`.execute(desk.db)
  expect(await listed(other, 'dupIdNum')).toEqual([])
  expect((await read(other))[0].dupIdNum).toBe(1)
  const { data } = await bureau.post(`${STUDENT}/doAnalyse`, { gatherTaskId: taskId })
  await waitForJob(bureau, data.jobId)
  expect((await read(other))[0].dupIdNum).toBe(0)
})
