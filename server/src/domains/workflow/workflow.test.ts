import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import {
  LEAVE,
  type LeavePeople,
  WORK,
  act,
  leaveForm,
  leaveOf,
  leavePeople,
  startLeave,
  taskOf,
} from '../../../test/leave.ts'
import { nextId } from '../../platform/db/id.ts'
import { leaveBusiness } from './processes/leave.ts'
import { fireDue } from './run/timer-task.ts'

const app = useTestApp({ ROLES: 'web' })
let people: LeavePeople
let admin: Client
let applicant: Client
let boss: Client
let hr: Client
let principal: Client
let stranger: Client
let definitionId = ''

beforeAll(async () => {
  people = await leavePeople(app())
  ;({ admin, applicant, boss, definitionId } = people)
  hr = await app().user({ role: 'hr' })
  principal = await app().user({ role: 'principal' })
  stranger = await app().user({ role: 'teacher', schoolCode: '125101000000000011' })
})

/** What is kept of an instance, by statements of its own. */
async function count(query: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(query)}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.n ?? -1
}

test('refused, changed, handed in again, agreed, and as it is long also by two more at the same time', async () => {
  const started = await startLeave(people)
  expect(await leaveOf(applicant, started)).toMatchObject({ days: 2, status: 1, flow: { taskName: '部门审批' } })
  expect((await act(boss, started, undefined)).status).toBe(200)
  expect(await leaveOf(applicant, started)).toMatchObject({
    status: 3,
    flow: { taskName: '调整申请', formKey: 'adjust' },
  })
  const form = {
    taskUser: boss.userId,
    startTime: '2026-03-02 08:00:00',
    endTime: '2026-03-06 18:00:00',
    reason: '家事',
  }
  expect((await act(applicant, started, 'ok', { variables: form })).status).toBe(200)
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 1, days: 5, flow: { taskName: '部门审批' } })
  expect((await act(boss, started, 'ok')).status).toBe(200)
  for (const [user, other] of [
    [hr, principal],
    [principal, hr],
  ] as const) {
    const taskId = await taskOf(user, 'claim', started)
    expect(taskId).not.toBe('')
    expect((await other.post(`${WORK}/claim-task`, undefined, { taskId })).status).toBe(404)
    expect((await user.post(`${WORK}/claim-task`, undefined, { taskId })).msg).toBe('操作成功')
    expect((await user.post(`${WORK}/claim-task`, undefined, { taskId })).msg).toBe('当前状态为「待办」，不能签收')
    expect((await act(user, started, 'ok')).status).toBe(200)
  }
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 2, flow: { status: 'finish' } })
  const { data } = await applicant.get('/api/blade-flow/process/history-flow-list', {
    processInstanceId: started.processInstanceId,
  })
  expect(data.map((row: { historyActivityName: string }) => row.historyActivityName)).toEqual([
    '开始',
    '部门审批',
    '调整申请',
    '部门审批',
    '人事审批',
    '校长审批',
    '已通过',
  ])
  for (const row of data) {
    expect(row.endTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(typeof row.comment).toBe('string')
  }
  expect(data[1]).toMatchObject({ comment: '已阅', flag: 'refuse', assigneeName: `u${boss.userId}` })
  expect(await count(`wf_task where instance_id = ${started.processInstanceId} and end_time is null`)).toBe(0)
  expect(await count(`wf_timer where instance_id = ${started.processInstanceId}`)).toBe(0)
  expect(
    await count(`wf_instance where id = ${started.processInstanceId} and status = 3 and end_activity = 'approved'`),
  ).toBe(1)
})

test('one of the two refuses: it goes back to the applicant, who gives it up', async () => {
  const started = await startLeave(people, { endTime: '2026-03-06 18:00:00' })
  await act(boss, started, 'ok')
  for (const [user, flag] of [
    [hr, undefined],
    [principal, 'ok'],
  ] as const) {
    const taskId = await taskOf(user, 'claim', started)
    await user.post(`${WORK}/claim-task`, undefined, { taskId })
    await act(user, started, flag)
  }
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 3, flow: { taskName: '调整申请' } })
  expect((await act(applicant, started, undefined)).status).toBe(200)
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 4 })
})

test('a request that is mended is judged like a new one, and waits for that', async () => {
  const started = await startLeave(people)
  await act(boss, started, undefined)
  const { reason: _reason, ...form } = leaveForm(people)
  for (const wrong of [{}, form, { ...leaveForm(people), endTime: 'x' }]) {
    const answer = await act(applicant, started, 'ok', { variables: wrong })
    expect([answer.status, answer.msg]).toEqual([400, expect.stringMatching(/审批人员|请假理由|结束时间/)])
  }
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 3, flow: { taskName: '调整申请' } })
  expect((await act(applicant, started, 'ok', { variables: leaveForm(people) })).msg).toBe('操作成功')
})

test('drawings are for those who start processes or look after them; one without a process is not kept', async () => {
  const view = (user: Client) => user.get('/api/blade-flow/process/model-view', { processDefinitionId: definitionId })
  expect((await view(applicant)).data.xml).toContain('<')
  const outsider = await app().user({ role: 'teacher', permissions: ['post_view'] })
  const refused = await view(outsider)
  expect([refused.status, refused.msg]).toEqual([403, '请求被拒绝'])
  const modelEditorXml = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t" />'
  const empty = await admin.post('/api/blade-flow/model/submit', { modelEditorXml })
  expect([empty.status, empty.msg]).toEqual([400, expect.stringContaining('没有')])
})

test('of fifty who complete the same task at once one succeeds', async () => {
  const started = await startLeave(people)
  const taskId = await taskOf(boss, 'todo', started)
  const body = { taskId, processInstanceId: started.processInstanceId, comment: '同意', flag: 'ok' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => boss.post(`${WORK}/complete-task`, body)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 2 })
  expect(
    await count(`wf_history where instance_id = ${started.processInstanceId} and activity_type = 'endEvent'`),
  ).toBe(1)
})

describe('a stranger', () => {
  test('neither reads nor acts, nor does another tenant', async () => {
    const started = await startLeave(people)
    const taskId = await taskOf(boss, 'todo', started)
    const abroad = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    for (const other of [stranger, abroad]) {
      const { processInstanceId } = started
      expect((await other.get(`${LEAVE}/detail`, { businessId: started.id })).status).toBe(404)
      expect((await other.get('/api/blade-flow/process/history-flow-list', { processInstanceId })).status).toBe(404)
      expect((await other.get('/api/blade-flow/process/model-view', { processInstanceId })).status).toBe(404)
      const body = { taskId, processInstanceId, comment: '同意', flag: 'ok' }
      expect((await other.post(`${WORK}/complete-task`, body)).status).toBe(404)
      expect((await other.post(`${WORK}/claim-task`, undefined, { taskId })).status).toBe(404)
      const deleteReason = '不要了'
      const stopped = await other.post('/api/blade-flow/follow/delete-process-instance', {
        processInstanceId,
        deleteReason,
      })
      expect(stopped.status).toBe(404)
    }
    expect((await boss.get(`${LEAVE}/detail`, { businessId: started.id })).data).toMatchObject({ reason: '家事' })
    expect((await admin.get(`${LEAVE}/detail`, { businessId: started.id })).data).toMatchObject({ reason: '家事' })
  })
})

describe('a step that finds nobody to do it', () => {
  const db = () => app().app.database.tenant(TENANT)
  const setStatus = (userIds: string[], status: number) =>
    sql`update sys_user set status = ${status} where id = any(${userIds}::bigint[])`.execute(db())

  test('keeps the task before it open, and says which step it is', async () => {
    const long = await startLeave(people, { endTime: '2026-03-06 18:00:00' })
    const members = await sql<{ id: string }>`select u.id from sys_user u join sys_role r on r.id = any(u.role_ids)
      where r.role_alias = 'hr' and u.status = 1`.execute(db())
    const ids = members.rows.map(({ id }) => id)
    expect(ids).toContain(hr.userId)
    await setStatus(ids, 2)
    const group = await act(boss, long, 'ok')
    expect([group.status, group.msg]).toEqual([409, '步骤「人事审批」的候选组（hr）还没有成员，请联系管理员分配角色'])
    expect(await taskOf(boss, 'todo', long)).not.toBe('')
    await setStatus(ids, 1)
    await setStatus([applicant.userId], 2)
    const gone = await act(boss, long, undefined)
    expect([gone.status, gone.msg]).toEqual([409, '步骤「调整申请」的办理人不存在或已停用'])
    expect(await taskOf(boss, 'todo', long)).not.toBe('')
    await setStatus([applicant.userId], 1)
    expect((await act(boss, long, 'ok')).status).toBe(200)
  })
})

describe('a request', () => {
  test.each([
    [{ taskUser: '' }, '请选择审批人员'],
    [{ startTime: '' }, '请选择开始时间'],
    [{ endTime: '' }, '请选择结束时间'],
    [{ reason: '' }, '请输入请假理由'],
    [{ endTime: '2026-03-02 08:00:00' }, '结束时间应晚于开始时间'],
    [{ taskUser: '1' }, '审批人员不存在或已停用'],
  ])('with %j is refused', async (change, message) => {
    const form = leaveForm(people)
    const answer = await applicant.post(`${LEAVE}/start-process`, {
      processDefinitionId: definitionId,
      ...form,
      ...change,
    })
    expect([answer.status, answer.msg]).toEqual([400, message])
  })

  test('is not approved by the one who makes it', async () => {
    const form = {
      taskUser: applicant.userId,
      startTime: '2026-03-02 08:00:00',
      endTime: '2026-03-03 18:00:00',
      reason: '家事',
    }
    const answer = await applicant.post(`${LEAVE}/start-process`, { processDefinitionId: definitionId, ...form })
    expect(answer.msg).toBe('审批人员不能是本人')
  })

  test('needs a comment of whoever handles it, and the task of the process that is named', async () => {
    const started = await startLeave(people)
    const { processInstanceId } = await startLeave(people)
    const other = await act(boss, started, 'ok', { processInstanceId })
    expect([other.status, other.msg]).toEqual([400, '任务与流程实例不一致'])
    expect(await leaveOf(applicant, started)).toMatchObject({ status: 1, flow: { taskName: '部门审批' } })
    expect((await act(boss, started, 'ok', { comment: ' ' })).msg).toBe('请先填写批复意见')
  })

  test('is withdrawn by the applicant until somebody has acted, and stopped by a manager at any time', async () => {
    const path = '/api/blade-flow/follow/delete-process-instance'
    const first = await startLeave(people)
    const body = { processInstanceId: first.processInstanceId, deleteReason: '不请了' }
    const asked = { taskId: await taskOf(boss, 'todo', first), comment: '已阅', flag: 'ok' }
    expect((await applicant.post(path, body)).status).toBe(200)
    const late = await boss.post(`${WORK}/complete-task`, asked)
    expect([late.status, late.msg]).toEqual([409, '流程已经结束'])
    expect(await leaveOf(applicant, first)).toMatchObject({ status: 4 })
    expect(await taskOf(boss, 'todo', first)).toBe('')
    expect((await applicant.post(path, body)).status).toBe(409)
    const second = await startLeave(people)
    await act(boss, second, undefined)
    const later = { processInstanceId: second.processInstanceId, deleteReason: '不请了' }
    expect((await applicant.post(path, later)).msg).toBe('已有人办理，不能撤回')
    expect((await admin.post(path, later)).status).toBe(200)
    expect(await leaveOf(applicant, second)).toMatchObject({ status: 4 })
    expect(await count(`wf_instance where id = ${second.processInstanceId} and delete_reason = '不请了'`)).toBe(1)
  })
})

test('the lists: sent with the last step, done by me, followed by managers', async () => {
  const started = await startLeave(people)
  const find = (data: { records: { processInstanceId: string }[] }) =>
    data.records.find((row) => row.processInstanceId === started.processInstanceId)
  expect(find((await applicant.get(`${WORK}/send-list`, { size: 100 })).data)).toMatchObject({
    taskName: '部门审批',
    processIsFinished: 'unfinished',
    categoryName: '请假流程',
  })
  expect(find((await admin.get('/api/blade-flow/follow/list', { size: 100 })).data)).toMatchObject({
    startUserId: applicant.userId,
    processDefinitionKey: 'leave',
    suspensionState: 1,
    executionId: 'e1',
  })
  expect((await applicant.get('/api/blade-flow/follow/list')).status).toBe(403)
  await act(boss, started, 'ok')
  expect(find((await boss.get(`${WORK}/done-list`, { size: 100 })).data)).toMatchObject({
    status: 'finish',
    flag: 'ok',
    outcome: 'approved',
  })
  expect(find((await applicant.get(`${WORK}/send-list`, { size: 100 })).data)).toMatchObject({
    processIsFinished: 'finished',
    outcome: 'approved',
  })
  const none = await applicant.get(`${WORK}/send-list`, { beginDate: '2000-01-01', endDate: '2000-01-02' })
  expect(none.data.total).toBe(0)
})

test('those who are to act and those who wait are written to', async () => {
  const started = await startLeave(people)
  const messages = async (user: Client) =>
    (await user.get('/api/bigdata-service/sysMessage/listTaskMessage', { size: 100 })).data.records as {
      title: string
      link: string
    }[]
  const taskId = await taskOf(boss, 'todo', started)
  const link = `/work/process/leave/handle/${taskId}/${started.processInstanceId}/${started.id}`
  expect(await messages(boss)).toContainEqual(expect.objectContaining({ title: '待办理：请假流程', link }))
  await act(boss, started, 'ok')
  const detail = `/work/process/leave/detail/${started.processInstanceId}/${started.id}`
  expect(await messages(applicant)).toContainEqual(expect.objectContaining({ title: '已通过：请假流程', link: detail }))
})

test('a step that lies too long reminds its assignee once', async () => {
  const started = await startLeave(people)
  const db = app().app.database.tenant(TENANT)
  const sent: string[] = []
  const deps = {
    businesses: [leaveBusiness],
    sendMessage: async (_ctx: unknown, { title }: { title: string }) => void sent.push(title),
  }
  const quiet = { info() {}, warn() {}, error() {} }
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await sql`delete from wf_timer where instance_id <> ${started.processInstanceId}`.execute(db)
  expect(await fireDue(deps, db, TENANT, at(23), quiet)).toBe(0)
  expect(await fireDue(deps, db, TENANT, at(25), quiet)).toBe(1)
  expect(await fireDue(deps, db, TENANT, at(50), quiet)).toBe(0)
  expect(sent).toEqual(['请尽快办理：请假流程'])
  expect((await act(boss, started, 'ok')).status).toBe(200)
  expect(await leaveOf(applicant, started)).toMatchObject({ status: 2 })
})

test('a timer that two programs find due at once reminds once; that of a process at rest waits', async () => {
  const started = await startLeave(people)
  const db = app().app.database.tenant(TENANT)
  const sent: string[] = []
  const deps = {
    businesses: [leaveBusiness],
    sendMessage: async (_ctx: unknown, { title }: { title: string }) => void sent.push(title),
  }
  const quiet = { info() {}, warn() {}, error() {} }
  const due = new Date(Date.now() + 25 * 3_600_000)
  await sql`delete from wf_timer where instance_id <> ${started.processInstanceId}`.execute(db)
  const suspend = (state: number) =>
    sql`update wf_definition set suspension_state = ${state} where id = ${definitionId}`.execute(db)
  await suspend(2)
  expect(await fireDue(deps, db, TENANT, due, quiet)).toBe(0)
  await suspend(1)
  await Promise.all(Array.from({ length: 5 }, () => fireDue(deps, db, TENANT, due, quiet)))
  expect(sent).toEqual(['请尽快办理：请假流程'])
  await act(boss, started, 'ok')
})

test('the drawing comes with what was passed and what goes on', async () => {
  const started = await startLeave(people)
  const { data } = await applicant.get('/api/blade-flow/process/model-view', {
    processInstanceId: started.processInstanceId,
  })
  expect(data.xml).toContain('BPMNShape')
  const marks = data.flow.map((mark: Record<string, string>) => [
    mark['historyActivityId'],
    mark['historyActivityType'],
  ])
  expect(marks).toEqual([
    ['start', 'startEvent'],
    ['toDepartment', 'sequenceFlow'],
    ['department', 'userTask'],
  ])
  expect(data.flow[2]).toMatchObject({ endTime: '', assigneeName: `u${boss.userId}` })
  const drawn = await applicant.get('/api/blade-flow/process/model-view', { processDefinitionId: definitionId })
  expect(drawn.data).toMatchObject({ flow: [] })
  expect((await applicant.get('/api/blade-flow/process/model-view')).msg).toBe('请选择流程实例或流程定义')
  const gone = await applicant.get('/api/blade-flow/process/model-view', { processDefinitionId: '987654321' })
  expect([gone.status, gone.msg]).toEqual([404, '数据不存在或已被删除'])
  const idle = await app().user({ role: 'exam', permissions: [] })
  const unseen = await idle.get('/api/blade-flow/process/model-view', { processDefinitionId: definitionId })
  expect(unseen.status).toBe(403)
  await act(boss, started, 'ok')
})

test('a task for a group is open to its members, whatever roles they look after', async () => {
  const started = await startLeave(people, { endTime: '2026-03-06 18:00:00' })
  await act(boss, started, 'ok')
  const member = await app().user({ role: 'hr' })
  const id = nextId()
  const db = app().app.database.tenant(TENANT)
  await sql`insert into data_scope (id, tenant_id, menu_id, scope_name, resource_code, scope_type)
    select ${id}, ${TENANT}, min(id), 'own roles', 'role', 2 from menu`.execute(db)
  await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id)
    select ${TENANT}, role_ids[1], ${id} from sys_user where id = ${member.userId}`.execute(db)
  expect(await taskOf(member, 'claim', started)).not.toBe('')
  const { processInstanceId } = started
  expect((await member.get('/api/blade-flow/process/history-flow-list', { processInstanceId })).status).toBe(200)
})
