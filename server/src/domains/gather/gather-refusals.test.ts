import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Answer, TENANT, useTestApp } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'

/* What collections refuse: too much at once, of whoever may not, and of what is gone meanwhile. */

const program = useTestApp({ ROLES: 'web' })
const BASE = '/api/yzl-gather'
const at = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000))
const [{ code, area } = { code: '', area: '' }] = SCHOOLS

let desk: Desk
let made = 0

beforeAll(async () => {
  desk = await openDesk(program())
})

const said = ({ status, msg }: Answer) => [status, msg]

/** An open collection of a kind. */
async function collection(taskType: number, change: object = {}): Promise<string> {
  const asked = { 1: ['nation'], 2: ['title'], 3: ['provinceRank'] }[taskType] ?? []
  const body = { taskName: `采集${(made += 1)}`, taskType, studyYear: 2025, gradeCodes: ['12'], auditLevels: 1 }
  const times = { beginTime: at(-1), endTime: at(1) }
  const { data, msg } = await desk.user.post(`${BASE}/gatherTask/submit`, {
    ...body,
    ...times,
    askedFields: asked,
    requiredFields: [],
    ...change,
  })
  expect(msg).toBe('操作成功')
  expect((await desk.user.post(`${BASE}/gatherTask/open`, { id: data.id })).msg).toBe('操作成功')
  return data.id
}

/** So many rows at once, as no form would bring them. */
async function fill(table: string, num: number, columns: Record<string, RawBuilder<unknown> | string | number>) {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const values = Object.values(columns).map((value) => (typeof value === 'object' ? value : sql`${value}`))
  await sql`insert into ${sql.table(table)} (id, tenant_id, area_code, school_code, class_code, ${sql.join(names)})
    select ${made} * 100000000::bigint + n, ${TENANT}, ${area}, ${code}, 'C1', ${sql.join(values)}
    from generate_series(1, ${num}::int) n`.execute(desk.db)
}

const N = sql`'N' || n`
const students = (id: string, num: number, status: number) =>
  fill('gather_student', num, {
    gather_task_id: sql`${id}::bigint`,
    student_code: N,
    student_name: N,
    grade_code: '12',
    gather_status: sql`${status}::int`,
  })

describe('the archive of a collection', () => {
  const KINDS = [
    ['gatherStudent', '一次最多归档5000人，请按学校归档', 1],
    ['gatherTeacher', '一次最多归档2000条，请按学校归档', 2],
    ['gatherHighExamScore', '一次最多归档5000人，请按学校归档', 3],
  ] as const
  const tasks: Record<string, string> = {}

  beforeAll(async () => {
    const collated = gatherStates.states.collated.value
    for (const [name, , kind] of KINDS) tasks[name] = await collection(kind)
    const of = (name: string) => sql`${tasks[name]}::bigint`
    await students(tasks['gatherStudent'] ?? '', 5001, collated)
    await fill('gather_teacher', 2001, {
      gather_task_id: of('gatherTeacher'),
      teacher_code: N,
      teacher_name: N,
      course_name: '语文',
      gather_status: sql`${collated}::int`,
    })
    await fill('gather_high_exam_score', 5001, {
      gather_task_id: of('gatherHighExamScore'),
      candidate_number: N,
      student_name: N,
      archive_status: sql`0`,
      audit_status: sql`${highExamStates.states.passed.value}::int`,
    })
  })

  test.each(KINDS)('%s takes no more than can be judged at once', async (name, refusal) => {
    const answer = await desk.user.post(`${BASE}/${name}/archive`, { gatherTaskId: tasks[name] })
    expect(said(answer)).toEqual([400, refusal])
  })

  test.each(KINDS)('%s is for the bureau, whatever right a school has been given', async (name) => {
    const right = `${name.toLowerCase()}_archive`
    const school = await program().user({ role: 'school', schoolCode: code, permissions: [right] })
    const answer = await school.post(`${BASE}/${name}/archive`, { gatherTaskId: tasks[name] })
    expect(said(answer)).toEqual([403, '请求被拒绝'])
  })

  test.each([
    ['gatherStudent', '采集任务已有学生，请先删除'],
    ['gatherTeacher', '采集任务已有教师，请先删除'],
    ['gatherHighExamScore', '采集任务已有高考成绩，请先删除'],
  ])('of %s keeps its collection', async (name, refusal) => {
    await sql`update gather_task set task_status = 0 where id = ${tasks[name]}`.execute(desk.db)
    const answer = await desk.user.post(`${BASE}/gatherTask/remove`, undefined, { ids: tasks[name] })
    expect(said(answer)).toEqual([409, refusal])
  })
})

describe('links for parents', () => {
  test('are made for a class, and lead nowhere once the child or the collection is gone', async () => {
    const id = await collection(1)
    await students(id, 501, 0)
    const make = (body: object) => desk.user.post(`${BASE}/gatherLink/make`, { gatherTaskId: id, ...body })
    expect(said(await make({}))).toEqual([400, '一次最多生成500个链接，请按班级生成'])
    const { rows } = await sql<{ id: string }>`select id from gather_student where gather_task_id = ${id}
      order by id limit 1`.execute(desk.db)
    const { data } = await make({ ids: rows[0]?.id })
    const open = () =>
      program().anonymous.post(`${BASE}/gatherLink/open`, { token: String(data[0].path).slice('/p#'.length) })
    expect((await open()).status).toBe(200)
    for (const [table, row] of [
      ['gather_student', rows[0]?.id],
      ['gather_task', id],
    ]) {
      const mark = (isDeleted: number) =>
        sql`update ${sql.table(String(table))} set is_deleted = ${isDeleted} where id = ${row}`.execute(desk.db)
      await mark(1)
      expect([table, ...said(await open())]).toEqual([table, 404, '链接已失效：请向班主任要新的链接'])
      await mark(0)
    }
  })
})

test('nobody is reminded where nobody can be told', async () => {
  const id = await collection(1)
  await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
      enter_year, grade_code, class_code, class_name, enrol_status)
    values (1, ${TENANT}, 'R1', '某', '1', ${area}, ${code}, '3', 2023, '12', 'C1', '高三(1)班', '1')`.execute(desk.db)
  const answer = await desk.user.post(`${BASE}/gatherStudent/remind`, { gatherTaskId: id })
  expect(said(answer)).toEqual([409, '没有可以通知的人：学生还没有带出，学校也没有填报账号'])
})

describe('a collection that has not begun', () => {
  test('takes nothing yet', async () => {
    const id = await collection(1, { beginTime: at(1), endTime: at(2) })
    const answer = await desk.user.post(`${BASE}/gatherLink/make`, { gatherTaskId: id })
    expect(answer.status).toBe(409)
    expect(answer.msg).toMatch(/^采集任务从\d{4}-\d\d-\d\d \d\d:\d\d:\d\d开始/)
  })
})
