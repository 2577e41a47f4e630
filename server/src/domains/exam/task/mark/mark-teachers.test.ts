import { idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../../test/fixtures/import-fixture.ts'
import { type Client, useTestApp } from '../../../../../test/harness.ts'
import { wallTime } from '../../../../platform/clock.ts'
import { readSheets } from '../../../../platform/sheet/read.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
const TEACHER = `${BASE}/examTaskTeacher`
const at = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000))
const [FIRST, SECOND] = [SCHOOLS[0]?.code ?? '', SCHOOLS[1]?.code ?? '']

let desk: Desk
let taskId = ''
let clerk: Client
let other: Client

interface Marker {
  id: string
  teacherCode: string
  courseName: string
  schoolCode: string
  markAccount: string
  arrangeStatus: number
  returnReason: string | null
}

beforeAll(async () => {
  desk = await openDesk(program())
  const task = { taskName: '期末阅卷', taskType: 3, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
  taskId = (await post('examTask/submit', { ...task, beginTime: at(-1), endTime: at(1) })).data.id
  // Chinese: six teachers in the first school, three in the second; mathematics: two and two, T01 teaches both.
  for (const no of [1, 2, 3, 4, 5, 6]) await report(`T0${no}`, FIRST, '语文')
  for (const no of [1, 2, 3]) await report(`T1${no}`, SECOND, '语文')
  for (const no of ['T01', 'T07']) await report(no, FIRST, '数学')
  for (const no of ['T14', 'T15']) await report(no, SECOND, '数学')
  const rights = [
    'examtask_view',
    'examtaskmarkplan_add',
    'examtaskteacher_view',
    'examtaskteacher_edit',
    'examtaskteacher_delete',
  ]
  clerk = await program().user({ role: 'school', schoolCode: FIRST, permissions: rights })
  other = await program().user({ role: 'school', schoolCode: SECOND, permissions: rights })
})

const post = (call: string, body: object) => desk.user.post(`${BASE}/${call}`, body)

async function report(teacherCode: string, schoolCode: string, courseName: string): Promise<void> {
  const body = { taskId, teacherCode, teacherName: `教师${teacherCode}`, schoolCode, courseName }
  expect((await post('examTaskTeacher/submit', body)).msg).toBe('操作成功')
}

const plan = (courseName: string, change: object = {}) =>
  post('examTaskMarkPlan/submit', { taskId, courseName, paperNum: 1440 * 3, markMode: 1, ...change })

async function markers(user: Client = desk.user, filter: object = {}): Promise<Marker[]> {
  const { data } = await user.get(`${TEACHER}/queryMarkPaperTeacherList`, { taskId, size: 100, ...filter })
  return data.records
}

function studentCode(i: number): string {
  const first = `9900012010010100${i}`
  return `G${first}${idCheckCharacter(first)}`
}

const pull = (body: object = {}) => post('examTaskTeacher/markPaperTeacher', { taskId, ...body })
const bySchool = (rows: Marker[]) => [FIRST, SECOND].map((code) => rows.filter((row) => row.schoolCode === code).length)

describe('a plan', () => {
  test('says how many people a course needs, and counts again when it is changed', async () => {
    const { data } = await plan('语文', { marksPerPaper: '2', speed: 60, hours: '24', isOwnExcluded: 0 })
    expect(data.needNum).toBe(6)
    const changed = { id: data.id, updateTime: data.updateTime, paperNum: 1440 * 3 + 1 }
    expect((await post('examTaskMarkPlan/submit', changed)).data.needNum).toBe(7)
    const again = { id: data.id, paperNum: 1440 * 3 }
    expect((await post('examTaskMarkPlan/submit', again)).data.needNum).toBe(6)
  })

  test('is made of the candidates who sit a course, and shares places so that others mark the papers of a school', async () => {
    // Three of four candidates are of the first school: at most 6 − 4.5 places there.
    for (const [i, code] of [FIRST, FIRST, FIRST, SECOND].entries()) {
      const student = {
        taskId,
        studentCode: studentCode(i),
        studentName: `考生${i}`,
        schoolCode: code,
        examClass: '1班',
      }
      expect((await post('examTaskStudent/submit', student)).msg).toBe('操作成功')
    }
    expect((await post('examTaskMarkPlan/fill', { taskId })).data).toEqual({ added: 1, skipped: 1 })
    const { data } = await desk.user.get(`${BASE}/examTaskMarkPlan/summary`, { taskId })
    const [maths, chinese] = ['数学', '语文'].map((name) =>
      data.find((line: { courseName: string }) => line.courseName === name),
    )
    expect(maths).toMatchObject({ paperNum: 4, needNum: 1, teacherNum: 4 })
    await post('examTaskMarkPlan/remove', { ids: maths.id })
    const quotas = async () => {
      const answer = await desk.user.get(`${BASE}/examTaskMarkPlan/quotas`, { taskId, courseName: '语文' })
      return answer.data.map((line: Record<string, unknown>) => [line['paperNum'], line['mostNum'], line['quotaNum']])
    }
    expect(await quotas()).toEqual([
      [3, null, 4],
      [1, null, 2],
    ])
    await post('examTaskMarkPlan/submit', { id: chinese.id, isOwnExcluded: 1 })
    expect(await quotas()).toEqual([
      [3, 1, 1],
      [1, 4, 3],
    ])
    await post('examTaskMarkPlan/submit', { id: chinese.id, isOwnExcluded: 0 })
  })
})

describe('marking teachers', () => {
  test('are not pulled for a task that is in draft', async () => {
    expect((await pull()).msg).toBe('当前状态为「草稿」，不能抽调阅卷教师')
    expect((await post('examTask/open', { id: taskId })).msg).toBe('操作成功')
  })

  test('are planned by the bureau alone', async () => {
    const answer = await clerk.post(`${BASE}/examTaskMarkPlan/submit`, {
      taskId,
      courseName: '数学',
      paperNum: 1,
      markMode: 1,
      marksPerPaper: '1',
      speed: 60,
      hours: '1',
    })
    expect(answer.status).toBe(403)
  })

  test('are pulled by school in proportion to the teachers of the course, with an account each', async () => {
    const { data } = await pull({ courseName: '语文', seed: 42 })
    expect(data).toEqual([{ courseName: '语文', needNum: 6, added: 6, shortNum: 0, seed: 42 }])
    const rows = await markers()
    // 6 × 6/9 and 6 × 3/9
    expect(bySchool(rows)).toEqual([4, 2])
    expect(rows.map((row) => row.markAccount).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((no) => `2026000${no}`))
  })

  test('are the same people again for the same seed', async () => {
    const codes = async () => (await markers()).map((row) => row.teacherCode).toSorted()
    const before = await codes()
    const wrong = await post('examTaskTeacher/deleteMarkPaperTeacherByTaskId', { taskId, confirmName: '期末' })
    expect(wrong.msg).toBe('请输入任务名称「期末阅卷」')
    const cleared = await post('examTaskTeacher/deleteMarkPaperTeacherByTaskId', { taskId, confirmName: '期末阅卷' })
    expect(cleared.data).toEqual({ changed: 6 })
    expect(await codes()).toEqual([])
    await pull({ courseName: '语文' })
    expect(await codes()).toEqual(before)
  })

  test('are heard of by the school, which sees its own and confirms them', async () => {
    const { data } = await clerk.get(`${BASE}/sysMessage/listTaskMessage`)
    expect(data.records[0].content).toBe('「期末阅卷」抽调贵校4名教师阅卷（语文4名），请确认，或说明理由退回。')
    expect(bySchool(await markers(clerk))).toEqual([4, 0])
    expect((await clerk.post(`${TEACHER}/confirmMarkPaperTeacher`, { taskId })).data).toEqual({ changed: 4 })
    const foreign = (await markers(other))[0]?.id
    expect((await clerk.post(`${TEACHER}/confirmMarkPaperTeacher`, { taskId, ids: foreign })).status).toBe(404)
  })

  test('who are sent back are replaced by others of the course', async () => {
    const [sent] = await markers(other)
    const body = { taskId, ids: sent?.id }
    expect((await other.post(`${TEACHER}/sendBackMarkPaperTeacher`, body)).status).toBe(400)
    const answer = await other.post(`${TEACHER}/sendBackMarkPaperTeacher`, { ...body, reason: '产假' })
    expect(answer.data).toEqual({ changed: 1 })
    const { data } = await desk.user.get(`${BASE}/sysMessage/top`)
    expect(data.records[0].content).toBe(`第二中学退回教师${sent?.teacherCode}（语文）：产假`)
    expect((await pull({ courseName: '语文' })).data[0]).toMatchObject({ added: 1, shortNum: 0, seed: 42 })
    const rows = await markers()
    expect(rows.filter((row) => row.arrangeStatus === 3).map((row) => row.returnReason)).toEqual(['产假'])
    expect(bySchool(rows)).toEqual([4, 3])
    expect(new Set(rows.map((row) => row.markAccount)).size).toBe(7)
  })

  test('mark one course of a task', async () => {
    await plan('数学', { marksPerPaper: '1', speed: 60, hours: '18', isOwnExcluded: 0 })
    const chinese = new Set((await markers()).map((row) => row.teacherCode))
    const { data } = await pull({ courseName: '数学' })
    // 4,320 ÷ 1,080 = 4 of four teachers, but for T01 if Chinese has them.
    const free = chinese.has('T01') ? 3 : 4
    expect(data[0]).toMatchObject({ needNum: 4, added: free, shortNum: 4 - free })
    const codes = (await markers()).map((row) => row.teacherCode)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('stay reported, and are changed by nobody else', async () => {
    const [marker] = await markers(clerk, { courseName: '语文' })
    const refused = await clerk.post(`${TEACHER}/remove`, { ids: marker?.id })
    expect(refused.msg).toBe('阅卷教师请在「阅卷教师」中移出')
    const { data } = await clerk.get(`${TEACHER}/queryTeacherList`, { taskId, teacherCode: marker?.teacherCode })
    const reported = data.records.find((row: Marker) => row.courseName === '语文')
    expect((await clerk.post(`${TEACHER}/remove`, { ids: reported.id })).msg).toMatch(/已抽为阅卷教师，请先退回或移出$/)
    const edited = await desk.user.post(`${TEACHER}/submit`, { id: marker?.id, remark: '组长' })
    expect(edited.msg).toBe('阅卷教师由抽调产生，不能直接修改')
  })

  test('are given a role and a group, and leave as a workbook of accounts', async () => {
    const [marker] = await markers(desk.user, { courseName: '语文', arrangeStatus: 2 })
    const body = { taskId, ids: marker?.id, markRole: 4, markGroup: '作文组' }
    expect((await post('examTaskTeacher/assignMarkRole', body)).data).toEqual({ changed: 1 })
    expect((await workbook()).find((line) => line[0] === marker?.markAccount)).toEqual([
      marker?.markAccount,
      `教师${marker?.teacherCode}`,
      marker?.teacherCode,
      '语文',
      '学科组长',
      '作文组',
      '第一中学',
      '',
      // 4,320 papers twice over six people
      '1440',
      '已确认',
    ])
    expect((await clerk.get(`${TEACHER}/exportMarkAccounts`, { taskId })).status).toBe(403)
  })

  test('are counted by their confirmed rows in the progress of the task', async () => {
    const { data } = await desk.user.get(`${BASE}/client/exam-task-progress-in-school`, { taskId })
    const line = data.find((one: { schoolCode: string }) => one.schoolCode === FIRST)
    expect(line).toMatchObject({ submitNum: 4, auditNum: 4, isLate: 0, teacherNum: 8 })
    expect(line.planNum).toBeGreaterThan(4)
  })

  test('are removed by the bureau alone', async () => {
    const [marker] = await markers(clerk)
    expect((await clerk.post(`${TEACHER}/removeMarkPaperTeacher`, { taskId, ids: marker?.id })).status).toBe(403)
    const answer = await post('examTaskTeacher/removeMarkPaperTeacher', { taskId, ids: marker?.id })
    expect(answer.data).toEqual({ changed: 1 })
    const everything = await post('examTaskTeacher/deleteByTaskId', { taskId, confirmName: '期末阅卷' })
    expect(everything.msg).toBe('操作成功')
    expect(await markers()).toEqual([])
  })
})

describe('a task of several courses', () => {
  beforeAll(async () => {
    const task = { taskName: '联考阅卷', taskType: 3, examYear: 2026, studyYear: 2025, examGrade: '12' }
    const courseNames = ['语文', '数学', '外语', '物理', '历史', '政治', '体育']
    const body = { ...task, artsScience: '0', courseNames, beginTime: at(-1), endTime: at(1) }
    taskId = (await post('examTask/submit', body)).data.id
    expect((await post('examTask/open', { id: taskId })).msg).toBe('操作成功')
  })

  test('is planned by who sits what: as reported, else as chosen, else everything', async () => {
    const choices = [
      [null, '物化生'],
      [null, '历政地'],
      ['[]', null],
      ['["历史"]', '物化生'],
    ]
    for (const [i, [takes, combination]] of choices.entries()) {
      const student = { studentCode: studentCode(i), studentName: `考生${i}`, schoolCode: FIRST, examClass: '1班' }
      const { data } = await post('examTaskStudent/submit', { taskId, ...student })
      await sql`update exam_task_student set take_courses = ${takes}::jsonb, course_combination = ${combination}
        where id = ${data.id}`.execute(desk.db)
    }
    const own = await plan('语文', { paperNum: 7 })
    expect((await post('examTaskMarkPlan/fill', { taskId })).data).toEqual({ added: 6, skipped: 1 })
    const { data } = await desk.user.get(`${BASE}/examTaskMarkPlan/summary`, { taskId })
    const papers = data.map((line: { courseName: string; paperNum: number }) => [line.courseName, line.paperNum])
    expect(Object.fromEntries(papers)).toEqual({ 语文: 7, 数学: 3, 外语: 3, 物理: 2, 历史: 3, 政治: 2, 体育: 3 })
    const ids = data.map((line: { id: string }) => line.id)
    expect(ids).toContain(own.data.id)
    await post('examTaskMarkPlan/remove', { ids: ids.join() })
  })

  test('pulls first for the course with the fewest to choose from', async () => {
    // T24 teaches all three, and 物理 has nobody to spare; of the others two and three can be chosen from.
    for (const no of [1, 2, 3, 4]) await report(`T2${no}`, FIRST, '物理')
    for (const no of [4, 5]) await report(`T2${no}`, FIRST, '外语')
    for (const no of [4, 8, 9]) await report(`T2${no}`, FIRST, '语文')
    const work = { marksPerPaper: '1', speed: 60, hours: '1', isOwnExcluded: 0 }
    await plan('物理', { ...work, paperNum: 240 })
    for (const course of ['外语', '语文']) await plan(course, { ...work, paperNum: 60 })
    const { data } = await pull()
    const seed = expect.any(Number)
    expect(data).toEqual([
      { courseName: '物理', needNum: 4, added: 4, shortNum: 0, seed },
      { courseName: '外语', needNum: 1, added: 1, shortNum: 0, seed },
      { courseName: '语文', needNum: 1, added: 1, shortNum: 0, seed },
    ])
    const seedsOf = (lines: { courseName: string; seed: number }[]) =>
      Object.fromEntries(lines.map((line) => [line.courseName, line.seed]))
    const summary = await desk.user.get(`${BASE}/examTaskMarkPlan/summary`, { taskId })
    expect(seedsOf(summary.data)).toEqual(seedsOf(data))
    const told = await clerk.get(`${BASE}/sysMessage/listTaskMessage`)
    expect(told.data.records[0].content).toBe(
      '「联考阅卷」抽调贵校6名教师阅卷（物理4名、外语1名、语文1名），请确认，或说明理由退回。',
    )
  })

  test('pulls nobody twice, and tells nobody of nothing', async () => {
    const before = [await markers(), (await clerk.get(`${BASE}/sysMessage/listTaskMessage`)).data.total]
    expect((await pull()).data).toMatchObject(Array.from({ length: 3 }, () => ({ added: 0, shortNum: 0 })))
    expect([await markers(), (await clerk.get(`${BASE}/sysMessage/listTaskMessage`)).data.total]).toEqual(before)
  })

  test('pulls those who are named beside the plan, the accounts go on', async () => {
    await report('T26', SECOND, '数学')
    await report('T27', SECOND, '语文')
    const { data } = await desk.user.get(`${TEACHER}/queryTeacherList`, { taskId, schoolCode: SECOND })
    const ids = data.records.map((row: Marker) => row.id).join()
    const lines = (await pull({ ids })).data.toSorted((a: { courseName: string }) => (a.courseName === '语文' ? -1 : 1))
    expect(lines).toEqual(
      ['语文', '数学'].map((courseName) => ({ courseName, needNum: 0, added: 1, shortNum: 0, seed: null })),
    )
    const accounts = (await markers(desk.user, { schoolCode: SECOND })).map((row) => row.markAccount)
    expect(accounts.toSorted()).toEqual(['20260007', '20260008'])
  })
})

async function workbook(): Promise<string[][]> {
  const { raw } = await desk.user.get(`${TEACHER}/exportMarkAccounts`, { taskId })
  const path = join(program().dataDir, 'accounts.xlsx')
  writeFileSync(path, raw)
  const lines: string[][] = []
  for await (const row of readSheets({ path, name: 'accounts.xlsx' })) lines.push(row.cells.map(String))
  return lines
}
