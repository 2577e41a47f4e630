import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TENANT, type TestApp, startTestApp } from '../../../test/harness.ts'
import { plainCallback } from '../../../test/stand-ins/callback.ts'
import { AES_KEY, MANAGE, type MpDesk, TOKEN, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'
import { callbackSignature, decryptCallback, isSigned } from '../../platform/provider/callback-crypt.ts'
import { readXml, xmlTexts } from '../../platform/provider/read-xml.ts'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base })
  desk = await openDesk(app, wechat)
  wechat.follow(5, 'c')
  await desk.pull()
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const db = () => app.app.database.tenant(TENANT)
let serial = 0
const text = (Content: string, change: Record<string, string | number> = {}) => {
  serial += 1
  return {
    FromUserName: 'c0000001',
    MsgType: 'text',
    Content,
    MsgId: `45612553543512459${String(serial).padStart(2, '0')}`,
    ...change,
  }
}
const event = (Event: string, change: Record<string, string | number> = {}) => ({
  FromUserName: 'c0000001',
  MsgType: 'event',
  Event,
  ...change,
})
const messages = async (query: object = {}) =>
  (await desk.admin.get<any>(`${MANAGE}/wxMsg/list`, { size: 200, ...query })).data.records
const rule = (body: object) =>
  desk.admin.post<any>(`${MANAGE}/msgReplyRule/save`, {
    ruleName: '规则',
    replyType: 'text',
    replyContent: '答',
    matchValue: '成绩',
    ...body,
  })
const clearRules = () => sql`delete from msg_reply_rule`.execute(db())

test.each([
  ['no word', { matchValue: ' , ' }, '请输入匹配词'],
  ['an hour there is none of', { effectTimeStart: '24:00' }, '时间应为时:分:秒，如08:30:00'],
  ['an end that is no time', { effectTimeEnd: '8点' }, '时间应为时:分:秒，如08:30:00'],
])('a rule with %s is not kept', async (_name, body, said) => {
  const count = async () => (await desk.admin.get<any>(`${MANAGE}/msgReplyRule/list`)).data.total
  const before = await count()
  const { status, msg } = await rule(body)
  expect([status, msg]).toEqual([400, said])
  expect(await count()).toBe(before)
})

test('a rule whose times are left empty holds all day, one whose hours are short is kept whole', async () => {
  const kept = async (times: object) => {
    const { data } = await rule({ ruleName: '时段', ...times })
    const { data: row } = await desk.admin.get<any>(`${MANAGE}/msgReplyRule/detail`, { id: data.id })
    return [row.effectTimeStart, row.effectTimeEnd]
  }
  expect(await kept({ effectTimeStart: '', effectTimeEnd: '' })).toEqual(['00:00:00', '23:59:59'])
  expect(await kept({ effectTimeStart: '8:30', effectTimeEnd: '23:59:59' })).toEqual(['08:30:00', '23:59:59'])
  await clearRules()
})

describe('the address', () => {
  const url = () => `/api/yzl-mpweixin/wx/msg/${desk.appid}`
  const ask = async (query: Record<string, string>) => {
    const response = await app.app.http.inject({ method: 'GET', url: url(), query })
    return [response.statusCode, response.body, response.headers['content-type']]
  }
  const signed = { timestamp: '1409304348', nonce: 'xxxxxx', echostr: '5837397576500011341' }

  test('is verified by its echo, and by nothing else', async () => {
    const signature = callbackSignature([TOKEN, signed.timestamp, signed.nonce])
    expect(await ask({ ...signed, signature })).toEqual([200, signed.echostr, 'text/plain'])
    expect((await ask({ ...signed, signature: `${signature.slice(1)}0` }))[0]).toBe(403)
    expect((await ask(signed))[0]).toBe(403)
    const { echostr: _none, ...silent } = signed
    expect((await ask({ ...silent, signature }))[0]).toBe(403)
  })
})

describe('what is no callback is refused and leaves nothing', () => {
  const xml = () =>
    `<xml><ToUserName>gh</ToUserName><FromUserName>c0000001</FromUserName><CreateTime>${Math.floor(Date.now() / 1000)}</CreateTime><MsgType>text</MsgType><Content>a</Content><MsgId>1</MsgId></xml>`
  const keys = { token: TOKEN, aesKey: AES_KEY, id: '' }
  const old = String(Math.floor(Date.now() / 1000) - 3600)

  test('by signature, time, account, key, XML, size', async () => {
    const before = (await messages()).length
    const bad = async (what: string, callback: { query: Record<string, string>; body: string }, status = 403) =>
      expect([what, (await desk.call(callback)).status]).toEqual([what, status])
    await bad('another signature', plainCallback(keys, xml(), { signature: 'a'.repeat(40) }))
    await bad('another token', plainCallback({ ...keys, token: 'other' }, xml()))
    await bad('an old time', plainCallback(keys, xml(), { timestamp: old }))
    await bad('no XML', plainCallback(keys, '{"a":1}'))
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><xml><Content>&b;</Content></xml>'
    await bad('a bomb', plainCallback(keys, bomb))
    await bad('no sender', plainCallback(keys, '<xml><MsgType>text</MsgType></xml>'))
    await bad('too much', plainCallback(keys, `<xml>${'a'.repeat(1_100_000)}</xml>`), 413)
    const { status } = await desk.deliver(text('a'), { isSealed: true, id: 'wx_of_somebody_else' })
    expect(status).toBe(403)
    expect((await desk.deliver(text('a'), { isSealed: true, signature: 'b'.repeat(40) })).status).toBe(403)
    const foreign = await app.app.http.inject({
      method: 'POST',
      url: '/api/yzl-mpweixin/wx/msg/wx_nobody',
      headers: { 'content-type': 'text/xml' },
      query: plainCallback(keys, xml()).query,
      payload: xml(),
    })
    expect(foreign.statusCode).toBe(403)
    const json = await app.app.http.inject({
      method: 'POST',
      url: `/api/yzl-mpweixin/wx/msg/${desk.appid}`,
      query: plainCallback(keys, xml()).query,
      payload: {},
    })
    expect(json.statusCode).toBe(403)
    const elsewhere = await app.app.http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: { 'content-type': 'text/xml' },
      payload: xml(),
    })
    expect(elsewhere.statusCode).toBe(415)
    expect(await messages()).toHaveLength(before)
  })

  test('by a nonce that was used for another body', async () => {
    const moment = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: 'used-once' }
    expect((await desk.deliver(text('一'), moment)).status).toBe(200)
    expect((await desk.deliver(text('二'), moment)).status).toBe(403)
    expect((await messages({ openid: 'c0000001' })).some((row: any) => row.detail.content === '二')).toBe(false)
  })
})

describe('a message', () => {
  beforeEach(async () => {
    await clearRules()
    wechat.said.length = 0
  })

  test('is written down once with its whole number, however often it comes', async () => {
    const message = text('你好', { MsgId: '4561255354251345929' })
    const answers = await Promise.all([
      desk.deliver(message),
      desk.deliver(message),
      desk.deliver(message, { isSealed: true }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = (await messages()).filter((row: any) => row.msgId === '4561255354251345929')
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({ openid: 'c0000001', inOut: 0, msgType: 'text', detail: { content: '你好' } })
  })

  test.each([
    ['image', { PicUrl: 'http://p/1', MediaId: 'm1' }, { picUrl: 'http://p/1', mediaId: 'm1' }],
    ['voice', { MediaId: 'm2', Format: 'amr' }, { mediaId: 'm2', format: 'amr' }],
    ['video', { MediaId: 'm3', ThumbMediaId: 't3' }, { mediaId: 'm3', thumbMediaId: 't3' }],
    ['shortvideo', { MediaId: 'm4', ThumbMediaId: 't4' }, { mediaId: 'm4', thumbMediaId: 't4' }],
    [
      'location',
      { Location_X: '23.1', Location_Y: '113.3', Scale: '20', Label: '学校' },
      { locationX: '23.1', locationY: '113.3', scale: '20', label: '学校' },
    ],
    ['link', { Title: '题', Description: '述', Url: 'http://u' }, { title: '题', description: '述', url: 'http://u' }],
  ])('of kind %s keeps what it carries', async (MsgType, carried, detail) => {
    await desk.deliver(text('', { MsgType, ...carried }))
    expect((await messages({ msgTypes: MsgType }))[0]).toMatchObject({ msgType: MsgType, detail })
  })

  test('is answered by the first rule at once and by the others after', async () => {
    await rule({ ruleName: '低', priority: 1, replyContent: '后答' })
    await rule({ ruleName: '高', priority: 9, replyContent: '先答 <a href="https://a.cn">查看</a>' })
    await rule({ ruleName: '不合', matchValue: '请假', replyContent: '别的' })
    await rule({ ruleName: '停用', isEnabled: 0, replyContent: '停用' })
    let replied: () => void = () => undefined
    wechat.slowDown(new Promise((done) => (replied = done)), '/cgi-bin/message/custom/send')
    const { text: reply } = await desk.deliver(text('查成绩'))
    replied()
    expect(xmlTexts(readXml(reply))).toMatchObject({
      ToUserName: 'c0000001',
      FromUserName: 'gh_account',
      MsgType: 'text',
      Content: '先答 <a href="https://a.cn">查看</a>',
    })
    await expect.poll(() => wechat.said.map(({ content }) => content['content'])).toEqual(['后答'])
    await expect
      .poll(async () =>
        (await messages({ openid: 'c0000001', inOut: 1 }))
          .slice(0, 2)
          .map((row: any) => row.detail.content)
          .toSorted(),
      )
      .toEqual(['先答 <a href="https://a.cn">查看</a>', '后答'].toSorted())
  })

  test('is answered the same when it is asked again, and nothing is sent twice', async () => {
    await rule({ replyContent: '一次' })
    const message = text('成绩')
    const [one, two] = [await desk.deliver(message), await desk.deliver(message)]
    expect(xmlTexts(readXml(two.text))['Content']).toBe(xmlTexts(readXml(one.text))['Content'])
    expect((await messages()).filter((row: any) => row.detail.content === '一次')).toHaveLength(1)
  })

  test('in secret is answered in secret', async () => {
    await rule({ replyContent: '密答' })
    const { text: reply } = await desk.deliver(text('成绩'), { isSealed: true })
    const sealed = xmlTexts(readXml(reply)) as Record<string, string>
    const parts = [TOKEN, sealed['TimeStamp'] ?? '', sealed['Nonce'] ?? '', sealed['Encrypt'] ?? '']
    expect(isSigned(sealed['MsgSignature'] ?? '', parts)).toBe(true)
    const plain = decryptCallback(AES_KEY, sealed['Encrypt'] ?? '', desk.appid)
    expect(xmlTexts(readXml(plain))['Content']).toBe('密答')
  })

  test('that nobody answers, or that asks for a person, goes to one', async () => {
    await rule({ matchValue: '人工', replyContent: '不该答' })
    for (const said of ['随便说说', '人工']) {
      const { text: reply } = await desk.deliver(text(said))
      expect(xmlTexts(readXml(reply))['MsgType']).toBe('transfer_customer_service')
    }
    expect((await messages({ msgTypes: 'transfer_customer_service' })).length).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['news', '{"title":"题","description":"述","url":"https://a.cn","picUrl":"https://a.cn/1.png"}', 'news'],
    ['image', 'media-cover', 'image'],
    ['music', '{"musicurl":"https://m","hqmusicurl":"https://h","thumb_media_id":"t"}', 'music'],
  ])('is answered by %s as well', async (replyType, replyContent, MsgType) => {
    await rule({ replyType, replyContent })
    const { text: reply } = await desk.deliver(text('成绩'))
    expect(xmlTexts(readXml(reply))['MsgType']).toBe(MsgType)
  })
})

describe('an event', () => {
  const follower = async (id = 'c0000001') => (await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id })).data
  const now = () => Math.floor(Date.now() / 1000)

  beforeEach(clearRules)

  test('of a follower who came by a code is kept, answered, and looked up', async () => {
    await rule({ matchValue: 'subscribe', replyContent: '欢迎' })
    wechat.followers.set('new1', { openid: 'new1', subscribe_time: now(), tagid_list: [], nickname: '新来的' })
    const { text: reply } = await desk.deliver(
      event('subscribe', { FromUserName: 'new1', EventKey: 'qrscene_class12', Ticket: 't' }),
    )
    expect(xmlTexts(readXml(reply))['Content']).toBe('欢迎')
    await expect.poll(async () => (await follower('new1')).nickname).toBe('新来的')
    expect(await follower('new1')).toMatchObject({ subscribe: 1, qrSceneStr: 'class12' })
  })

  test('of a follower who cannot be looked up is answered and kept all the same', async () => {
    await rule({ matchValue: 'subscribe', replyContent: '欢迎' })
    wechat.asked.length = 0
    wechat.failNext(48_001, { path: '/cgi-bin/user/info/batchget' })
    const { text: reply } = await desk.deliver(event('subscribe', { FromUserName: 'new2', EventKey: 'qrscene_' }))
    expect(xmlTexts(readXml(reply))['Content']).toBe('欢迎')
    await expect.poll(() => wechat.askedOf('/cgi-bin/user/info/batchget')).toHaveLength(1)
    expect(await follower('new2')).toMatchObject({ subscribe: 1, qrSceneStr: null, subscribeScene: null })
  })

  test('of leaving keeps the row; of the two the later one counts, however they arrive', async () => {
    const at = now()
    await desk.deliver(event('unsubscribe', { CreateTime: at + 1 }))
    await desk.deliver(event('subscribe', { CreateTime: at }))
    expect((await follower()).subscribe).toBe(0)
    await desk.deliver(event('subscribe', { CreateTime: at + 2 }))
    expect((await follower()).subscribe).toBe(1)
  })

  test('of a menu key or a scene is answered by exactly that word', async () => {
    await rule({ matchValue: 'KEY_SCORE,scene-7', replyContent: '键' })
    const said = async (values: Record<string, string | number>) => {
      const { text: reply } = await desk.deliver(event('CLICK', values))
      return reply === '' ? '' : xmlTexts(readXml(reply))['Content']
    }
    expect(await said({ EventKey: 'KEY_SCORE' })).toBe('键')
    expect(await said({ EventKey: 'KEY_SCORE2' })).toBe('')
    expect(await said({ Event: 'SCAN', EventKey: 'scene-7', CreateTime: now() + 3 })).toBe('键')
  })

  test('of any other kind is written down and answered by nothing', async () => {
    for (const [name, values] of [
      ['VIEW', { EventKey: 'https://a.cn' }],
      ['LOCATION', { Latitude: '23.1', Longitude: '113.3', Precision: '40' }],
      ['kf_create_session', { KfAccount: 'a' }],
    ] as const) {
      expect((await desk.deliver(event(name, values))).text).toBe('')
    }
    const kept = (await messages({ msgTypes: 'event' })).map((row: any) => row.detail.event)
    expect(kept).toEqual(expect.arrayContaining(['VIEW', 'LOCATION', 'kf_create_session']))
  })

  test('that comes again is written down once', async () => {
    const one = event('VIEW', { EventKey: 'https://once.cn', CreateTime: now() })
    await Promise.all([desk.deliver(one), desk.deliver(one)])
    expect(
      (await messages({ msgTypes: 'event' })).filter((row: any) => row.detail.eventKey === 'https://once.cn'),
    ).toHaveLength(1)
  })
})

describe('a person of the service', () => {
  const reply = (body: object) =>
    desk.admin.post(`${MANAGE}/wxMsg/submit`, { openid: 'c0000002', replyType: 'text', replyContent: '您好', ...body })

  test('answers, and what the platform refuses is told', async () => {
    wechat.said.length = 0
    await desk.deliver(text('在吗', { FromUserName: 'c0000002' }))
    const chats = async () => (await desk.admin.get<any>(`${MANAGE}/wxMsg/chatList`)).data.records
    expect((await chats()).find((row: any) => row.openid === 'c0000002')).toMatchObject({
      canReply: 1,
      isWaiting: 1,
      preview: '在吗',
    })
    expect((await reply({})).status).toBe(200)
    expect(wechat.said).toEqual([{ openid: 'c0000002', msgtype: 'text', content: { content: '您好' } }])
    expect((await messages({ openid: 'c0000002', inOut: 1 })).some((row: any) => row.detail.content === '您好')).toBe(
      true,
    )
    wechat.failNext(45_015, { path: '/cgi-bin/message/custom/send' })
    expect((await reply({})).msg).toBe('微信：超过回复时限，对方48小时内没有来信或已取消关注（45015）')
    wechat.failNext(45_047, { path: '/cgi-bin/message/custom/send' })
    expect((await reply({})).msg).toBe('微信：客服消息的条数已达上限，请等对方再次来信（45047）')
    expect((await reply({ replyType: 'news', replyContent: 'x' })).msg).toBe('回复内容应为JSON对象')
    expect((await reply({ replyType: 'hologram' })).msg).toBe('不支持的回复类型')
    expect((await reply({ replyContent: '' })).status).toBe(400)
    // Older clients of the family know it by another name.
    expect(
      (await desk.admin.post(`${MANAGE}/wxMsg/reply`, { openid: 'c0000002', replyType: 'text', replyContent: '再见' }))
        .status,
    ).toBe(200)
  })

  test('sees that a conversation older than two days cannot be answered', async () => {
    await sql`update wx_msg set msg_time = localtimestamp - interval '3 days' where openid = 'c0000002'`.execute(db())
    const { data } = await desk.admin.get<any>(`${MANAGE}/wxMsg/chatList`, { size: 100 })
    expect(data.records.find((row: any) => row.openid === 'c0000002').canReply).toBe(0)
  })

  test('gets what was said elsewhere, once, and not what is here already', async () => {
    const at = Math.floor(Date.now() / 1000)
    await desk.deliver(text('两处都有', { FromUserName: 'c0000003', CreateTime: at }))
    wechat.records = [
      { openid: 'c0000003', opercode: 2003, text: '两处都有', time: at, worker: '' },
      { openid: 'c0000003', opercode: 2002, text: '别处答的', time: at + 5, worker: 'kf1' },
      { openid: 'c0000003', opercode: 1000, text: '', time: at, worker: '' },
    ]
    const pull = (body: object = {}) => desk.admin.post<any>(`${MANAGE}/wxMsg/syncwxMsgs`, body)
    expect((await pull()).data).toEqual({ count: 1 })
    expect((await pull()).data).toEqual({ count: 0 })
    const far = { startTime: '2026-01-01 00:00:00', endTime: '2026-01-03 00:00:00' }
    expect((await pull(far)).msg).toBe('开始与结束最多相隔24小时')
    wechat.asked.length = 0
    for (const endTime of ['2026-01-01 00:00:00', '2025-12-31 23:59:59']) {
      const answer = await pull({ startTime: '2026-01-01 00:00:00', endTime })
      expect([answer.status, answer.msg]).toEqual([400, '结束时间须晚于开始时间'])
      expect(answer.data.problems).toEqual([{ field: 'endTime', message: '结束时间须晚于开始时间' }])
    }
    expect(wechat.askedOf('/customservice/msgrecord/getmsglist')).toEqual([])
  })

  test('removes messages by a list of ids', async () => {
    const [one] = await messages({ openid: 'c0000003' })
    expect((await desk.admin.post(`${MANAGE}/wxMsg/delete`, [one.id])).status).toBe(200)
    expect((await desk.admin.get(`${MANAGE}/wxMsg/detail`, { id: one.id })).data).toEqual({})
  })
})
