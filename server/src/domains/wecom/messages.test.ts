import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, TENANT, type TestApp, startTestApp, waitForJob } from '../../../test/harness.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'
import { type WecomStandIn, startWecom } from '../../../test/stand-ins/wecom.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheApplication0000000000'
const MEMBERS = '/cgi-bin/message/send'
const NOTICE = '/cgi-bin/externalcontact/message/send'
let app: TestApp
let platform: WecomStandIn
let admin: Client
let made = 0
let corpId = ''
let corp: Row
let top: Row
let grade: Row
let classes: Row[]

beforeAll(async () => {
  platform = await startWecom()
  platform.secrets.add(SECRET)
  app = await startTestApp({ WECOM_API: platform.base })
  admin = await app.user({ role: 'administrator' })
})
afterAll(async () => {
  await app.app.close()
  await platform.close()
})

const db = () => app.app.database.tenant(TENANT)

async function keep(path: string, body: object): Promise<Row> {
  const { data, msg } = await admin.post(`${BASE}/${path}/submit`, body)
  if (!data?.id) throw new Error(msg)
  return data
}

/** A school with a grade of two classes. */
beforeEach(async () => {
  made += 1
  corpId = `ww${String(made).padStart(16, '0')}`
  corp = await keep('corp', { corpId, corpName: '校', schoolMode: 1, agentId: 1000002, secret: SECRET })
  top = await keep('dept', { corpId, deptName: '学校', deptType: 5, deptId: 1 })
  grade = await keep('dept', { corpId, deptName: '七年级', deptType: 2, parentId: top['id'] })
  classes = [
    await keep('dept', { corpId, deptName: '1班', deptType: 1, parentId: grade['id'] }),
    await keep('dept', { corpId, deptName: '2班', deptType: 1, parentId: grade['id'] }),
  ]
  platform.asked.length = 0
  platform.sent.length = 0
  platform.noParties.clear()
})

const body = (change: object = {}) => ({
  corpId,
  title: `通知${made}`,
  audience: 1,
  departments: classes.map(({ id }) => id),
  content: '周五开会',
  ...change,
})
const write = (change: object = {}) => admin.post<any>(`${BASE}/message/submit`, body(change))
const message = async (id: unknown) => (await admin.get<any>(`${BASE}/message/detail`, { id })).data
const results = async (id: unknown): Promise<Row[]> =>
  (await admin.get<any>(`${BASE}/message/results`, { id, size: 1000, ascs: 'deptId' })).data.records

async function send(id: unknown): Promise<Row> {
  const { data, msg } = await admin.post<any>(`${BASE}/message/send`, { id })
  if (!data?.jobId) throw new Error(msg)
  await waitForJob(admin, data.jobId)
  return message(id)
}

describe('a message', () => {
  test('to members goes out as a text, once for each department, and is kept as it went', async () => {
    const { id } = await keep('message', body())
    const sent = await send(id)
    expect(sent).toMatchObject({ messageStatus: 2, deptNum: 2, successNum: 2, failNum: 0, resultText: '已发出2个部门' })
    expect(platform.sent).toEqual([
      {
        toparty: classes.map(({ deptId }) => deptId).join('|'),
        msgtype: 'text',
        text: { content: `通知${made}\n周五开会` },
        agentid: 1000002,
        enable_duplicate_check: 1,
        duplicate_check_interval: 14400,
      },
    ])
    expect(await results(id)).toMatchObject([
      { deptName: '1班', deliverState: 2, text: '已发出' },
      { deptName: '2班', deliverState: 2 },
    ])
    expect((await admin.post(`${BASE}/message/submit`, { ...body(), id })).msg).toContain('已发送')
    const again = await admin.post(`${BASE}/message/send`, { id })
    expect(again.msg).toBe('没有可以再发的部门')
    expect((await message(id)).messageStatus).toBe(2)
    expect((await admin.post(`${BASE}/message/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  })

  test.each([
    [2, 0],
    [3, 1],
    [4, 2],
  ])('with a link to audience %i goes out as a notice of the school', async (audience, scope) => {
    const { id } = await keep('message', body({ audience, url: 'https://exam.example.cn/a' }))
    await send(id)
    expect(platform.askedOf(NOTICE)).toHaveLength(1)
    expect(platform.askedOf(MEMBERS)).toHaveLength(0)
    expect(platform.sent[0]).toMatchObject({
      recv_scope: scope,
      to_party: classes.map(({ deptId }) => String(deptId)),
      msgtype: 'news',
      news: { articles: [{ title: `通知${made}`, description: '周五开会', url: 'https://exam.example.cn/a' }] },
    })
  })

  test('with a link to members goes out as a card', async () => {
    await send((await keep('message', body({ url: 'https://exam.example.cn/a' })))['id'])
    expect(platform.sent[0]).toMatchObject({ msgtype: 'textcard', textcard: { title: `通知${made}` } })
  })

  test('to a department above goes there alone', async () => {
    const { id } = await keep('message', body({ departments: [classes[0]?.['id'], grade['id']] }))
    await keep('student', { corpId, studentUserid: 's1', name: '甲', departments: [classes[0]?.['id']] })
    const second = await keep('student', { corpId, studentUserid: 's2', name: '乙', departments: [classes[1]?.['id']] })
    await keep('studentparents', { corpId, parentUserid: 'p1', student: second['id'], mobile: '13812345678' })
    await sql`update wecom_parent set is_subscribe = 1 where corp_id = ${corpId}`.execute(db())
    const { data } = await admin.get(`${BASE}/message/preview`, { id })
    expect(data).toEqual({ deptNum: 1, names: ['七年级'], studentNum: 2, parentNum: 1, followNum: 1 })
    expect(platform.asked).toHaveLength(0)
    await send(id)
    expect(platform.sent).toMatchObject([{ toparty: String(grade['deptId']) }])
  })

  test('to many departments takes as many requests as are needed', async () => {
    const many: unknown[] = []
    for (let n = 0; n < 205; n += 1) {
      many.push((await keep('dept', { corpId, deptName: `${n}`, deptType: 1, parentId: grade['id'] }))['id'])
    }
    const { id } = await keep('message', body({ departments: many }))
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 205 })
    const parties = platform.sent.map((one) => String(one['toparty']).split('|'))
    expect(parties.map(({ length }) => length)).toEqual([100, 100, 5])
    expect(new Set(parties.flat()).size).toBe(205)
  })

  test('tells of departments the platform does not know, and goes to them once they are there', async () => {
    platform.noParties.add(Number(classes[1]?.['deptId']))
    const { id } = await keep('message', body())
    expect(await send(id)).toMatchObject({ messageStatus: 2, resultText: '已发出1个部门，未发出1个' })
    expect((await results(id))[1]).toMatchObject({
      deliverState: 3,
      text: '企业微信里没有该部门，或应用看不到该部门',
    })
    platform.noParties.clear()
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2, resultText: '已发出2个部门' })
    expect(platform.sent.map((one) => one['toparty'])).toEqual([
      classes.map(({ deptId }) => deptId).join('|'),
      String(classes[1]?.['deptId']),
    ])
  })

  test('that reaches nobody has failed', async () => {
    for (const { deptId } of classes) platform.noParties.add(Number(deptId))
    const { id } = await keep('message', body({ audience: 4 }))
    expect(await send(id)).toMatchObject({ messageStatus: 3, successNum: 0, failNum: 2 })
    expect((await results(id))[0]).toMatchObject({ deliverState: 3, text: '企业微信：接收人都无效（81013）' })
  })

  test.each([
    [40_056, '企业微信：应用编号不正确，请在企业管理中核对（40056）'],
    [60_020, '企业微信：服务器的IP地址不在可信名单内，请在企业微信后台添加（60020）'],
    [301_002, '企业微信：应用没有权限，请在企业微信后台授权（301002）'],
  ])('stops at %i, and goes on when it is sent again', async (code, reason) => {
    platform.failNext(code, { path: MEMBERS })
    const { id } = await keep('message', body())
    const stopped = await send(id)
    expect(stopped).toMatchObject({ messageStatus: 3, resultText: `已发出0个部门，未发出2个，${reason}` })
    expect(platform.sent).toHaveLength(0)
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2 })
    expect(platform.sent).toHaveLength(1)
  })
})

describe('nobody gets one twice', () => {
  test('though answers are lost', async () => {
    platform.hangUpNext({ times: 3, path: MEMBERS })
    const { id } = await keep('message', body())
    expect(await send(id)).toMatchObject({ messageStatus: 3 })
    expect((await results(id))[0]).toMatchObject({ deliverState: 1, text: '企业微信没有应答，可能已发出' })
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 2 })
    expect(platform.sent).toHaveLength(1)
  })

  test('though the program ends in the middle: what was handed over long ago is never handed over again', async () => {
    const { id } = await keep('message', body())
    platform.failNext(40_056, { path: MEMBERS })
    await send(id)
    // As a process leaves them that was killed between the request and its note.
    const claim = (deptId: unknown, part: number, ago: string) =>
      sql`update wecom_delivery set deliver_state = 1, part_no = ${part}::int, claim_time = localtimestamp - ${ago}::interval
        where message_id = ${id} and dept_id = ${deptId}`.execute(db())
    await claim(classes[0]?.['deptId'], 1, '4 hours')
    await claim(classes[1]?.['deptId'], 2, '3 hours')
    expect(await send(id)).toMatchObject({ messageStatus: 2, successNum: 1, failNum: 1 })
    expect(platform.sent).toMatchObject([{ toparty: String(classes[1]?.['deptId']) }])
    expect((await results(id))[0]).toMatchObject({ deliverState: 4, text: '发送时中断，可能已发出，没有重发' })
    expect((await admin.post(`${BASE}/message/send`, { id })).msg).toBe('没有可以再发的部门')
  })

  test('a job that is taken up again hands over the same request', async () => {
    const { id } = await keep('message', body())
    platform.hangUpNext({ times: 3, path: MEMBERS })
    await send(id)
    const [first, ...rest] = platform.askedOf(MEMBERS).map((one) => one.body)
    await send(id)
    expect(platform.askedOf(MEMBERS).length).toBeGreaterThan(rest.length + 1)
    for (const one of platform.askedOf(MEMBERS)) expect(one.body).toEqual(first)
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
    await keep('corp', { id: corp['id'], schoolMode: 0 })
    expect((await write({ audience: 2 })).msg).toBe('该企业不用家校通讯录，只能发给成员')
    const other = await keep('corp', { corpId: `${corpId}b`, corpName: '乙', schoolMode: 1 })
    expect((await write({ corpId: other['corpId'] })).msg).toBe('有的部门不属于该企业或已删除，请重新选择部门')
  })

  test('a corp that cannot send', async () => {
    const { id } = await keep('message', body())
    await keep('corp', { id: corp['id'], agentId: '' })
    expect((await admin.post(`${BASE}/message/send`, { id })).msg).toBe('请先在企业管理中填写应用编号')
    await keep('corp', { id: corp['id'], hasSecret: 0 })
    expect((await admin.post(`${BASE}/message/send`, { id })).msg).toBe('请先在企业管理中填写应用Secret')
    expect((await message(id)).messageStatus).toBe(0)
  })
})

test('a school writes to its own departments alone, and sees its own messages', async () => {
  const maker = new RowMaker(admin)
  const school = await maker.create(registry.entity('basicSchool'))
  const foreign = await maker.create(registry.entity('basicSchool'))
  await keep('corp', { id: corp['id'], uscc: school['schoolCode'] })
  await keep('dept', { id: top['id'], schoolCode: school['schoolCode'] })
  await keep('dept', { id: classes[1]?.['id'], schoolCode: foreign['schoolCode'] })
  const permissions = ['wecommessage_view', 'wecommessage_add', 'wecommessage_send']
  const head = await app.user({ role: 'school', schoolCode: String(school['schoolCode']), permissions })
  const post = (departments: unknown[]) => head.post<any>(`${BASE}/message/submit`, body({ departments }))
  const own = await post([classes[0]?.['id']])
  expect(own.data).toMatchObject({ schoolCode: school['schoolCode'] })
  expect((await post([classes[1]?.['id']])).status).toBe(400)
  const other = await keep('message', body({ departments: [classes[1]?.['id']] }))
  expect((await head.get<any>(`${BASE}/message/list`)).data.records).toMatchObject([{ id: own.data.id }])
  expect((await head.post(`${BASE}/message/send`, { id: other['id'] })).status).toBe(404)
  expect((await head.get(`${BASE}/message/results`, { id: other['id'] })).status).toBe(404)
  // Above it, another school's classes would be written to.
  expect((await post([grade['id']])).msg).toBe('有的下级部门不归您管理，请改选下级部门')
  const reader = await app.user({ role: 'exam', permissions: ['wecommessage_view'] })
  expect((await reader.post(`${BASE}/message/send`, { id: other['id'] })).status).toBe(403)
})
