import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { TENANT, waitForJob } from '../../../test/harness.ts'
import { useMessenger } from '../../../test/messenger.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'
import { nextId } from '../../platform/db/id.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheApplication0000000000'
const MEMBERS = '/cgi-bin/message/send'
const NOTICE = '/cgi-bin/externalcontact/message/send'
const desk = useMessenger(SECRET)
let top: Row
let grade: Row
let classes: Row[]

const db = () => desk.app.app.database.tenant(TENANT)

/** A school with a grade of two classes. */
beforeEach(async () => {
  await desk.open({ agentId: 1000002, secret: SECRET })
  top = await desk.keep('dept', { corpId: desk.corpId, deptName: '学校', deptType: 5, deptId: 1 })
  grade = await desk.keep('dept', { corpId: desk.corpId, deptName: '七年级', deptType: 2, parentId: top['id'] })
  classes = [
    await desk.keep('dept', { corpId: desk.corpId, deptName: '1班', deptType: 1, parentId: grade['id'] }),
    await desk.keep('dept', { corpId: desk.corpId, deptName: '2班', deptType: 1, parentId: grade['id'] }),
  ]
  desk.platform.asked.length = 0
  desk.platform.sent.length = 0
})

const body = (change: object = {}) => ({
  corpId: desk.corpId,
  title: `通知${desk.made}`,
  audience: 1,
  departments: classes.map(({ id }) => id),
  content: '周五开会',
  ...change,
})
const write = (change: object = {}) => desk.admin.post<any>(`${BASE}/message/submit`, body(change))
const message = async (id: unknown) => (await desk.admin.get<any>(`${BASE}/message/detail`, { id })).data
const count = async () => (await desk.admin.get<any>(`${BASE}/message/list`)).data.total
const results = async (id: unknown): Promise<Row[]> =>
  (await desk.admin.get<any>(`${BASE}/message/results`, { id, size: 1000, ascs: 'deptId' })).data.records

async function send(id: unknown): Promise<Row> {
  const { data, msg } = await desk.admin.post<any>(`${BASE}/message/send`, { id })
  if (!data?.jobId) throw new Error(msg)
  await waitForJob(desk.admin, data.jobId)
  return message(id)
}

describe('a message', () => {
  test('to members goes out as a text, once for each department, and is kept as it went', async () => {
    const { id } = await desk.keep('message', body())
    const sent = await send(id)
    expect(sent).toMatchObject({ messageStatus: 2, deptNum: 2, successNum: 2, failNum: 0, resultText: '已发出2个部门' })
    expect(desk.platform.sent).toEqual([
      {
        toparty: classes.map(({ deptId }) => deptId).join('|'),
        msgtype: 'text',
        text: { content: `通知${desk.made}\n周五开会` },
        agentid: 1000002,
        enable_duplicate_check: 1,
        duplicate_check_interval: 14400,
      },
    ])
    expect(await results(id)).toMatchObject([
      { deptName: '1班', deliverState: 2, text: '已发出' },
      { deptName: '2班', deliverState: 2 },
    ])
    expect((await desk.admin.post(`${BASE}/message/submit`, { ...body(), id })).msg).toContain('已发送')
    const again = await desk.admin.post(`${BASE}/message/send`, { id })
    expect(again.msg).toBe('没有可以再发的部门')
    expect((await message(id)).messageStatus).toBe(2)
    expect((await desk.admin.post(`${BASE}/message/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  })

  test.each([
    [2, 0],
    [3, 1],
    [4, 2],
  ])('with a link to audience %i goes out as a notice of the school', async (audience, scope) => {
    const { id } = await desk.keep('message', body({ audience, url: 'https://exam.example.cn/a' }))
    await send(id)
    expect(desk.platform.askedOf(NOTICE)).toHaveLength(1)
    expect(desk.platform.askedOf(MEMBERS)).toHaveLength(0)
    expect(desk.platform.sent[0]).toMatchObject({
      recv_scope: scope,
      to_party: classes.map(({ deptId }) => String(deptId)),
      msgtype: 'news',
      news: { articles: [{ title: `通知${desk.made}`, description: '周五开会', url: 'https://exam.example.cn/a' }] },
    })
  })

  test('with a link to members goes out as a card', async () => {
    await send((await desk.keep('message', body({ url: 'https://exam.example.cn/a' })))['id'])
    expect(desk.platform.sent[0]).toMatchObject({ msgtype: 'textcard', textcard: { title: `通知${desk.made}` } })
  })

  test('to a department above goes there alone', async () => {
    const { id } = await desk.keep('message', body({ departments: [classes[0]?.['id'], grade['id']] }))
    await desk.keep('student', {
      corpId: desk.corpId,
      studentUserid: 's1',
      name: '甲',
      departments: [classes[0]?.['id']],
    })
    const second = await desk.keep('student', {
      corpId: desk.corpId,
      studentUserid: 's2',
      name: '乙',
      departments: [classes[1]?.['id']],
    })
    await desk.keep('studentparents', {
      corpId: desk.corpId,
      parentUserid: 'p1',
      student: second['id'],
      mobile: '13812345678',
    })
    await sql`update wecom_parent set is_subscribe = 1 where corp_id = ${desk.corpId}`.execute(db())
    const { data } = await desk.admin.get(`${BASE}/message/preview`, { id })
    expect(data).toEqual({ deptNum: 1, names: ['七年级'], studentNum: 2, parentNum: 1, followNum: 1 })
    expect(desk.platform.asked).toHaveLength(0)
    await send(id)
    expect(desk.platform.sent).toMatchObject([{ toparty: String(grade['deptId']) }])
  })

  test('to many departments takes as many requests as are needed', async () => {
    const many: unknown[] = []
    for (let n = 0; n < 205; n += 1) {
      many.push(
        (await desk.keep('dept', { corpId: desk.corpId, deptName: `${n}`, deptType: 1, parentId: grade['id'] }))['id'],
      )
    }
    const { id } = await desk.keep('message', body({ departments: many }))
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 205 })
    const parties = desk.platform.sent.map((one) => String(one['toparty']).split('|'))
    expect(parties.map(({ length }) => length)).toEqual([100, 100, 5])
    expect(new Set(parties.flat()).size).toBe(205)
  })

  test('tells of departments the platform does not know, and goes to them once they are there', async () => {
    desk.platform.noParties.add(Number(classes[1]?.['deptId']))
    const { id } = await desk.keep('message', body())
    expect(await send(id)).toMatchObject({ messageStatus: 2, resultText: '已发出1个部门，未发出1个' })
    expect((await results(id))[1]).toMatchObject({
      deliverState: 3,
      text: '企业微信里没有该部门，或应用看不到该部门',
    })
    desk.platform.noParties.clear()
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2, resultText: '已发出2个部门' })
    expect(desk.platform.sent.map((one) => one['toparty'])).toEqual([
      classes.map(({ deptId }) => deptId).join('|'),
      String(classes[1]?.['deptId']),
    ])
  })

  test('that reaches nobody has failed', async () => {
    for (const { deptId } of classes) desk.platform.noParties.add(Number(deptId))
    const { id } = await desk.keep('message', body({ audience: 4 }))
    expect(await send(id)).toMatchObject({ messageStatus: 3, successNum: 0, failNum: 2 })
    expect((await results(id))[0]).toMatchObject({ deliverState: 3, text: '企业微信：接收人都无效（81013）' })
  })

  test.each([
    [40_056, '企业微信：应用AgentId不正确，请在企业管理中核对（40056）'],
    [60_020, '企业微信：服务器的IP地址不在可信名单内，请在企业微信后台添加（60020）'],
    [301_002, '企业微信：应用没有权限，请在企业微信后台授权（301002）'],
  ])('stops at %i, and goes on when it is sent again', async (code, reason) => {
    desk.platform.failNext(code, { path: MEMBERS })
    const { id } = await desk.keep('message', body())
    const stopped = await send(id)
    expect(stopped).toMatchObject({ messageStatus: 3, resultText: `已发出0个部门，未发出2个，${reason}` })
    expect(desk.platform.sent).toHaveLength(0)
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2 })
    expect(desk.platform.sent).toHaveLength(1)
  })
})

describe('nobody gets one twice', () => {
  test('though answers are lost', async () => {
    desk.platform.hangUpNext({ times: 3, path: MEMBERS })
    const { id } = await desk.keep('message', body())
    expect(await send(id)).toMatchObject({ messageStatus: 3 })
    expect((await results(id))[0]).toMatchObject({ deliverState: 1, text: '企业微信没有应答，可能已发出' })
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2 })
    expect(desk.platform.sent).toHaveLength(1)
  })

  test('though the program ends in the middle: what was handed over long ago is never handed over again', async () => {
    const { id } = await desk.keep('message', body())
    desk.platform.failNext(40_056, { path: MEMBERS })
    await send(id)
    // As a process leaves them that was killed between the request and its note.
    const claim = (deptId: unknown, part: number, ago: string) =>
      sql`update wecom_delivery set deliver_state = 1, part_no = ${part}::int, claim_time = localtimestamp - ${ago}::interval
        where message_id = ${id} and dept_id = ${deptId}`.execute(db())
    await claim(classes[0]?.['deptId'], 1, '4 hours')
    await claim(classes[1]?.['deptId'], 2, '3 hours')
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 1, failNum: 1 })
    expect(desk.platform.sent).toMatchObject([{ toparty: String(classes[1]?.['deptId']) }])
    expect((await results(id))[0]).toMatchObject({ deliverState: 4, text: '发送时中断，可能已发出，没有重发' })
    expect((await desk.admin.post(`${BASE}/message/send`, { id })).msg).toBe('没有可以再发的部门')
  })

  test('a job that is taken up again hands over the same request', async () => {
    const { id } = await desk.keep('message', body())
    desk.platform.hangUpNext({ times: 3, path: MEMBERS })
    await send(id)
    const [first, ...rest] = desk.platform.askedOf(MEMBERS).map((one) => one.body)
    await send(id)
    expect(desk.platform.askedOf(MEMBERS).length).toBeGreaterThan(rest.length + 1)
    for (const one of desk.platform.askedOf(MEMBERS)) expect(one.body).toEqual(first)
  })
})

describe('is refused', () => {
  test('what the platform would not take, by field', async () => {
    const long = '长'.repeat(171)
    expect((await write({ url: 'https://a.cn', content: long })).msg).toBe(
      '有链接时消息内容最多512字节（一个汉字3字节），现有513字节，请缩短',
    )
    expect((await write({ url: 'https://a.cn', title: '长'.repeat(43) })).msg).toContain('有链接时消息标题最多128字节')
    expect((await write({ content: '长'.repeat(682) })).msg).toContain('标题和消息内容共最多2048字节')
    expect((await write({ departments: [] })).msg).toBe('请选择部门')
    const { rows: many } = await sql<{
      id: string
    }>`insert into wecom_dept (id, tenant_id, corp_id, dept_name, dept_id, dept_type)
      select ${nextId()}::bigint + n, ${TENANT}, ${desk.corpId}, '兴趣' || n, 1000 + n, 1 from generate_series(1, 1001) n
      returning id::text`.execute(db())
    const [none, kept] = [await count(), many.map(({ id }) => id)]
    const tooMany = await write({ departments: kept })
    expect([tooMany.status, tooMany.msg]).toEqual([400, '一次最多选择1000个部门'])
    expect(tooMany.data.problems).toEqual([{ field: 'departments', message: '一次最多选择1000个部门' }])
    expect(await count()).toBe(none)
    await desk.keep('corp', { id: desk.corp['id'], schoolMode: 0 })
    expect((await write({ audience: 2 })).msg).toBe('该企业不用家校通讯录，只能发给成员')
    const other = await desk.keep('corp', { corpId: `${desk.corpId}b`, corpName: '乙', schoolMode: 1 })
    expect((await write({ corpId: other['corpId'] })).msg).toBe('有的部门不属于该企业或已删除，请重新选择部门')
  })

  test('a corp that cannot send', async () => {
    const { id } = await desk.keep('message', body())
    await desk.keep('corp', { id: desk.corp['id'], agentId: '' })
    expect((await desk.admin.post(`${BASE}/message/send`, { id })).msg).toBe('请先在企业管理中填写应用AgentId')
    await desk.keep('corp', { id: desk.corp['id'], hasSecret: 0 })
    expect((await desk.admin.post(`${BASE}/message/send`, { id })).msg).toBe('请先在企业管理中填写应用Secret')
    expect((await message(id)).messageStatus).toBe(0)
  })

  test('a corp that is gone', async () => {
    const { id } = await desk.keep('message', body())
    await sql`update wecom_corp set is_deleted = 1 where corp_id = ${desk.corpId}`.execute(db())
    const changed = await desk.admin.post(`${BASE}/message/submit`, { id, content: '周六开会' })
    expect([changed.msg, changed.data.problems]).toEqual(['企业不存在', [{ field: 'corpId', message: '企业不存在' }]])
    expect((await desk.admin.post(`${BASE}/message/send`, { id })).msg).toBe('企业不存在')
    expect(await message(id)).toMatchObject({ content: '周五开会', messageStatus: 0 })
  })
})

test('a message whose corp is gone when its turn comes has failed, and says why', async () => {
  const { id } = await desk.keep('message', body())
  await sql`update wecom_message set message_status = 1 where id = ${id}`.execute(db())
  await sql`update wecom_corp set is_deleted = 1 where corp_id = ${desk.corpId}`.execute(db())
  const ctx = await desk.app.app.ctxOf(TENANT, desk.admin.userId)
  const job = { name: 'wecom.send-message', title: '发送部门消息' }
  const jobId = await ctx?.jobs.start(ctx, job, { messageId: id })
  await expect(waitForJob(desk.admin, String(jobId))).rejects.toThrow('企业不存在')
  await expect.poll(async () => (await message(id)).messageStatus).toBe(3)
  expect((await message(id)).resultText).toContain('企业不存在')
})

test('a school writes to its own departments alone, and sees its own messages', async () => {
  const maker = new RowMaker(desk.admin)
  const school = await maker.create(registry.entity('basicSchool'))
  const foreign = await maker.create(registry.entity('basicSchool'))
  await desk.keep('corp', { id: desk.corp['id'], uscc: school['schoolCode'] })
  await desk.keep('dept', { id: top['id'], schoolCode: school['schoolCode'] })
  await desk.keep('dept', { id: classes[1]?.['id'], schoolCode: foreign['schoolCode'] })
  const permissions = ['wecommessage_view', 'wecommessage_add', 'wecommessage_send']
  const head = await desk.app.user({ role: 'school', schoolCode: String(school['schoolCode']), permissions })
  const post = (departments: unknown[]) => head.post<any>(`${BASE}/message/submit`, body({ departments }))
  const own = await post([classes[0]?.['id']])
  expect(own.data).toMatchObject({ schoolCode: school['schoolCode'] })
  expect((await post([classes[1]?.['id']])).status).toBe(400)
  const other = await desk.keep('message', body({ departments: [classes[1]?.['id']] }))
  expect((await head.get<any>(`${BASE}/message/list`)).data.records).toMatchObject([{ id: own.data.id }])
  expect((await head.post(`${BASE}/message/send`, { id: other['id'] })).status).toBe(404)
  expect((await head.get(`${BASE}/message/results`, { id: other['id'] })).status).toBe(404)
  // Above it, another school's classes would be written to.
  expect((await post([grade['id']])).msg).toBe('有的下级部门不归您管理，请改选下级部门')
  const reader = await desk.app.user({ role: 'exam', permissions: ['wecommessage_view'] })
  expect((await reader.post(`${BASE}/message/send`, { id: other['id'] })).status).toBe(403)
})
