import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import {
  LEAVE,
  type LeavePeople,
  type Started,
  WORK,
  act,
  leaveForm,
  leaveOf,
  leavePeople,
  startLeave,
} from '../../../../test/leave.ts'

const app = useTestApp({ ROLES: 'web' })
const SEED = readFileSync(new URL('../../../../seeds/flow/leave.bpmn20.xml', import.meta.url))

let people: LeavePeople
let admin: Client
let applicant: Client
let boss: Client
let definitionId = ''

/** What the operation log says was done, of these calls. */
async function logged(...calls: string[]): Promise<unknown[][]> {
  const { rows } = await sql<{ call: string; rowId: string | null; oldValues: object; newValues: object }>`
    select call, row_id, old_values, new_values from operation_log where call = any(${calls}::text[]) order by id`.execute(
    app().app.database.tenant(TENANT),
  )
  return rows.map(({ call, rowId, oldValues, newValues }) => [call, rowId, oldValues ?? newValues])
}

beforeAll(async () => {
  people = await leavePeople(app())
  ;({ admin, applicant, boss, definitionId } = people)
})

describe('deployment', () => {
  const MANAGER = '/api/blade-flow/manager'
  const file = (name: string, body: Buffer | string = SEED) => ({ name, body: Buffer.from(body) })
  const changed = (from: string, to: string) => SEED.toString().replaceAll(from, to)

  test('of a second version: what runs stays, what starts is new', async () => {
    const started = await startLeave(people)
    const tenantIds = TENANT
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds }, [
      file('请假.bpmn20.xml'),
    ])
    expect([answer.status, answer.msg]).toEqual([200, '操作成功'])
    await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds }, [file('请假.bpmn')])
    const own = await applicant.get(`${WORK}/start-list`, { mode: 2 })
    expect(own.data.records).toMatchObject([{ key: 'leave', version: 2, tenantId: TENANT }])
    expect(await logged('flow.deployUpload')).toEqual([
      ['flow.deployUpload', null, { keys: ['leave'], category: '1', tenantIds }],
      ['flow.deployUpload', null, { keys: ['leave'], category: '1', tenantIds }],
    ])
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
    ['a.bpmn', changed('serviceTask', 'scriptTask'), '不支持的元素「提醒办理人」（脚本任务）'],
    ['a.bpmn', changed('${remindAfter}', '3 days'), '的时长「3 days」应如 PT24H'],
    ['a.bpmn', changed(' default="toAdjust"', ''), '网关「部门同意？」的分支「驳回」既没有条件也不是默认分支'],
    ['a.bpmn', changed('targetRef="isAgain"', 'targetRef="adjust"'), '没有连线通向它'],
    ['a.bpmn', changed('"leave"', `"${'leave'.repeat(20)}"`), '流程标识'],
    ['a.bpmn', changed('"部门审批"', `"${'审'.repeat(256)}"`), `名称「${'审'.repeat(20)}…」不能超过255个字符`],
    ['a.bpmn', changed('formKey="adjust"', `formKey="${'f'.repeat(101)}"`), '不能超过100个字符'],
    ['a.bpmn', changed('assignee="${createUser}"', 'assignee="${createUser"'), '表达式「${createUser」无法识别'],
    ['a.bpmn', changed('id="approved"', 'id="other"'), '没有连接到步骤'],
    [
      'a.bpmn',
      changed('candidateGroups="hr"', 'candidateGroups="hrr"'),
      '用户任务「人事审批」的候选组「hrr」不是现有的角色、部门或岗位',
    ],
    [
      'a.bpmn',
      changed('assignee="${createUser}"', 'assignee="nobody"'),
      '用户任务「调整申请」的办理人「nobody」不存在或已停用',
    ],
    [
      'a.bpmn',
      changed(' flowable:initiator="createUser"', '').replaceAll('startEvent', 'manualTask'),
      '流程应有且只有一个开始事件',
    ],
    [
      'a.bpmn',
      changed(
        '<endEvent id="approved"',
        `<manualTask id="a" name="甲" /><manualTask id="b" name="乙" />
        <sequenceFlow id="ab" sourceRef="a" targetRef="b" /><sequenceFlow id="ba" sourceRef="b" targetRef="a" /><endEvent id="approved"`,
      ),
      '「甲」永远走不到',
    ],
  ])('of %s that is not fit is refused (%#)', async (name, body, message) => {
    const query = { category: 'flow_1', tenantIds: TENANT }
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, query, [file(name, body)])
    expect(answer.status).toBe(400)
    expect(answer.msg).toContain(message)
    const checked = await admin.upload(`${MANAGER}/check-upload`, {}, [file(name, body)])
    expect(checked.data.files[0].faults.join()).toContain(message)
  })

  test('of two files with one key deploys neither', async () => {
    const twin = changed('"leave"', '"twin"')
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds: TENANT }, [
      file('a.bpmn', twin),
      file('b.bpmn', twin),
    ])
    expect([answer.status, answer.msg]).toEqual([400, '流程标识「twin」在所选文件里出现了两次'])
    expect((await admin.get(`${MANAGER}/list`, { key: 'twin', size: 100 })).data.records).not.toContainEqual(
      expect.objectContaining({ key: 'twin' }),
    )
  })

  test('with pages of its own is started there alone', async () => {
    const answer = await applicant.post('/api/blade-flow/process/start-request', {
      processDefinitionId: definitionId,
      values: {},
    })
    expect([answer.status, answer.msg]).toEqual([400, '流程「请假流程」不能在这个页面发起'])
  })

  test('needs a kind that exists, and is for all tenants only from the managing one', async () => {
    const upload = (user: Client, query: object) =>
      user.upload(`${MANAGER}/deploy-upload`, { ...query }, [file('a.bpmn')])
    expect((await upload(admin, { category: '' })).msg).toBe('请选择流程类型')
    expect((await upload(admin, { category: 'flow_99' })).msg).toBe('流程类型不存在')
    expect((await upload(admin, { category: 'flow_1', tenantIds: 'nowhere' })).msg).toBe('所属租户「nowhere」不存在')
    const abroad = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    for (const role of ['hr', 'principal']) await app().user({ role, tenantId: OTHER_TENANT })
    expect((await upload(abroad, { category: 'flow_1' })).msg).toBe('通用流程由平台管理方部署，请选择定制流程')
    expect((await upload(abroad, { category: 'flow_1', tenantIds: TENANT })).status).toBe(403)
    expect((await upload(abroad, { category: 'flow_1', tenantIds: OTHER_TENANT })).status).toBe(200)
    expect((await upload(applicant, { category: 'flow_1', tenantIds: TENANT })).status).toBe(403)
    expect((await admin.get(`${MANAGER}/list`, { size: 100 })).data.records).not.toContainEqual(
      expect.objectContaining({ tenantId: OTHER_TENANT }),
    )
  })

  test.each([
    ['assignee="${createUser}"', (id: string) => `assignee="${id}"`, '用户任务「调整申请」'],
    ['candidateGroups="hr"', (id: string) => `candidateUsers="${id}"`, '用户任务「人事审批」'],
    ['candidateGroups="hr"', () => 'candidateGroups="1"', '用户任务「人事审批」'],
  ])('for all tenants names no account or unit of one (%s)', async (from, to, title) => {
    const body = changed(from, to(boss.userId)).replaceAll('"leave"', '"common"')
    const answer = await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1' }, [file('a.bpmn', body)])
    expect([answer.status, answer.msg]).toEqual([400, `a.bpmn：${title}：通用流程只能用角色或表达式指定办理人`])
  })

  test('suspended starts nothing and its tasks rest', async () => {
    const started = await startLeave(people)
    const suspend = await admin.post(`${MANAGER}/change-state`, undefined, {
      processId: definitionId,
      state: 'suspend',
    })
    expect(suspend.msg).toBe('流程「请假流程」已挂起')
    expect((await act(boss, started, 'ok')).msg).toBe('流程已挂起，暂不能办理')
    const form = leaveForm(people)
    const refused = await applicant.post(`${LEAVE}/start-process`, { processDefinitionId: definitionId, ...form })
    expect([refused.status, refused.msg]).toEqual([409, '流程已挂起'])
    expect((await applicant.get(`${WORK}/start-list`, { mode: 1 })).data.total).toBe(0)
    const unknown = { processId: definitionId, state: 'constructor' }
    expect((await admin.post(`${MANAGER}/change-state`, undefined, unknown)).msg).toBe('状态只能是激活或挂起')
    const gone = await admin.post(`${MANAGER}/change-state`, undefined, { processId: '987654321', state: 'active' })
    expect([gone.status, gone.msg]).toEqual([404, '数据不存在或已被删除'])
    await admin.post(`${MANAGER}/change-state`, undefined, { processId: definitionId, state: 'active' })
    expect(await logged('flow.changeState')).toEqual([
      ['flow.changeState', definitionId, { name: '请假流程', state: 'suspend' }],
      ['flow.changeState', definitionId, { name: '请假流程', state: 'active' }],
    ])
    expect((await act(boss, started, 'ok')).status).toBe(200)
  })

  test('whose last step refuses ends as refused: request, lists and notice say so', async () => {
    const once = changed('"leave"', '"once"')
      .replace('default="toAdjust"', 'default="toRefused"')
      .replace(
        'id="toAdjust" name="驳回" sourceRef="isPassed" targetRef="adjust"',
        'id="toRefused" name="驳回" sourceRef="isPassed" targetRef="refused"',
      )
    const drawn = once.replace(
      '<endEvent id="approved"',
      '<endEvent id="refused" name="已驳回" /><endEvent id="approved"',
    )
    const bare = drawn.replaceAll(/<bpmndi:BPMNDiagram[^]*<\/bpmndi:BPMNDiagram>/g, '')
    await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds: TENANT }, [file('a.bpmn', bare)])
    const [definition] = (await applicant.get(`${WORK}/start-list`, { key: 'once' })).data.records
    const started = await startLeave(people, { processDefinitionId: definition.id })
    expect((await act(boss, started, undefined)).status).toBe(200)
    expect(await leaveOf(applicant, started)).toMatchObject({ status: 3 })
    for (const [user, list] of [
      [applicant, 'send-list'],
      [boss, 'done-list'],
    ] as const) {
      const { data } = await user.get(`${WORK}/${list}`, { size: 100 })
      const row = data.records.find((one: Started) => one.processInstanceId === started.processInstanceId)
      expect(row).toMatchObject({ processIsFinished: 'finished', outcome: 'refused' })
    }
    const told = await applicant.get('/api/bigdata-service/sysMessage/listTaskMessage', { size: 100 })
    expect(told.data.records).toContainEqual(expect.objectContaining({ title: '已驳回：请假流程' }))
  })

  test('without pages or a form is refused, and not offered if its kind lost them', async () => {
    const other = changed('"leave"', '"paper"')
    const upload = (category: string) =>
      admin.upload(`${MANAGER}/deploy-upload`, { category, tenantIds: TENANT }, [file('a.bpmn', other)])
    expect((await upload('flow_2')).msg).toBe(
      '流程「请假流程」的开始事件没有表单字段，流程类型「报销流程」也没有专用页面，不能发起',
    )
    expect((await upload('flow_1')).status).toBe(200)
    expect((await applicant.get(`${WORK}/start-list`, { key: 'paper' })).data.total).toBe(1)
    await sql`update wf_definition set category = '2' where key = 'paper'`.execute(app().app.database.tenant(TENANT))
    expect((await applicant.get(`${WORK}/start-list`, { key: 'paper' })).data.total).toBe(0)
    expect((await admin.get(`${MANAGER}/list`, { key: 'paper' })).data.records).toMatchObject([{ formRoute: '' }])
  })

  test('is removed while nothing was started by it', async () => {
    const none = await admin.post(`${MANAGER}/delete-deployment`, undefined, { deploymentIds: ' , ' })
    expect([none.status, none.msg]).toEqual([400, '请选择至少一条数据'])
    const [common] = (await admin.get(`${MANAGER}/list`, { mode: 1 })).data.records
    const used = await admin.post(`${MANAGER}/delete-deployment`, undefined, { deploymentIds: common.deploymentId })
    expect([used.status, used.msg]).toEqual([409, '流程「请假流程」已有流程实例，不能删除；不再使用可以挂起'])
    const [own] = (await admin.get(`${MANAGER}/list`, { mode: 2 })).data.records
    expect(
      (await admin.post(`${MANAGER}/delete-deployment`, undefined, { deploymentIds: own.deploymentId })).status,
    ).toBe(200)
    expect((await admin.get(`${MANAGER}/list`, { mode: 2 })).data.records).not.toContainEqual(own)
    expect(await logged('flow.deleteDeployment')).toEqual([
      ['flow.deleteDeployment', own.deploymentId, { name: own.name }],
    ])
  })

  test('of one that waits before anybody acts: it is followed from its start', async () => {
    const wait = `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>
      <sequenceFlow id="toWait" sourceRef="start" targetRef="wait" />`
    const late = changed('"leave"', '"late"')
      .replace('sourceRef="start" targetRef="department" />', `sourceRef="wait" targetRef="department" />${wait}`)
      .replaceAll(/<bpmndi:BPMNDiagram[^]*<\/bpmndi:BPMNDiagram>/g, '')
    await admin.upload(`${MANAGER}/deploy-upload`, { category: 'flow_1', tenantIds: TENANT }, [file('a.bpmn', late)])
    const [definition] = (await applicant.get(`${WORK}/start-list`, { key: 'late' })).data.records
    const started = await startLeave(people, { processDefinitionId: definition.id })
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
    const found = await admin.post(`${MODEL}/check`, { modelEditorXml: draft })
    expect(found.data).toEqual({ faults: ['用户任务「部门审批」没有设置办理人、候选人或候选组'], warnings: [] })
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
    const [modelKey, name] = ['sick', '病假流程']
    expect(await logged('flow.modelSubmit', 'flow.modelDeploy', 'flow.modelRemove')).toEqual([
      ['flow.modelSubmit', id, { modelKey, name, version: 1 }],
      ['flow.modelSubmit', id, { modelKey, name, version: 2 }],
      ['flow.modelSubmit', id, { modelKey, name, version: 3 }],
      ['flow.modelDeploy', id, { modelKey, name, version: 3, category: '1', tenantIds: TENANT }],
      ['flow.modelRemove', id, { modelKey, name }],
    ])
  })

  test.each([
    ['nothing that runs', 'no xml', /BPMN/],
    ['a key that is too long', xml.replaceAll('"sick"', `"${'k'.repeat(65)}"`), /^模型标识不能超过64个字符$/],
  ])('with %s are not kept', async (_name, modelEditorXml, said) => {
    const before = (await admin.get(`${MODEL}/list`)).data.total
    const answer = await admin.post(`${MODEL}/submit`, { modelEditorXml })
    expect([answer.status, answer.msg]).toEqual([400, expect.stringMatching(said)])
    expect((await admin.get(`${MODEL}/list`)).data.total).toBe(before)
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
