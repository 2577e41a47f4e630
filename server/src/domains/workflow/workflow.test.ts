import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { leaveBusiness } from './processes/leave.ts'
import { fireDue } from './run/timer-work.ts'

const app = useTestApp({ ROLES: 'web' })
const WORK = '/api/blade-flow/work'
const LEAVE = '/api/blade-desk/process/leave'
const SEED = readFileSync(new URL('../../../seeds/flow/leave.bpmn20.xml', import.meta.url))

let admin: Client
let applicant: Client
let boss: Client
let hr: Client
let principal: Client
let stranger: Client
let definitionId = ''

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  applicant = await app().user({ role: 'teacher', schoolCode: '125101000000000011' })
  boss = await app().user({ role: 'school', schoolCode: '125101000000000011' })
  hr = await app().user({ role: 'hr' })
  principal = await app().user({ role: 'principal' })
  stranger = await app().user({ role: 'teacher', schoolCode: '125101000000000011' })
  const { data } = await applicant.get(`${WORK}/start-list`, { category: 'flow_1', mode: 1 })
  expect(data.records).toMatchObject([
    { key: 'leave', version: 1, tenantId: '', category: 'flow_1', formRoute: 'leave' },
  ])
  definitionId = data.records[0].id
})

interface Started {
  id: string
  processInstanceId: string
}

async function startLeave(form: object = {}): Promise<Started> {
  const whole = {
    taskUser: boss.userId,
    startTime: '2026-03-02 08:00:00',
    endTime: '2026-03-03 18:00:00',
    reason: '家事',
  }
  const { status, msg, data } = await applicant.post(`${LEAVE}/start-process`, {
    processDefinitionId: definitionId,
    ...whole,
    ...form,
  })
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

async function taskOf(user: Client, list: 'todo' | 'claim', started: Started): Promise<string> {
  const { data } = await user.get(`${WORK}/${list}-list`)
  const row = data.records.find(
    (one: { processInstanceId: string }) => one.processInstanceId === started.processInstanceId,
  )
  return row?.taskId ?? ''
}

async function act(user: Client, started: Started, flag: string | undefined, more: object = {}) {
  const taskId = await taskOf(user, 'todo', started)
  const { processInstanceId } = started
  return user.post(`${WORK}/complete-task`, { taskId, processInstanceId, comment: '已阅', flag, ...more })
}

async function leaveOf(user: Client, { id }: Started) {
  return (await user.get(`${LEAVE}/detail`, { businessId: id })).data
}

/** What is kept of an instance, by statements of its own. */
async function count(query: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(query)}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.n ?? -1
}

test('refused, changed, handed in again, agreed, and as it is long also by two more at the same time', async () => {
  const started = await startLeave()
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
  const started = await startLeave({ endTime: '2026-03-06 18:00:00' })
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

test('of fifty who complete the same task at once one succeeds', async () => {
  const started = await startLeave()
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
    const started = await startLeave()
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

describe('a request', () => {
  test.each([
    [{ taskUser: '' }, '请选择审批人员'],
    [{ startTime: '' }, '请选择开始时间'],
    [{ endTime: '' }, '请选择结束时间'],
    [{ reason: '' }, '请输入请假理由'],
    [{ endTime: '2026-03-02 08:00:00' }, '结束时间应晚于开始时间'],
    [{ taskUser: '1' }, '审批人员不存在或已停用'],
  ])('with %j is refused', async (change, message) => {
    const form = {
      taskUser: boss.userId,
      startTime: '2026-03-02 08:00:00',
      endTime: '2026-03-03 18:00:00',
      reason: '家事',
    }
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

  test('needs a comment of whoever handles it', async () => {
    const started = await startLeave()
    expect((await act(boss, started, 'ok', { comment: ' ' })).msg).toBe('请先填写批复意见')
  })

  test('is withdrawn by the applicant until somebody has acted, and stopped by a manager at any time', async () => {
    const path = '/api/blade-flow/follow/delete-process-instance'
    const first = await startLeave()
    const body = { processInstanceId: first.processInstanceId, deleteReason: '不请了' }
    expect((await applicant.post(path, body)).status).toBe(200)
    expect(await leaveOf(applicant, first)).toMatchObject({ status: 4 })
    expect(await taskOf(boss, 'todo', first)).toBe('')
    expect((await applicant.post(path, body)).status).toBe(409)
    const second = await startLeave()
    await act(boss, second, undefined)
    const later = { processInstanceId: second.processInstanceId, deleteReason: '不请了' }
    expect((await applicant.post(path, later)).msg).toBe('已有人办理，不能撤回')
    expect((await admin.post(path, later)).status).toBe(200)
    expect(await leaveOf(applicant, second)).toMatchObject({ status: 4 })
    expect(await count(`wf_instance where id = ${second.processInstanceId} and delete_reason = '不请了'`)).toBe(1)
  })
})

test('the lists: sent with the last step, done by me, followed by managers', async () => {
  const started = await startLeave()
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
  })
  expect(find((await applicant.get(`${WORK}/send-list`, { size: 100 })).data)).toMatchObject({
    processIsFinished: 'finished',
  })
  const none = await applicant.get(`${WORK}/send-list`, { beginDate: '2000-01-01', endDate: '2000-01-02' })
  expect(none.data.total).toBe(0)
})

test('those who are to act and those who wait are written to', async () => {
  const started = await startLeave()
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
  expect(await messages(applicant)).toContainEqual(expect.objectContaining({ title: '已结束：请假流程', link: detail }))
})

test('a step that lies too long reminds its assignee once', async () => {
  const started = await startLeave()
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

test('the drawing comes with what was passed and what goes on', async () => {
  const started = await startLeave()
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
  await act(boss, started, 'ok')
})

describe('deployment', () => {
  const MANAGER = '/api/blade-flow/manager'
  const file = (name: string, body: Buffer | string = SEED) => ({ name, body: Buffer.from(body) })
  const changed = (from: string, to: string) => SEED.toString().replaceAll(from, to)

  test('of a second version: what runs stays, what starts is new', async () => {
    const started = await startLeave()
    const tenantIds = TENANT
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds }, [
      file('请假.bpmn20.xml'),
    ])
    expect([answer.status, answer.msg]).toEqual([200, '操作成功'])
    await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds }, [file('请假.bpmn')])
    const own = await applicant.get(`${WORK}/start-list`, { mode: 2 })
    expect(own.data.records).toMatchObject([{ key: 'leave', version: 2, tenantId: TENANT }])
    expect((await applicant.get(`${WORK}/start-list`)).data.total).toBe(2)
    expect((await act(boss, started, 'ok')).status).toBe(200)
    const all = await admin.get(`${MANAGER}/list`, { mode: 2 })
    expect(all.data.records.map((row: { version: number }) => row.version)).toEqual([2, 1])
  })

  test.each([
    ['a.txt', SEED, '文件名应以 .bpmn20.xml 或 .bpmn 结尾'],
    ['a.bpmn', 'no xml', '不是有效的 BPMN'],
    ['a.bpmn', `<!DOCTYPE x>${SEED.toString()}`, '不能含有 DOCTYPE'],
    ['a.bpmn', changed('flowable:assignee="${taskUser}"', ''), '用户任务「部门审批」没有设置办理人'],
    ['a.bpmn', changed('${days &gt; 3}', '${days.max() &gt; 3}'), '无法识别'],
    ['a.bpmn', changed('${remind}', '${exec}'), '服务任务「提醒办理人」调用了不存在的「exec」'],
    ['a.bpmn', changed('serviceTask', 'scriptTask'), '不支持的元素 remind（ScriptTask）'],
    ['a.bpmn', changed('${remindAfter}', '3 days'), '的时长「3 days」应如 PT24H'],
    ['a.bpmn', changed(' default="toAdjust"', ''), '网关「部门同意？」的分支「驳回」既没有条件也不是默认分支'],
    ['a.bpmn', changed('targetRef="isAgain"', 'targetRef="adjust"'), '没有连线通向它'],
    ['a.bpmn', changed('"leave"', `"${'leave'.repeat(20)}"`), '流程标识'],
    ['a.bpmn', changed('"部门审批"', `"${'审'.repeat(256)}"`), `名称「${'审'.repeat(20)}…」不能超过255个字符`],
    ['a.bpmn', changed('formKey="adjust"', `formKey="${'f'.repeat(101)}"`), '不能超过100个字符'],
    ['a.bpmn', changed('assignee="${createUser}"', 'assignee="${createUser"'), '表达式「${createUser」无法识别'],
    ['a.bpmn', changed('id="approved"', 'id="other"'), '没有连接到步骤'],
  ])('of %s that is not fit is refused (%#)', async (name, body, message) => {
    const query = { category: 'flow_1', tenantIds: TENANT }
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, query, [file(name, body)])
    expect(answer.status).toBe(400)
    expect(answer.msg).toContain(message)
    const checked = await admin.upload(`${MANAGER}/check-upload`, {}, [file(name, body)])
    expect(checked.data.files[0].faults.join()).toContain(message)
  })

  test('needs a kind that exists, and is for all tenants only from the managing one', async () => {
    const upload = (user: Client, query: object) =>
      user.upload(`${MANAGER}/deploy-upload`, { ...query }, [file('a.bpmn')])
    expect((await upload(admin, { category: '' })).msg).toBe('请选择流程类型')
    expect((await upload(admin, { category: 'flow_99' })).msg).toBe('流程类型不存在')
    expect((await upload(admin, { category: 'flow_1', tenantIds: 'nowhere' })).msg).toBe('所属租户「nowhere」不存在')
    const abroad = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await upload(abroad, { category: 'flow_1' })).msg).toBe('通用流程由平台管理方部署，请选择定制流程')
    expect((await upload(abroad, { category: 'flow_1', tenantIds: TENANT })).status).toBe(403)
    expect((await upload(abroad, { category: 'flow_1', tenantIds: OTHER_TENANT })).status).toBe(200)
    expect((await upload(applicant, { category: 'flow_1', tenantIds: TENANT })).status).toBe(403)
    expect((await admin.get(`${MANAGER}/list`, { size: 100 })).data.records).not.toContainEqual(
      expect.objectContaining({ tenantId: OTHER_TENANT }),
    )
  })

  test('suspended starts nothing and its tasks rest', async () => {
    const started = await startLeave()
    const suspend = await admin.post(`${MANAGER}/change-state`, undefined, {
      processId: definitionId,
      state: 'suspend',
    })
    expect(suspend.msg).toBe('流程「请假流程」已挂起')
    expect((await act(boss, started, 'ok')).msg).toBe('流程已挂起，暂不能办理')
    const form = {
      taskUser: boss.userId,
      startTime: '2026-03-02 08:00:00',
      endTime: '2026-03-03 18:00:00',
      reason: '家事',
    }
    const refused = await applicant.post(`${LEAVE}/start-process`, { processDefinitionId: definitionId, ...form })
    expect([refused.status, refused.msg]).toEqual([409, '流程已挂起'])
    expect((await applicant.get(`${WORK}/start-list`, { mode: 1 })).data.total).toBe(0)
    const unknown = { processId: definitionId, state: 'constructor' }
    expect((await admin.post(`${MANAGER}/change-state`, undefined, unknown)).msg).toBe('状态只能是激活或挂起')
    await admin.post(`${MANAGER}/change-state`, undefined, { processId: definitionId, state: 'active' })
    expect((await act(boss, started, 'ok')).status).toBe(200)
  })

  test('is removed while nothing was started by it', async () => {
    const [common] = (await admin.get(`${MANAGER}/list`, { mode: 1 })).data.records
    const used = await admin.post(`${MANAGER}/delete-deployment`, undefined, { deploymentIds: common.deploymentId })
    expect([used.status, used.msg]).toEqual([409, '流程「请假流程」已有流程实例，不能删除；不再使用可以挂起'])
    const [own] = (await admin.get(`${MANAGER}/list`, { mode: 2 })).data.records
    expect(
      (await admin.post(`${MANAGER}/delete-deployment`, undefined, { deploymentIds: own.deploymentId })).status,
    ).toBe(200)
    expect((await admin.get(`${MANAGER}/list`, { mode: 2 })).data.records).not.toContainEqual(own)
  })

  test('of one that waits before anybody acts: it is followed from its start', async () => {
    const wait = `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>
      <sequenceFlow id="toWait" sourceRef="start" targetRef="wait" />`
    const late = changed('"leave"', '"late"')
      .replace('sourceRef="start" targetRef="department" />', `sourceRef="wait" targetRef="department" />${wait}`)
      .replaceAll(/<bpmndi:BPMNDiagram[^]*<\/bpmndi:BPMNDiagram>/g, '')
    await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds: TENANT }, [file('a.bpmn', late)])
    const [definition] = (await applicant.get(`${WORK}/start-list`, { key: 'late' })).data.records
    const started = await startLeave({ processDefinitionId: definition.id })
    const sent = await applicant.get(`${WORK}/send-list`, { size: 100 })
    const row = sent.data.records.find((one: Started) => one.processInstanceId === started.processInstanceId)
    expect(row).toMatchObject({ taskId: null, taskName: null, processIsFinished: 'unfinished' })
    expect(await leaveOf(applicant, started)).toMatchObject({ status: 1, flow: { taskId: '', taskName: '' } })
  })
})

describe('models', () => {
  const MODEL = '/api/blade-flow/model'
  const xml = SEED.toString().replaceAll('"leave"', '"sick"').replace('name="请假流程"', 'name="病假流程"')

  test('are kept, changed, deployed and removed', async () => {
    const made = await admin.post(`${MODEL}/submit`, { modelEditorXml: xml, category: 'flow_1' })
    expect(made.data).toMatchObject({ modelKey: 'sick', name: '病假流程', version: 1 })
    const { id } = made.data
    const again = await admin.post(`${MODEL}/submit`, { modelEditorXml: xml })
    expect([again.status, again.msg]).toEqual([400, '该模型标识已存在'])
    const draft = xml.replace('flowable:assignee="${taskUser}"', '')
    const changed = await admin.post(`${MODEL}/submit`, { id, modelEditorXml: draft })
    expect(changed.data).toMatchObject({ version: 2, category: '1' })
    const stale = await admin.post(`${MODEL}/submit`, { id, version: 1, modelEditorXml: xml })
    expect([stale.status, stale.msg]).toEqual([409, expect.stringContaining('数据已被他人修改')])
    const unfit = await admin.post(`${MODEL}/deploy`, undefined, { modelId: id, category: 'flow_1', tenantIds: TENANT })
    expect(unfit.msg).toContain('没有设置办理人')
    expect((await admin.post(`${MODEL}/submit`, { id, version: 2, modelEditorXml: xml })).data.version).toBe(3)
    const deployed = await admin.post(`${MODEL}/deploy`, undefined, {
      modelId: id,
      category: 'flow_1',
      tenantIds: TENANT,
    })
    expect(deployed.status).toBe(200)
    const list = await applicant.get(`${WORK}/start-list`, { key: 'sick' })
    expect(list.data.records).toMatchObject([{ name: '病假流程', version: 1, tenantId: TENANT }])
    expect((await admin.get(`${MODEL}/list`, { modelKey: 'sic' })).data.total).toBe(1)
    expect((await admin.post(`${MODEL}/remove`, undefined, { ids: id })).status).toBe(200)
    expect((await admin.get(`${MODEL}/detail`, { id })).status).toBe(404)
  })

  test('belong to who has the right, in one tenant', async () => {
    const made = await admin.post(`${MODEL}/submit`, { modelEditorXml: xml.replaceAll('"sick"', '"mine"') })
    const abroad = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await abroad.get(`${MODEL}/detail`, { id: made.data.id })).status).toBe(404)
    expect((await abroad.post(`${MODEL}/submit`, { id: made.data.id, modelEditorXml: xml })).status).toBe(404)
    const reader = await app().user({ role: 'exam', permissions: ['flow_model_view'] })
    expect((await reader.post(`${MODEL}/submit`, { modelEditorXml: xml })).status).toBe(403)
    expect((await reader.get(`${MODEL}/detail`, { id: made.data.id })).status).toBe(200)
  })
})
