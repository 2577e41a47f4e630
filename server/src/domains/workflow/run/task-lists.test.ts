import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { type LeavePeople, type Started, WORK, act, leavePeople, startLeave, taskOf } from '../../../../test/leave.ts'
import { durationText } from './history.ts'

const app = useTestApp({ ROLES: 'web' })
const PROCESS = '/api/blade-flow/process'
let people: LeavePeople
let admin: Client
let applicant: Client
let boss: Client
/** Two requests of the applicant, the second one of five days. */
let short: Started
let long: Started

beforeAll(async () => {
  people = await leavePeople(app())
  ;({ admin, applicant, boss } = people)
  short = await startLeave(people)
  long = await startLeave(people, { endTime: '2026-03-06 18:00:00' })
})

const db = () => app().app.database.tenant(TENANT)

async function listed(user: Client, list: string, query: object = {}): Promise<any[]> {
  const { data } = await user.get(`${WORK}/${list}-list`, { size: 100, ...query })
  return data.records
}

const instancesOf = async (user: Client, list: string, query: object = {}) =>
  (await listed(user, list, query)).map((row) => String(row.processInstanceId)).toSorted()
const both = () => [short.processInstanceId, long.processInstanceId].toSorted()

test.each([
  [null, ''],
  [0, '0秒'],
  [1, '1秒'],
  [59, '59秒'],
  [60, '1分0秒'],
  [3599, '59分59秒'],
  [3600, '1小时0分0秒'],
  [86_399, '23小时59分59秒'],
  [90_061, '1天1小时1分1秒'],
  [172_800, '2天0小时0分0秒'],
])('%s seconds are told as %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

describe('the lists of work', () => {
  test('show a request between its days, and of its kind', async () => {
    const setDay = (text: string) =>
      sql`update wf_instance set start_time = ${text} where id = ${short.processInstanceId}`.execute(db())
    await setDay('2026-01-10 23:59:59')
    const between = (beginDate: string, endDate: string) => instancesOf(applicant, 'send', { beginDate, endDate })
    const only = [short.processInstanceId]
    expect(await between('2026-01-10', '2026-01-10')).toEqual(only)
    expect(await between('2026-01-01', '2026-01-10')).toEqual(only)
    expect(await between('2026-01-11', '2026-01-20')).toEqual([])
    expect(await between('2026-01-01', '2026-01-09')).toEqual([])
    await setDay('2026-01-10 00:00:00')
    expect(await between('2026-01-10', '2026-01-10')).toEqual(only)
    expect(await instancesOf(boss, 'todo', { endDate: '2026-01-10' })).toEqual(only)
    expect(await instancesOf(applicant, 'send', { beginDate: '2026-01-11' })).toEqual([long.processInstanceId])
    for (const category of ['flow_1', '1', ' flow_1 ', ''])
      expect(await instancesOf(applicant, 'send', { category })).toEqual(both())
    expect(await instancesOf(applicant, 'send', { category: 'flow_2' })).toEqual([])
  })

  test('show what somebody is to do to him alone, until it is done', async () => {
    const other = await app().user({ role: 'school', schoolCode: '125101000000000011' })
    expect(await instancesOf(boss, 'todo')).toEqual(both())
    for (const user of [other, applicant, admin]) expect(await instancesOf(user, 'todo')).toEqual([])
    expect(await instancesOf(boss, 'done')).toEqual([])
    expect(await instancesOf(boss, 'send')).toEqual([])
    const [row] = (await listed(boss, 'todo')).filter((one) => one.processInstanceId === long.processInstanceId)
    expect(row).toMatchObject({
      taskName: '部门审批',
      assigneeName: `u${boss.userId}`,
      startUser: `u${applicant.userId}`,
      status: 'todo',
      flag: '',
      processIsFinished: 'unfinished',
      outcome: '',
      category: 'flow_1',
      formRoute: 'leave',
    })
    expect((await act(boss, long, 'ok')).status).toBe(200)
    expect(await instancesOf(boss, 'todo')).toEqual([short.processInstanceId])
    expect(await instancesOf(boss, 'done')).toEqual([long.processInstanceId])
  })

  test('offer a task to those who may claim it, of a process that runs', async () => {
    const hr = await app().user({ role: 'hr' })
    const abroad = await app().user({ role: 'hr', tenantId: OTHER_TENANT })
    expect(await instancesOf(hr, 'claim')).toEqual([long.processInstanceId])
    for (const user of [abroad, boss, applicant]) expect(await instancesOf(user, 'claim')).toEqual([])
    const setStatus = (status: number) =>
      sql`update wf_instance set status = ${status} where id = ${long.processInstanceId}`.execute(db())
    await setStatus(3)
    expect(await instancesOf(hr, 'claim')).toEqual([])
    await setStatus(1)
    const { data } = await applicant.get(`${PROCESS}/model-view`, { processInstanceId: long.processInstanceId })
    const waiting = data.flow.filter((mark: any) => mark.historyActivityType === 'candidate')
    expect(waiting.map((mark: any) => [mark.historyActivityName, mark.assigneeName])).toEqual([
      ['人事审批', '人事'],
      ['校长审批', '校长'],
    ])
    const taskId = await taskOf(hr, 'claim', long)
    await hr.post(`${WORK}/claim-task`, undefined, { taskId })
    const later = await applicant.get(`${PROCESS}/model-view`, { processInstanceId: long.processInstanceId })
    expect(later.data.flow.filter((mark: any) => mark.historyActivityType === 'candidate')).toHaveLength(1)
  })

  test('show of a request the step that is open, else the last', async () => {
    const row = async () =>
      (await listed(applicant, 'send')).find((one) => one.processInstanceId === long.processInstanceId)
    expect(['人事审批', '校长审批']).toContain((await row()).taskName)
    await sql`update wf_task set end_time = localtimestamp where instance_id = ${long.processInstanceId}
      and task_key <> 'staff'`.execute(db())
    expect((await row()).taskName).toBe('人事审批')
    await sql`update wf_task set end_time = null where instance_id = ${long.processInstanceId} and task_key = 'principal'`.execute(
      db(),
    )
  })
})

test('an approver is found by name or account, is another one, and has not left', async () => {
  const find = async (keyword: string, user = applicant) =>
    (await user.get<any[]>(`${PROCESS}/approvers`, { keyword })).data.map((one) => one.account)
  expect(await find(`u${boss.userId}`)).toEqual([`u${boss.userId}`])
  expect(await find(`u${boss.userId}`, boss)).toEqual([])
  await sql`update sys_user set name = '王审批' where id = ${boss.userId}`.execute(db())
  expect(await find('审批')).toEqual([`u${boss.userId}`])
  await sql`update sys_user set status = 2 where id = ${boss.userId}`.execute(db())
  expect(await find('审批')).toEqual([])
  await sql`update sys_user set status = 1, name = ${`u${boss.userId}`} where id = ${boss.userId}`.execute(db())
})
