import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../../test/fixtures/import-fixture.ts'
import { type Answer, type Client, useTestApp } from '../../../../../test/harness.ts'
import { wallTime } from '../../../../platform/clock.ts'

/* What the pull of marking teachers refuses, from a task without anything to one with its markers. */

const program = useTestApp({ ROLES: 'web' })
const BASE = '/api/bigdata-service'
const at = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000))
const FIRST = SCHOOLS[0]?.code ?? ''

let desk: Desk
let taskId = ''
let clerk: Client
const reported: Record<string, string> = {}

beforeAll(async () => {
  desk = await openDesk(program())
  const task = { taskName: '期末阅卷', taskType: 3, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
  taskId = (await post('examTask/submit', { ...task, beginTime: at(-1), endTime: at(1) })).data.id
  const rights = ['examtask_view', 'examtaskteacher_view', 'examtaskteacher_edit']
  clerk = await program().user({ role: 'school', schoolCode: FIRST, permissions: rights })
})

const post = (call: string, body: object) => desk.user.post(`${BASE}/${call}`, body)
const said = ({ status, msg }: Answer) => [status, msg]
const pull = (body: object = {}) => post('examTaskTeacher/markPaperTeacher', { taskId, ...body })

async function report(teacherCode: string, courseName: string): Promise<void> {
  const body = { taskId, teacherCode, teacherName: `教师${teacherCode}`, schoolCode: FIRST, courseName }
  const { msg, data } = await post('examTaskTeacher/submit', body)
  expect(msg).toBe('操作成功')
  reported[`${teacherCode}${courseName}`] = data.id
}

const markers = async (): Promise<string[]> => {
  const { data } = await desk.user.get(`${BASE}/examTaskTeacher/queryMarkPaperTeacherList`, { taskId, size: 100 })
  return data.records.map((row: { teacherCode: string }) => row.teacherCode)
}

describe('a task', () => {
  test('without teachers or courses has nothing to plan', async () => {
    expect(said(await post('examTaskMarkPlan/fill', { taskId }))).toEqual([
      400,
      '任务没有指定科目，也还没有上报教师，不知道有哪些科目',
    ])
    const quotas = await desk.user.get(`${BASE}/examTaskMarkPlan/quotas`, { taskId, courseName: '语文' })
    expect(said(quotas)).toEqual([400, '请先做语文的阅卷计划'])
  })

  test('without a plan has nobody to pull, and without markers no accounts and nobody to answer', async () => {
    await report('T01', '语文')
    expect((await post('examTask/open', { id: taskId })).msg).toBe('操作成功')
    expect(said(await pull())).toEqual([400, '请先做阅卷计划'])
    const accounts = await desk.user.get(`${BASE}/examTaskTeacher/exportMarkAccounts`, { taskId })
    expect(said(accounts)).toEqual([400, '任务还没有阅卷教师'])
    const confirmed = await clerk.post(`${BASE}/examTaskTeacher/confirmMarkPaperTeacher`, { taskId })
    expect(said(confirmed)).toEqual([400, '没有待确认的阅卷教师'])
  })
})

describe('teachers chosen by hand', () => {
  test('are reported for the task, or nobody is pulled', async () => {
    const some = [reported['T01语文'], '1'].join()
    expect(said(await pull({ ids: some }))).toEqual([404, '数据不存在或已被删除'])
    expect(await markers()).toEqual([])
  })

  test('mark one course each', async () => {
    await report('T01', '数学')
    const both = [reported['T01语文'], reported['T01数学']].join()
    expect(said(await pull({ ids: both }))).toEqual([400, '教师教师T01选了两科，一名教师只评一科'])
    expect(await markers()).toEqual([])
    expect((await pull({ ids: reported['T01语文'] })).msg).toBe('操作成功')
    const other = await pull({ ids: reported['T01数学'] })
    expect(said(other)).toEqual([400, '教师T01已在本任务的阅卷教师中，一名教师只评一科'])
    expect(await markers()).toEqual(['T01'])
  })
})

describe('a call about markers', () => {
  test.each([
    ['sendBackMarkPaperTeacher', { reason: '产假' }],
    ['removeMarkPaperTeacher', {}],
    ['assignMarkRole', { markRole: 4 }],
  ])('%s names some', async (call, more) => {
    const answer = await post(`examTaskTeacher/${call}`, { taskId, ids: ',', ...more })
    expect(said(answer)).toEqual([400, '请选择阅卷教师'])
    expect(await markers()).toEqual(['T01'])
  })
})
