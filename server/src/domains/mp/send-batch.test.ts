import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TENANT, type TestApp, startTestApp, waitForJob } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk
let templateId: string

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base })
  desk = await openDesk(app, wechat)
  wechat.follow(60, 'b')
  await desk.pull()
  const synced = await desk.admin.post<any>(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
  expect(synced.data).toEqual({ count: 2 })
  templateId = 'tpl-score'
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const db = () => app.app.database.tenant(TENANT)
const DATA = [
  { name: 'thing1', value: '期中联考' },
  { name: 'time2', value: '2026-05-10' },
  { name: 'thing3', value: '请登录查看' },
]
const body = (change: object = {}) => ({ templateId, data: DATA, ...change })
const send = (change: object = {}) => desk.admin.post<any>(`${MANAGE}/msgTemplate/sendMsgBatch`, body(change))
const batch = async (id: string) => {
  const { data } = await desk.admin.get<any>(`${MANAGE}/templateBatch/list`, { size: 100 })
  return data.records.find((row: any) => row.id === id)
}
const arrivedOf = (from: number) => wechat.arrived.slice(from)

describe('templates', () => {
  const list = async () => (await desk.admin.get<any>(`${MANAGE}/msgTemplate/list`, { size: 100 })).data.records

  test('keep what was filled in here when they are read anew; one gone there is out of use', async () => {
    const row = (await list()).find((one: any) => one.templateId === 'tpl-meeting')
    expect(row.content).toBe('主题：{{thing1.DATA}}\n地点：{{thing2.DATA}}')
    await desk.admin.post(`${MANAGE}/msgTemplate/${row.id}`, {
      name: '家长会',
      data: [{ name: 'thing1', value: '家长会' }],
      url: 'https://a.cn',
    })
    const wrong = await desk.admin.post(`${MANAGE}/msgTemplate/${row.id}`, { data: [{ name: 'thing1' }] })
    expect([wrong.status, wrong.msg]).toEqual([400, '填写内容的格式不正确'])
    const meeting = wechat.templates.find((one) => one.template_id === 'tpl-meeting') as { title: string }
    meeting.title = '家长会通知（新）'
    await desk.admin.post(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
    const after = (await list()).find((one: any) => one.templateId === 'tpl-meeting')
    expect(after).toMatchObject({
      id: row.id,
      name: '家长会',
      url: 'https://a.cn',
      title: '家长会通知（新）',
      isEnabled: 1,
    })
    expect(after.data).toEqual([{ name: 'thing1', value: '家长会' }])
    wechat.templates = wechat.templates.filter((one) => one.template_id !== 'tpl-meeting')
    await desk.admin.post(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
    expect((await list()).find((one: any) => one.templateId === 'tpl-meeting').isEnabled).toBe(0)
    expect((await send({ templateId: 'tpl-meeting' })).msg).toBe('该模板已不可用，请先同步消息模板')
    // Older clients of the family say so in another word.
    await desk.admin.post(`${MANAGE}/msgTemplate/update`, { id: row.id, status: true })
    expect((await list()).find((one: any) => one.templateId === 'tpl-meeting').isEnabled).toBe(1)
  })
})

describe('a batch', () => {
  test('is tried without sending anything: how many, whom first, how it reads', async () => {
    const before = wechat.arrived.length
    const tried = await desk.admin.post<any>(
      `${MANAGE}/msgTemplate/previewMsgBatch`,
      body({ wxUserFilterParams: { openid: 'b0000007' } }),
    )
    expect(tried.data).toMatchObject({
      total: 1,
      quotaLeft: 100_000,
      text: '考试：期中联考\n时间：2026-05-10\n请登录查看',
    })
    expect(tried.data.users).toEqual([{ openid: 'b0000007', nickname: '', remark: '' }])
    const all = await desk.admin.post<any>(`${MANAGE}/msgTemplate/previewMsgBatch`, body())
    expect([all.data.total, all.data.users.length]).toEqual([60, 10])
    expect(wechat.arrived).toHaveLength(before)
    expect((await send({ wxUserFilterParams: { openid: 'nobody' } })).msg).toBe('没有符合条件的粉丝')
    expect((await send({ data: [] })).msg).toBe('请输入填写内容')
    expect((await send({ data: [{ name: 'thing1' }] })).msg).toBe('请填写模板内容')
    expect((await send({ wxUserFilterParams: { openid: ['b0000007'] } })).msg).toBe('粉丝条件的格式不正确')
    expect((await send({ templateId: 'none' })).msg).toBe('请选择模板')
  })

  test('reaches everybody once, with what became of each; asked twice it is one', async () => {
    const from = wechat.arrived.length
    const requestId = 'one-request'
    const [first, second] = [await send({ requestId }), await send({ requestId })]
    expect(second.data.batchId).toBe(first.data.batchId)
    await waitForJob(desk.admin, first.data.jobId)
    expect(new Set(arrivedOf(from).map((one) => one.openid)).size).toBe(60)
    expect(arrivedOf(from)).toHaveLength(60)
    expect(arrivedOf(from)[0]?.text).toBe('考试：期中联考\n时间：2026-05-10\n请登录查看')
    expect(await batch(first.data.batchId)).toMatchObject({
      total: 60,
      accepted: 60,
      queued: 0,
      failed: 0,
      batchStatus: 1,
    })
    const lines = await desk.admin.get<any>(`${MANAGE}/templateMsgLog/list`, { touser: 'b0000007' })
    expect(lines.data.records[0]).toMatchObject({ sendStatus: 1, sendResult: '已提交', title: '成绩发布通知' })
    expect(lines.data.records[0].msgid).toBe(arrivedOf(from).find((one) => one.openid === 'b0000007')?.msgid)
  })

  test('tells who cannot be reached, and goes on', async () => {
    wechat.refused.set('b0000001', 43_004).set('b0000002', 47_003).set('b0000003', 43_019)
    const from = wechat.arrived.length
    const sent = await send()
    await waitForJob(desk.admin, sent.data.jobId)
    expect(await batch(sent.data.batchId)).toMatchObject({ total: 60, accepted: 57, failed: 3 })
    expect(arrivedOf(from)).toHaveLength(57)
    const of = async (touser: string) =>
      (await desk.admin.get<any>(`${MANAGE}/templateMsgLog/list`, { touser, batchId: sent.data.batchId })).data
        .records[0]
    expect(await of('b0000002')).toMatchObject({
      sendStatus: 2,
      errcode: 47003,
      sendResult: '微信：模板内容不符合参数规则（47003）',
    })
    expect((await of('b0000003')).sendResult).toBe('微信：对方在黑名单中（43019）')
    // Whoever does not follow is not asked again.
    expect((await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'b0000001' })).data.subscribe).toBe(0)
    wechat.refused.clear()
  })

  test.each([
    [45_009, '微信：今日调用次数已达上限（45009）'],
    [48_001, '微信：该公众号无此接口权限（48001）'],
    [40_013, '微信：appid不正确，请检查公众号账号（40013）'],
    [50_002, '微信：账号受限，请登录公众平台查看（50002）'],
  ])('stops at %i and goes on when it is resumed, to everybody once', async (code, reason) => {
    const from = wechat.arrived.length
    wechat.failNext(code, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: `stop-${code}` })
    await waitForJob(desk.admin, sent.data.jobId)
    const stopped = await batch(sent.data.batchId)
    expect(stopped).toMatchObject({ batchStatus: 2, stopReason: reason, failed: 0, unknown: 0 })
    expect(stopped.queued).toBeGreaterThan(30)
    const again = await desk.admin.post<any>(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })
    await waitForJob(desk.admin, again.data.jobId)
    const logged = await sql`select call from operation_log where row_id = ${sent.data.batchId}`.execute(desk.admin.db)
    expect(logged.rows).toContainEqual({ call: 'msgTemplate.resumeMsgBatch' })
    expect(await batch(sent.data.batchId)).toMatchObject({ batchStatus: 1, accepted: 59, queued: 0 })
    expect(arrivedOf(from)).toHaveLength(59)
    expect(new Set(arrivedOf(from).map((one) => one.openid)).size).toBe(59)
    expect((await desk.admin.post(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })).status).toBe(409)
  })

  test('whose answers are lost reaches everybody once all the same', async () => {
    const from = wechat.arrived.length
    wechat.hangUpNext({ times: 12, path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'lost' })
    await waitForJob(desk.admin, sent.data.jobId)
    if ((await batch(sent.data.batchId)).batchStatus === 2) {
      const again = await desk.admin.post<any>(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })
      await waitForJob(desk.admin, again.data.jobId)
    }
    expect(await batch(sent.data.batchId)).toMatchObject({ batchStatus: 1, accepted: 59, unknown: 0 })
    expect(arrivedOf(from)).toHaveLength(59)
    expect(new Set(arrivedOf(from).map((one) => one.openid)).size).toBe(59)
  })

  test('with a token that ends in its midst goes on with another', async () => {
    const sent = await send({ requestId: 'token' })
    wechat.expireTokens()
    await waitForJob(desk.admin, sent.data.jobId)
    expect(await batch(sent.data.batchId)).toMatchObject({ batchStatus: 1, accepted: 59 })
  })

  test('does not hand over again what was handed over too long ago', async () => {
    wechat.failNext(45_009, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'old' })
    await waitForJob(desk.admin, sent.data.jobId)
    const from = wechat.arrived.length
    // As a process leaves them that was killed: one long ago, one just now.
    const claim = (openid: string, ago: string) =>
      sql`update template_msg_log set send_status = 6, claim_time = localtimestamp - ${ago}::interval
        where batch_id = ${sent.data.batchId} and touser = ${openid} returning 1`.execute(db())
    await sql`update template_msg_log set send_status = 0, claim_time = null where batch_id = ${sent.data.batchId}`.execute(
      db(),
    )
    await claim('b0000010', '1 hour')
    await claim('b0000011', '1 minute')
    const again = await desk.admin.post<any>(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })
    await waitForJob(desk.admin, again.data.jobId)
    const reached = arrivedOf(from).map((one) => one.openid)
    expect(reached).not.toContain('b0000010')
    expect(reached).toContain('b0000011')
    expect(await batch(sent.data.batchId)).toMatchObject({ batchStatus: 1, unknown: 1 })
  })

  test('is cancelled where it stands', async () => {
    wechat.failNext(45_009, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'cancel' })
    await waitForJob(desk.admin, sent.data.jobId)
    expect((await desk.admin.post(`${MANAGE}/msgTemplate/cancelMsgBatch`, { id: sent.data.batchId })).status).toBe(200)
    expect((await desk.admin.post(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })).status).toBe(409)
  })

  test('of a template the platform does not know any more stops, and the template is out of use', async () => {
    await sql`update msg_template set is_enabled = 1 where appid = ${desk.appid}`.execute(db())
    wechat.failNext(40_037, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'retired' })
    await waitForJob(desk.admin, sent.data.jobId)
    const stopReason = '微信：模板编号无效，请同步消息模板（40037）'
    expect(await batch(sent.data.batchId)).toMatchObject({ batchStatus: 2, stopReason, failed: 0, unknown: 0 })
    const kept =
      await sql`select template_id, is_enabled from msg_template where appid = ${desk.appid} order by 1`.execute(db())
    expect(kept.rows).toEqual([
      { templateId: 'tpl-meeting', isEnabled: 1 },
      { templateId: 'tpl-score', isEnabled: 0 },
    ])
    expect((await send({ requestId: 'later' })).msg).toBe('该模板已不可用，请先同步消息模板')
    await sql`update msg_template set is_enabled = 1 where appid = ${desk.appid}`.execute(db())
  })

  test('that cannot go on says why in the words of the fault', async () => {
    wechat.failNext(45_009, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'fault' })
    await waitForJob(desk.admin, sent.data.jobId)
    const { rows } = await sql<{ secret: string }>`select secret from wx_account where id = ${desk.accountId}`.execute(
      db(),
    )
    const keepSecret = (secret: string | null) =>
      sql`update wx_account set secret = ${secret} where id = ${desk.accountId}`.execute(db())
    await keepSecret(null)
    const again = await desk.admin.post<any>(`${MANAGE}/msgTemplate/resumeMsgBatch`, { id: sent.data.batchId })
    const said = '请先在公众号账号中填写AppSecret'
    await expect(waitForJob(desk.admin, again.data.jobId)).rejects.toThrow(said)
    await keepSecret(rows[0]?.secret ?? null)
    await expect.poll(async () => (await batch(sent.data.batchId)).batchStatus).toBe(2)
    expect((await batch(sent.data.batchId)).stopReason).toBe(said)
  })

  test('that was ended by hand sends nothing when its turn comes', async () => {
    wechat.failNext(45_009, { path: '/cgi-bin/message/template/send' })
    const sent = await send({ requestId: 'ended' })
    await waitForJob(desk.admin, sent.data.jobId)
    await desk.admin.post(`${MANAGE}/msgTemplate/cancelMsgBatch`, { id: sent.data.batchId })
    const from = wechat.arrived.length
    const ctx = await app.app.ctxOf(TENANT, desk.admin.userId)
    const jobId = await ctx?.jobs.start(
      ctx,
      { name: 'mp.send-batch', title: '群发模板消息' },
      { batchId: sent.data.batchId },
    )
    expect((await waitForJob(desk.admin, String(jobId)))['text']).toBe('批次已结束')
    expect(arrivedOf(from)).toEqual([])
  })

  test('goes to those who follow, fit the filter and are not removed', async () => {
    const change = (openid: string, values: string) =>
      sql`update wx_user set ${sql.raw(values)} where appid = ${desk.appid} and openid = ${openid}`.execute(db())
    for (const openid of ['b0000020', 'b0000021', 'b0000022', 'b0000023'])
      await change(openid, "city = '广州', tagid_list = '[7]'")
    await change('b0000021', 'subscribe = 0')
    await change('b0000022', "tagid_list = '[77]'")
    await change('b0000023', 'is_deleted = 1')
    const filter = { wxUserFilterParams: { city: '广州', tagid: '7', nickname: '', remark: null } }
    const tried = await desk.admin.post<any>(`${MANAGE}/msgTemplate/previewMsgBatch`, body(filter))
    expect(tried.data).toMatchObject({ total: 1, users: [{ openid: 'b0000020' }] })
    const from = wechat.arrived.length
    const sent = await send({ requestId: 'some', ...filter })
    await waitForJob(desk.admin, sent.data.jobId)
    expect(arrivedOf(from).map(({ openid }) => openid)).toEqual(['b0000020'])
    expect(await batch(sent.data.batchId)).toMatchObject({ total: 1, accepted: 1 })
    await sql`update wx_user set subscribe = 1, is_deleted = 0, city = null, tagid_list = '[]'
      where appid = ${desk.appid} and openid between 'b0000020' and 'b0000023'`.execute(db())
  })

  test('is written with its address, its mini program and the colours of its values', async () => {
    wechat.asked.length = 0
    const only = { wxUserFilterParams: { openid: 'b0000030' } }
    const [coloured, ...plain] = DATA
    const data = [{ ...coloured, color: '#ff0000' }, ...plain]
    const miniprogram = { appid: 'wxmini', pagePath: 'pages/a' }
    const bodies: object[] = []
    for (const change of [{ data, url: 'https://a.cn', miniprogram }, { miniprogram: { appid: 'wxmini' } }, {}]) {
      const sent = await send({ ...only, ...change })
      await waitForJob(desk.admin, sent.data.jobId)
      bodies.push(wechat.askedOf('/cgi-bin/message/template/send').at(-1)?.body ?? {})
    }
    const values = Object.fromEntries(DATA.map(({ name, value }) => [name, { value }]))
    const common = { touser: 'b0000030', template_id: 'tpl-score', client_msg_id: expect.stringMatching(/^\d+$/) }
    expect(bodies).toEqual([
      {
        ...common,
        url: 'https://a.cn',
        miniprogram: { appid: 'wxmini', pagepath: 'pages/a' },
        data: { ...values, thing1: { value: '期中联考', color: '#ff0000' } },
      },
      { ...common, miniprogram: { appid: 'wxmini', pagepath: '' }, data: values },
      { ...common, data: values },
    ])
  })

  test('hears how each message ended, however the news arrives', async () => {
    const from = wechat.arrived.length
    const sent = await send({ requestId: 'finish' })
    await waitForJob(desk.admin, sent.data.jobId)
    const [one, two, three] = arrivedOf(from)
    const finish = (MsgID: string, Status: string) =>
      desk.deliver({ FromUserName: one?.openid ?? '', MsgType: 'event', Event: 'TEMPLATESENDJOBFINISH', MsgID, Status })
    await finish(one?.msgid ?? '', 'success')
    await finish(two?.msgid ?? '', 'failed:user block')
    await finish(three?.msgid ?? '', 'failed: system failed')
    // Said twice it counts once, and an unknown number harms nobody.
    await finish(one?.msgid ?? '', 'failed:user block')
    await finish('1', 'success')
    expect(await batch(sent.data.batchId)).toMatchObject({ delivered: 1, failed: 2, accepted: 56 })
    // Before the sender has written the number down.
    await sql`insert into wx_send_finish (tenant_id, appid, msgid, send_status, finish_time)
      values (${TENANT}, ${desk.appid}, '777', 3, now())`.execute(db())
    const line = await sql<any>`update template_msg_log set msgid = '777' where touser = ${arrivedOf(from)[3]?.openid}
      and batch_id = ${sent.data.batchId} returning id`.execute(db())
    const { applyFinishes } = await import('./finish-sends.ts')
    await applyFinishes(db(), desk.appid, [line.rows[0].id])
    expect(await batch(sent.data.batchId)).toMatchObject({ delivered: 2 })
  })

  test('stops where the day is used up', async () => {
    await sql`update provider_usage set used = 100000 - 25 where name = 'template'`.execute(db())
    const sent = await send({ requestId: 'quota' })
    await waitForJob(desk.admin, sent.data.jobId)
    expect(await batch(sent.data.batchId)).toMatchObject({
      batchStatus: 2,
      stopReason: '今日发送条数已达上限',
      accepted: 20,
    })
    const tried = await desk.admin.post<any>(`${MANAGE}/msgTemplate/previewMsgBatch`, body())
    expect(tried.data.quotaLeft).toBe(5)
  })

  test('is for those with the right', async () => {
    const reader = await app.user({ role: 'exam', permissions: ['msgtemplate_view', 'templatemsglog_view'] })
    expect((await reader.post(`${MANAGE}/msgTemplate/sendMsgBatch`, body())).status).toBe(403)
    expect((await reader.get(`${MANAGE}/templateBatch/list`)).status).toBe(200)
  })
})

describe('the log', () => {
  test('keeps a remark, and is removed by a list of ids; nothing else of it can be changed', async () => {
    const { data } = await desk.admin.get<any>(`${MANAGE}/templateMsgLog/list`, { size: 2 })
    const [one, two] = data.records
    await desk.admin.post(`${MANAGE}/templateMsgLog/update`, { id: one.id, remark: '已电话通知', sendStatus: 3 })
    const after = await desk.admin.get<any>(`${MANAGE}/templateMsgLog/info/${one.id}`)
    expect(after.data).toMatchObject({ remark: '已电话通知', sendStatus: one.sendStatus })
    expect((await desk.admin.post(`${MANAGE}/templateMsgLog/delete`, [two.id])).status).toBe(200)
    expect((await desk.admin.get(`${MANAGE}/templateMsgLog/info/${two.id}`)).data).toEqual({})
    expect((await desk.admin.post(`${MANAGE}/templateMsgLog/other`, {})).status).toBe(404)
  })
})
