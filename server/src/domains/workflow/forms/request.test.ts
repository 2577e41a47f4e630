import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { RowMaker } from '../../../../test/rows.ts'
import { type Started, WORK, act, leavePeople, taskOf } from '../../../../test/leave.ts'

const app = useTestApp({ ROLES: 'web' })
const PROCESS = '/api/blade-flow/process'
const MANAGER = '/api/blade-flow/manager'
const XML = readFileSync(new URL('../../../demo/expense.bpmn20.xml', import.meta.url), 'utf8')
let schoolCode = ''

let admin: Client
let applicant: Client
let boss: Client
let principal: Client
let definitionId = ''

beforeAll(async () => {
  ;({ admin, boss } = await leavePeople(app()))
  schoolCode = String((await new RowMaker(admin).parent('basicSchool'))['schoolCode'])
  applicant = await app().user({ role: 'teacher', schoolCode })
  principal = await app().user({ role: 'principal' })
  await deploy(XML)
  const { data } = await applicant.get(`${WORK}/start-list`, { key: 'expense' })
  expect(data.records).toMatchObject([{ key: 'expense', formRoute: 'general', category: 'flow_2' }])
  definitionId = data.records[0].id
})

function deploy(xml: string, category = 'flow_2') {
  const file = { name: 'expense.bpmn20.xml', body: Buffer.from(xml) }
  return admin.upload(`${MANAGER}/deploy-upload`, { category, tenantIds: TENANT }, [file])
}

function form(change: object = {}) {
  return {
    approver: boss.userId,
    kind: 'travel',
    amount: '820.50',
    spentOn: '2026-03-02',
    school: schoolCode,
    reason: '到省里开会',
    ...change,
  }
}

function start(values: object, user = applicant) {
  return user.post(`${PROCESS}/start-request`, { processDefinitionId: definitionId, values })
}

async function started(change: object = {}): Promise<Started> {
  const { status, msg, data } = await start(form(change))
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

/** The answer to a request of a process that is deployed before. */
async function answerTo(xml: string, key: string, values: object) {
  expect((await deploy(xml)).msg).toBe('操作成功')
  const { data } = await applicant.get(`${WORK}/start-list`, { key })
  return applicant.post(`${PROCESS}/start-request`, { processDefinitionId: data.records[0].id, values })
}

async function startedBy(xml: string, key: string, values: object): Promise<Started> {
  const { status, msg, data } = await answerTo(xml, key, values)
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

async function requestOf(user: Client, { id }: Started) {
  return (await user.get(`${PROCESS}/request-detail`, { businessId: id })).data
}

async function claim(user: Client, of: Started): Promise<void> {
  const taskId = await taskOf(user, 'claim', of)
  expect((await user.post(`${WORK}/claim-task`, undefined, { taskId })).status).toBe(200)
}

test('the form of a process is what its file declares', async () => {
  const { data } = await applicant.get(`${PROCESS}/start-form`, { processDefinitionId: definitionId })
  expect(data.name).toBe('报销流程')
  expect(data.fields.map((one: { name: string; kind: string }) => [one.name, one.kind])).toEqual([
    ['审批人', 'people'],
    ['费用类别', 'enum'],
    ['金额（元）', 'double'],
    ['发生日期', 'date'],
    ['所属学校', 'school'],
    ['事由', 'text'],
    ['票据', 'upload'],
  ])
})

test.each([
  [{ approver: '' }, '请选择审批人'],
  [{ approver: '1' }, '「审批人」不是有效的选项'],
  [{ kind: 'bribe' }, '「费用类别」不是有效的选项'],
  [{ amount: 'much' }, '金额（元）应为数字'],
  [{ spentOn: '2026-02-30' }, '发生日期应为日期，如2026-09-01'],
  [{ school: 'nowhere' }, '「所属学校」不是有效的选项'],
  [{ reason: 'x'.repeat(2001) }, '事由不能超过2000个字符'],
  [{ invoices: [{ id: '1', name: 'a.pdf' }] }, '「票据」的附件无效或超过10个'],
])('a form with %j is refused', async (change, message) => {
  const { status, msg } = await start(form(change))
  expect([status, msg]).toEqual([400, message])
})

test('nobody is asked to judge what he asks for himself', async () => {
  expect((await start(form({ approver: applicant.userId }))).msg).toBe('审批人不能是本人')
})

test('the applicant is not asked to judge, however a later step is given to the one whom a reviewer names', async () => {
  const second = '<flowable:formProperty id="second" name="复核人" type="people" required="true" />'
  const named = (assignee: string) =>
    XML.replaceAll('"expense"', '"named"')
      .replace('${approver}" />', `\${approver}"><extensionElements>${second}</extensionElements></userTask>`)
      .replace('flowable:candidateGroups="principal,school"', `flowable:assignee="${assignee}"`)
  for (const assignee of ['${ second }', "#{kind == 'travel' ? second : approver}"]) {
    const one = await startedBy(named(assignee), 'named', form({ amount: 2000 }))
    const pick = (who: Client) => act(boss, one, 'ok', { variables: { second: who.userId } })
    expect((await pick(applicant)).msg).toBe('复核人不能是申请人')
    expect((await pick(principal)).status).toBe(200)
    expect(await taskOf(principal, 'todo', one)).not.toBe('')
  }
})

test('the applicant does not name himself among those a step of several people is given to', async () => {
  const loop = '<multiInstanceLoopCharacteristics flowable:collection="approver" flowable:elementVariable="one" />'
  const several = XML.replaceAll('"expense"', '"several"').replace('${approver}" />', `\${one}">${loop}</userTask>`)
  expect((await answerTo(several, 'several', form({ approver: applicant.userId }))).msg).toBe('审批人不能是本人')
})

test('a process that cannot go on says why, and stays where it was', async () => {
  const limit = '<conditionExpression xsi:type="tFormalExpression">${amount &gt; 5000}</conditionExpression>'
  const stuck = XML.replaceAll('"expense"', '"stuck"')
    .replace(' default="toApproved"', '')
    .replace('targetRef="approved" />', `targetRef="approved">${limit}</sequenceFlow>`)
  const one = await startedBy(stuck, 'stuck', form())
  const { status, msg } = await act(boss, one, 'ok')
  expect([status, msg]).toEqual([409, '网关「超过 1000 元？」没有符合条件的分支，请联系流程管理员'])
  expect(await taskOf(boss, 'todo', one)).not.toBe('')
})

test('a small amount is agreed to by the approver alone; the request is told in words', async () => {
  const one = await started()
  expect(await requestOf(boss, one)).toMatchObject({ status: 1, fields: [], flow: { taskName: '负责人审批' } })
  expect((await act(boss, one, 'ok')).status).toBe(200)
  const request = await requestOf(applicant, one)
  expect(request).toMatchObject({ name: '报销流程', status: 2, flow: { status: 'finish' } })
  const texts = request.answers.map((answer: { name: string; text: string }) => [answer.name, answer.text])
  expect(texts).toContainEqual(['费用类别', '差旅'])
  expect(texts).toContainEqual(['金额（元）', '820.50'])
  expect(texts).toContainEqual(['审批人', expect.stringContaining(`u${boss.userId}`)])
  expect(texts).not.toContainEqual(expect.arrayContaining(['票据']))
})

test('a step fills in its own fields; what it leaves out is asked for, except of who refuses', async () => {
  const one = await started({ amount: 2000 })
  await act(boss, one, 'ok')
  await claim(principal, one)
  const { fields } = await requestOf(principal, one)
  expect(fields.map((field: { name: string }) => field.name)).toEqual(['经费来源'])
  expect((await act(principal, one, 'ok')).msg).toBe('请输入经费来源')
  const tried = { variables: { source: '公用经费', amount: 1, pass: false } }
  expect((await act(principal, one, 'ok', tried)).status).toBe(200)
  const request = await requestOf(applicant, one)
  expect(request.status).toBe(2)
  const texts = request.answers.map((answer: { name: string; text: string }) => [answer.name, answer.text])
  expect(texts).toContainEqual(['经费来源', '公用经费'])
  expect(texts).toContainEqual(['金额（元）', '2000'])
})

test('a refusal at the last step ends the request as refused', async () => {
  const one = await started({ amount: 2000 })
  await act(boss, one, 'ok')
  await claim(principal, one)
  expect((await act(principal, one, undefined)).status).toBe(200)
  expect(await requestOf(applicant, one)).toMatchObject({ status: 3, flow: { status: 'finish' } })
  const { data } = await applicant.get(`${WORK}/send-list`, { size: 100 })
  const row = data.records.find((each: Started) => each.processInstanceId === one.processInstanceId)
  expect(row).toMatchObject({ outcome: 'refused', formRoute: 'general' })
})

describe('an attachment', () => {
  const file = { name: '票据.txt', body: Buffer.from('invoice') }

  test('is read by those who see the request, and by nobody else', async () => {
    const { data } = await applicant.upload(`${PROCESS}/form-upload`, {}, [file])
    const one = await started({ invoices: data })
    const query = { businessId: one.id, fileId: data[0].id }
    const read = await boss.get(`${PROCESS}/form-file`, query)
    expect([read.status, read.raw.toString()]).toEqual([200, 'invoice'])
    const stranger = await app().user({ role: 'teacher', schoolCode })
    const abroad = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    for (const other of [stranger, abroad]) {
      expect((await other.get(`${PROCESS}/form-file`, query)).status).toBe(404)
      expect((await other.get(`${PROCESS}/request-detail`, { businessId: one.id })).status).toBe(404)
    }
    expect((await requestOf(boss, one)).answers.at(-1)).toMatchObject({ name: '票据', files: [{ name: '票据.txt' }] })
  })

  test('of one request is not read as one of another, even by who sees both', async () => {
    const { data } = await applicant.upload(`${PROCESS}/form-upload`, {}, [file])
    await started({ invoices: data })
    const other = await started()
    const read = await applicant.get(`${PROCESS}/form-file`, { businessId: other.id, fileId: data[0].id })
    expect([read.status, read.msg]).toEqual([404, '数据不存在或已被删除'])
  })

  test('that somebody else brought in is not taken', async () => {
    const { data } = await boss.upload(`${PROCESS}/form-upload`, {}, [file])
    expect((await start(form({ invoices: data }))).msg).toBe('「票据」的附件无效或超过10个')
  })
})

test('a field hidden at a step is not told to whoever has that step alone', async () => {
  const hidden = XML.replace('name="负责人审批" flowable:assignee="${approver}" />', (found) =>
    found.replace(
      ' />',
      '><extensionElements><flowable:formProperty id="reason" name="事由" type="text" readable="false" /></extensionElements></userTask>',
    ),
  ).replaceAll('"expense"', '"discreet"')
  const one = await startedBy(hidden, 'discreet', form())
  const named = async (user: Client) =>
    (await requestOf(user, one)).answers.map((answer: { name: string }) => answer.name)
  expect(await named(boss)).not.toContain('事由')
  expect(await named(applicant)).toContain('事由')
  expect(await named(admin)).toContain('事由')
})

/** A refused request goes back to its applicant, who may give it up. */
function adjusting(key: string): string {
  return XML.replaceAll('"expense"', `"${key}"`)
    .replace(
      'id="toRefused" name="驳回" sourceRef="isPassed" targetRef="refused"',
      'id="toRefused" name="驳回" sourceRef="isPassed" targetRef="change"',
    )
    .replace(
      '<endEvent id="approved"',
      `<userTask id="change" name="修改申请" flowable:assignee="\${createUser}" flowable:formKey="adjust" />
      <sequenceFlow id="toIsAgain" sourceRef="change" targetRef="isAgain" />
      <exclusiveGateway id="isAgain" default="toGivenUp" />
      <sequenceFlow id="toReviewAgain" sourceRef="isAgain" targetRef="review">
        <conditionExpression>\${pass}</conditionExpression>
      </sequenceFlow>
      <sequenceFlow id="toGivenUp" sourceRef="isAgain" targetRef="refused" /><endEvent id="approved"`,
    )
}

test('a request goes back to its applicant, who changes the form of the start', async () => {
  const one = await startedBy(adjusting('again'), 'again', form())
  await act(boss, one, undefined)
  const request = await requestOf(applicant, one)
  expect(request).toMatchObject({ status: 3, values: { amount: '820.50' } })
  const changed = await act(applicant, one, 'ok', { variables: form({ amount: '12.00' }) })
  expect(changed.status).toBe(200)
  expect(await requestOf(boss, one)).toMatchObject({ status: 1, flow: { taskName: '负责人审批' } })
  expect((await act(boss, one, 'ok')).status).toBe(200)
  expect((await requestOf(applicant, one)).status).toBe(2)
})

test('a value that a change does not send goes on to count where the way is chosen', async () => {
  const optional = adjusting('kept').replace('type="double" required="true"', 'type="double"')
  const one = await startedBy(optional, 'kept', form({ amount: 5000 }))
  await act(boss, one, undefined)
  const { amount: _, ...others } = form()
  expect((await act(applicant, one, 'ok', { variables: others })).status).toBe(200)
  expect((await act(boss, one, 'ok')).status).toBe(200)
  const request = await requestOf(principal, one)
  expect(request).toMatchObject({ status: 1, flow: { taskName: '校长审批' } })
  expect(request.answers).toContainEqual(expect.objectContaining({ name: '金额（元）', text: '5000' }))
})

test('who gives a request up changes none of its answers', async () => {
  const urgent = '<flowable:formProperty id="urgent" name="加急" type="boolean" />'
  const xml = adjusting('dropped').replace('<flowable:formProperty id="spentOn"', `${urgent}$&`)
  const one = await startedBy(xml, 'dropped', form({ urgent: 1 }))
  await act(boss, one, undefined)
  const { answers } = await requestOf(applicant, one)
  expect(answers).toContainEqual(expect.objectContaining({ name: '加急', text: '是' }))
  expect((await act(applicant, one, undefined)).status).toBe(200)
  expect((await requestOf(applicant, one)).answers).toEqual(answers)
})

describe('a process file', () => {
  test.each([
    ['type="double"', 'type="money"', '「开始」的表单字段「金额（元）」的类型「money」不支持'],
    ['id="amount"', 'id="pass"', '「开始」的表单字段「金额（元）」的标识「pass」不能使用'],
    ['id="spentOn"', 'id="amount"', '「开始」的表单字段「发生日期」重复'],
    [
      'type="people" writable="false"',
      'type="string" writable="false"',
      '「校长审批」的表单字段「审批人」的类型与其他步骤不一致',
    ],
    ['${amount &gt; 1000}', '${amont &gt; 1000}', '连线「超过 1000 元」用到了不存在的字段「amont」'],
    [
      '<flowable:value id="exam" name="考务" />',
      '<flowable:value id="travel" name="考务" />',
      '「费用类别」的选项重复或为空',
    ],
    ['assignee="${approver}"', 'assignee="${reason}"', '「负责人审批」由字段「事由」指定办理人，它应是人员字段'],
  ])('in which %s is %s is refused by name', async (from, to, message) => {
    const { status, msg } = await deploy(XML.replace(from, to))
    expect(status).toBe(400)
    expect(msg).toContain(message)
  })

  test('with a form is not for a kind that has pages of its own', async () => {
    expect((await deploy(XML, 'flow_1')).msg).toContain('流程类型「请假流程」有专用页面')
  })
})

test('a step is open to the accounts and groups it names, each told, and to nobody else', async () => {
  const second = await app().user({ role: 'teacher', schoolCode })
  const other = await app().user({ role: 'principal' })
  const named = XML.replaceAll('"expense"', '"open"').replace(
    ' flowable:assignee="${approver}"',
    ` flowable:candidateUsers="taskUser_${second.userId},u${boss.userId}"`,
  )
  const one = await startedBy(named, 'open', form())
  expect(await taskOf(other, 'claim', one)).toBe('')
  for (const user of [second, boss]) expect(await taskOf(user, 'claim', one)).not.toBe('')
  const told = await second.get('/api/bigdata-service/sysMessage/listTaskMessage', { size: 100 })
  expect(told.data.records).toContainEqual(expect.objectContaining({ title: '待签收：报销流程', link: '/work/claim' }))
  await claim(second, one)
  expect(await taskOf(boss, 'claim', one)).toBe('')
})

test('the applicant is told where a process says so', async () => {
  const tell = `<serviceTask id="tell" name="告知" flowable:delegateExpression="\${notifyStarter}" />
    <sequenceFlow id="toTell" sourceRef="start" targetRef="tell" />`
  const telling = XML.replaceAll('"expense"', '"telling"').replace(
    /<sequenceFlow id="(\w+)" sourceRef="start"/,
    `${tell}<sequenceFlow id="$1" sourceRef="tell"`,
  )
  const one = await startedBy(telling, 'telling', form())
  const told = await applicant.get('/api/bigdata-service/sysMessage/listTaskMessage', { size: 100 })
  const link = `/work/process/general/detail/${one.processInstanceId}/${one.id}`
  expect(told.data.records).toContainEqual(expect.objectContaining({ title: '流程进展：报销流程', link }))
})

test('choices are those the user sees, by name or by what is picked already', async () => {
  const people = await applicant.get(`${PROCESS}/choices`, { kind: 'people', keyword: boss.userId })
  expect(people.data).toContainEqual({ value: boss.userId, label: `u${boss.userId}` })
  const roles = await admin.get(`${PROCESS}/choices`, { kind: 'role', keyword: '校长' })
  expect(roles.data).toContainEqual({ value: 'principal', label: '校长' })
  const named = await admin.get(`${PROCESS}/choices`, { kind: 'role', keyword: '没有', keys: 'hr' })
  expect(named.data).toEqual([{ value: 'hr', label: '人事' }])
  expect((await admin.get(`${PROCESS}/choices`, { kind: 'moon' })).status).toBe(400)
})

test.each(['role', 'post'])('choices of kind %s are for those who see the models of processes', async (kind) => {
  expect((await applicant.get(`${PROCESS}/choices`, { kind })).status).toBe(403)
  const modeler = await app().user({ role: 'exam', permissions: ['flow_model_view'] })
  expect((await modeler.get(`${PROCESS}/choices`, { kind })).status).toBe(200)
})

test('choices by their keys are those the user sees, too', async () => {
  const other = String((await new RowMaker(admin, '另', 500).parent('basicSchool'))['schoolCode'])
  expect(other).not.toBe(schoolCode)
  const keys = [schoolCode, other].join()
  const { data } = await applicant.get(`${PROCESS}/choices`, { kind: 'school', keyword: '没有', keys })
  expect(data.map(({ value }: { value: string }) => value)).toEqual([schoolCode])
})
