import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'

const program = useTestApp()
const STUDENT = '/api/yzl-gather/gatherStudent'
const EDITORS = 200
const EDITS = 1
/** Few rows, so that editors meet. */
const ROWS = 40
const ACCOUNTS = 8
const TASK = nextId()

let desk: Desk
let clerks: Client[]

beforeAll(async () => {
  desk = await openDesk(program())
  const { code, area } = SCHOOLS[0] ?? { code: '', area: '' }
  await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields, audit_levels,
      begin_time, end_time, task_status)
    values (${TASK}, ${TENANT}, '采集', 1, 2025, '["12"]', '["studentNo"]', 2, '2026-01-01', '2099-01-01', 1)`.execute(
    desk.db,
  )
  for (let n = 0; n < ROWS; n += 1)
    await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
        grade_code, gather_status, student_no)
      values (${nextId()}, ${TENANT}, ${TASK}, ${`E${n}`}, ${`学生${n}`}, ${area}, ${code}, '12', 0, '0')`.execute(
      desk.db,
    )
  const made = Array.from({ length: ACCOUNTS }, () => program().user({ role: 'school', schoolCode: code }))
  clerks = await Promise.all(made)
})

/** One edit of a row as it was read: the number in it goes up by one. Answers the row it was kept in, where it was. */
async function edit(user: Client, id: string): Promise<{ isKept: boolean; status: number }> {
  const { data } = await user.get(`${STUDENT}/detail`, { id })
  const studentNo = String(Number(data.studentNo) + 1)
  const { status } = await user.post(`${STUDENT}/submit`, { id, updateTime: data.updateTime, studentNo })
  return { isKept: status === 200, status }
}

test('200 editors at once lose no edit: a row holds as many as were answered with success', async () => {
  const { rows } = await sql<{
    id: string
  }>`select id from gather_student where gather_task_id = ${TASK} order by id`.execute(desk.db)
  const kept = new Map(rows.map(({ id }) => [id, 0]))
  let refused = 0
  const work = async (editor: number): Promise<void> => {
    const user = clerks[editor % ACCOUNTS]
    if (!user) throw new Error('every editor has an account')
    for (let turn = 0; turn < EDITS;) {
      const id = rows[(editor * 7 + turn * 3) % ROWS]?.id ?? ''
      const { isKept, status } = await edit(user, id)
      if (isKept) {
        kept.set(id, (kept.get(id) ?? 0) + 1)
        turn += 1
      } else {
        // Somebody was faster, or the program has too much to do: nothing else.
        expect([409, 503]).toContain(status)
        refused += 1
      }
    }
  }
  await Promise.all(Array.from({ length: EDITORS }, (_none, editor) => work(editor)))
  const found = await sql<{ id: string; studentNo: string }>`select id, student_no from gather_student
      where gather_task_id = ${TASK}`.execute(desk.db)
  expect(new Map(found.rows.map(({ id, studentNo }) => [id, Number(studentNo)]))).toEqual(kept)
  expect([...kept.values()].reduce((sum, num) => sum + num, 0)).toBe(EDITORS * EDITS)
  // They did meet.
  expect(refused).toBeGreaterThan(0)
  const logged = await sql<{ num: number }>`select count(*)::int as num from operation_log
      where entity = 'gatherStudent' and new_values ->> 'studentNo' is not null`.execute(desk.db)
  expect(logged.rows[0]?.num).toBe(EDITORS * EDITS)
}, 300_000)

/** A row as the register brought it in: nobody has changed it. */
async function fresh(studentNo: string | null): Promise<string> {
  const id = nextId()
  const { code, area } = SCHOOLS[0] ?? { code: '', area: '' }
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, gather_status, student_no)
    values (${id}, ${TENANT}, ${TASK}, ${`F${id}`}, '新来', ${area}, ${code}, '12', 0, ${studentNo})`.execute(desk.db)
  return id
}

test('a save that does not say what it saw overwrites nobody else: it is told who, and keeps what is there', async () => {
  const [one, two] = clerks
  if (!one || !two) throw new Error('accounts are there')
  const id = await fresh('0')
  const save = (user: Client, body: object) => user.post(`${STUDENT}/submit`, { id, ...body })
  expect((await save(one, { studentNo: '1' })).status, 'nobody has changed it').toBe(200)
  expect((await save(one, { studentNo: '2' })).status, 'only himself').toBe(200)
  const refused = await save(two, { studentNo: '3' })
  expect(refused.status).toBe(409)
  const log = await sql<{
    account: string
  }>`select account from operation_log where user_id = ${one.userId} limit 1`.execute(desk.db)
  expect(refused.msg).toMatch(new RegExp(`^${log.rows[0]?.account}已于.*修改了这条学生采集`))
  const { data } = await two.get(`${STUDENT}/detail`, { id })
  expect(data.studentNo).toBe('2')
  expect((await save(two, { ...data, studentNo: '4' })).status, 'a client that posts back what it read').toBe(200)
  const stale = await save(one, { ...data, studentNo: '5' })
  expect([stale.status, stale.msg.includes('修改了这条学生采集')]).toEqual([409, true])
  expect((await two.get(`${STUDENT}/detail`, { id })).data.studentNo).toBe('4')
})

test('of several at once without it on a blank row one is kept', async () => {
  const id = await fresh(null)
  const answers = await Promise.all(
    clerks.map((user, n) => user.post(`${STUDENT}/submit`, { id, studentNo: String(n + 1) })),
  )
  const kept = answers.flatMap(({ status }, n) => (status === 200 ? [String(n + 1)] : []))
  expect(kept).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(ACCOUNTS - 1)
  expect((await clerks[0]?.get(`${STUDENT}/detail`, { id }))?.data.studentNo).toBe(kept[0])
})

test('a sheet is kept row by row: what cannot be kept is named with its item, the others stay', async () => {
  const [one, two] = clerks
  if (!one || !two) throw new Error('accounts are there')
  const ids = await Promise.all([fresh('0'), fresh('0'), fresh('0'), fresh('0')])
  const seen = await Promise.all(ids.map(async (id) => (await one.get(`${STUDENT}/detail`, { id })).data.updateTime))
  expect((await two.post(`${STUDENT}/submit`, { id: ids[1], studentNo: '9' })).status).toBe(200)
  await sql`update gather_student set gather_status = 1 where id = ${ids[3]}`.execute(desk.db)
  const edits = [{ studentNo: '1' }, { studentNo: '1' }, { phone: '12' }, { studentNo: '1' }]
  const rows = edits.map((values, i) => ({ id: ids[i], updateTime: seen[i], values }))
  const { data } = await one.post(`${STUDENT}/saveEach`, { rows })
  const told = ids.map((id) => data.find((line: { id: string }) => line.id === id))
  expect(told.map(({ isDone, field }) => [isDone, field])).toEqual([
    [1, ''],
    [0, ''],
    [0, 'phone'],
    [0, ''],
  ])
  expect(told.map(({ message }) => message)).toEqual([
    '',
    expect.stringContaining('修改了这条学生采集'),
    expect.stringContaining('手机号码'),
    expect.stringContaining('待初审'),
  ])
  const kept = await Promise.all(ids.map(async (id) => (await one.get(`${STUDENT}/detail`, { id })).data.studentNo))
  expect(kept).toEqual(['1', '9', '0', '0'])
  for (const bad of [[], 'x', [{ id: 1 }], Array.from({ length: 501 }, () => rows[0])])
    expect((await one.post(`${STUDENT}/saveEach`, { rows: bad })).status).toBe(400)
})
