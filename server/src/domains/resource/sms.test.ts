import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { type Service, acs3Signature, signatureIn, startService, tc3Signature } from '../../../test/signatures.ts'
import { createSms } from './index.ts'

const app = useTestApp()
const BASE = '/api/blade-resource/sms'
const SECRET = 'SK-很长的 secret/+='
let service: Service
let answer = { status: 200, body: '{}' }
let admin: Client

beforeAll(async () => {
  service = await startService(() => answer)
  admin = await app().user({ role: 'administrator' })
})
afterAll(() => service.close())
beforeEach(() => {
  service.requests.length = 0
})

const ALIYUN = {
  category: 3,
  smsCode: 'ali',
  signName: '市教研院',
  accessKey: 'AK',
  secretKey: SECRET,
  templateId: 'SMS_1',
}
const TENCENT = { ...ALIYUN, category: 4, smsCode: 'tx', appId: '1400', templateId: '42' }

async function add(row: object): Promise<Record<string, string>> {
  const { data, status, msg } = await admin.post(`${BASE}/submit`, { endpoint: service.address, ...row })
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

function send(code: string, params: object = { code: '1234' }, phones = '13800000001') {
  const query = { code, phones, params: JSON.stringify(params) }
  return admin.post(`${BASE}/endpoint/send-message`, undefined, query)
}

async function logLines(): Promise<Record<string, string>[]> {
  return (await admin.get('/api/blade-resource/sms-log/list', { size: 100 })).data.records
}

describe('settings', () => {
  test('a secret goes in, is sealed, and never comes out', async () => {
    const row = await add({ ...ALIYUN, smsCode: 'sealed' })
    expect(row).toMatchObject({ hasSecretKey: 1, accessKey: 'AK', statusName: '停用', status: 1 })
    const seen = [await admin.get(`${BASE}/list`), await admin.get(`${BASE}/detail`, { id: row['id'] })]
    for (const { raw } of seen) expect(raw.toString()).not.toContain('SK-')
    const db = app().app.database.tenant(TENANT)
    const stored = await sql<{ secretKey: string }>`select secret_key from sms_config where id = ${row['id']}`.execute(
      db,
    )
    expect(stored.rows[0]?.secretKey).toMatch(/^v1\./)
    const log = await sql<{ text: string }>`select operation_log::text as text from operation_log`.execute(db)
    expect(log.rows.map((line) => line.text).join('\n')).not.toContain('SK-')
  })

  test('blank, and the stars that were shown, keep the old secret; another one replaces it', async () => {
    const row = await add({ ...ALIYUN, smsCode: 'kept' })
    const db = app().app.database.tenant(TENANT)
    const sealed = async () =>
      (await sql<{ s: string }>`select secret_key as s from sms_config where id = ${row['id']}`.execute(db)).rows[0]?.s
    const first = await sealed()
    for (const secretKey of ['', '******', undefined]) {
      const { data } = await admin.post(`${BASE}/submit`, { id: row['id'], remark: `r${String(secretKey)}`, secretKey })
      expect(data).toMatchObject({ smsCode: 'kept', signName: '市教研院', remark: `r${String(secretKey)}` })
      expect(await sealed()).toBe(first)
    }
    await admin.post(`${BASE}/submit`, { id: row['id'], secretKey: 'new one' })
    expect(await sealed()).not.toBe(first)
  })

  test.each([
    [{}, '请选择短信服务'],
    [{ category: 1, smsCode: 'x' }, '暂不支持该短信服务'],
    [{ category: 3, smsCode: 'x' }, '请输入AccessKey'],
    [{ ...ALIYUN, smsCode: 'x', secretKey: '' }, '请输入SecretKey'],
    [{ ...TENCENT, smsCode: 'x', appId: '' }, '请输入应用编号'],
    [{ ...ALIYUN, smsCode: 'x', signName: '' }, '请输入短信签名'],
    [{ category: 9, smsCode: 'x' }, '请输入服务地址'],
    [{ category: 9, smsCode: 'x', endpoint: 'file:///etc/passwd' }, '服务地址应为http或https网址'],
    [{ category: 9, smsCode: 'x', endpoint: 'http://169.254.169.254/latest' }, '不允许连接该地址'],
    [{ ...ALIYUN, smsCode: 'kept' }, '该资源编号已存在'],
  ])('%j is refused', async (row, message) => {
    const { status, msg } = await admin.post(`${BASE}/submit`, row)
    expect([status, msg]).toEqual([400, message])
  })

  test('a stale form is told so; the rights to add, edit and enable are three', async () => {
    const row = await add({ ...ALIYUN, smsCode: 'rights' })
    const stale = await admin.post(`${BASE}/submit`, { id: row['id'], remark: 'x', updateTime: '2020-01-01 00:00:00' })
    expect(stale.status).toBe(409)
    const adder = await app().user({ role: 'exam', permissions: ['sms_add', 'sms_view'] })
    expect((await adder.post(`${BASE}/submit`, { id: row['id'], remark: 'x' })).status).toBe(403)
    expect((await adder.post(`${BASE}/enable`, undefined, { id: row['id'] })).status).toBe(403)
    expect((await adder.post(`${BASE}/remove`, undefined, { ids: row['id'] })).status).toBe(403)
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await stranger.post(`${BASE}/enable`, undefined, { id: row['id'] })).status).toBe(404)
    expect((await stranger.get(`${BASE}/detail`, { id: row['id'] })).data).toEqual({})
  })

  test('whoever sends the messages is chosen by those above every account alone', async () => {
    const row = await add({ ...ALIYUN, smsCode: 'above' })
    const permissions = ['sms_view', 'sms_add', 'sms_edit', 'sms_delete', 'sms_enable']
    const clerk = await app().user({ role: 'exam', permissions })
    const tries = [
      await clerk.post(`${BASE}/submit`, { ...ALIYUN, smsCode: 'own' }),
      await clerk.post(`${BASE}/submit`, { id: row['id'], remark: 'x' }),
      await clerk.post(`${BASE}/enable`, undefined, { id: row['id'] }),
      await clerk.post(`${BASE}/disable`, undefined, { id: row['id'] }),
      await clerk.post(`${BASE}/remove`, undefined, { ids: row['id'] }),
    ]
    for (const { status, msg } of tries) {
      expect([status, msg]).toEqual([403, expect.stringMatching(/^短信配置关系到所有用户，而角色「.+」超出您的权限：/)])
    }
    expect((await admin.get(`${BASE}/detail`, { id: row['id'] })).data.remark).toBe(row['remark'])
  })

  test('lists are ordered by the columns asked for, else the enabled first', async () => {
    await add({ ...ALIYUN, smsCode: 'order-a', dayQuota: 2 })
    await add({ ...ALIYUN, smsCode: 'order-b', dayQuota: 1 })
    const codes = async (query: object) =>
      (await admin.get(`${BASE}/list`, { smsCode: 'order-', ...query })).data.records.map(
        (row: { smsCode: string }) => row.smsCode,
      )
    expect(await codes({ ascs: 'smsCode' })).toEqual(['order-a', 'order-b'])
    expect(await codes({ ascs: 'day_quota' })).toEqual(['order-b', 'order-a'])
    expect(await codes({ descs: 'statusName' })).toHaveLength(2)
    const log = await admin.get('/api/blade-resource/sms-log/list', { ascs: 'templateCode', descs: 'sendTime' })
    expect(log.status).toBe(200)
  })

  test('one at a time is enabled', async () => {
    const one = await add({ ...ALIYUN, smsCode: 'one' })
    const two = await add({ ...ALIYUN, smsCode: 'two' })
    await admin.post(`${BASE}/enable`, undefined, { id: one['id'] })
    await admin.post(`${BASE}/enable`, undefined, { id: two['id'] })
    const on = async () => {
      const { data } = await admin.get(`${BASE}/list`, { size: 100 })
      return data.records.filter((row: { status: number }) => row.status === 2).map((row: { id: string }) => row.id)
    }
    expect(await on()).toEqual([two['id']])
    await admin.post(`${BASE}/disable`, undefined, { id: two['id'] })
    expect(await on()).toEqual([])
    await admin.post(`${BASE}/remove`, undefined, { ids: `${one['id']},${two['id']}` })
    expect((await admin.get(`${BASE}/detail`, { id: one['id'] })).data).toEqual({})
  })
})

describe('providers', () => {
  test('Alibaba Cloud gets SendSms with a signature it accepts', async () => {
    await add(ALIYUN)
    answer = { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"1"}' }
    expect((await send('ali', { code: "12 3*'(中)" }, '13800000001,13900000002')).status).toBe(200)
    const [request] = service.requests
    if (!request) throw new Error('nothing arrived')
    expect(signatureIn(request)).toBe(acs3Signature(request, SECRET))
    expect(request.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Object.fromEntries(new URL(request.url, 'http://a').searchParams)).toEqual({
      PhoneNumbers: '13800000001,13900000002',
      SignName: '市教研院',
      TemplateCode: 'SMS_1',
      TemplateParam: JSON.stringify({ code: "12 3*'(中)" }),
    })
    expect((await logLines()).slice(0, 2).map((line) => [line['phone'], line['result'], line['kind']])).toEqual([
      ['139****0002', '已发送', 'manual'],
      ['138****0001', '已发送', 'manual'],
    ])
  })

  test('Tencent Cloud gets SendSms with a signature it accepts, the values in their order', async () => {
    await add(TENCENT)
    const template = { kind: 'signIn', smsCode: 'tx', templateCode: '77', paramNames: 'minutes, code' }
    expect((await admin.post('/api/blade-resource/sms-template/submit', template)).status).toBe(200)
    await enable('tx')
    answer = { status: 200, body: '{"Response":{"SendStatusSet":[{"Code":"Ok"}]}}' }
    const sent = await createSms(smsDeps())(TENANT, '13800000003', 'signIn', { code: '9876', minutes: '5' })
    expect(sent).toBe('sent')
    const [request] = service.requests
    if (!request) throw new Error('nothing arrived')
    expect(signatureIn(request)).toBe(tc3Signature(request, SECRET))
    expect(request.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
    expect(JSON.parse(request.body.toString())).toEqual({
      PhoneNumberSet: ['+8613800000003'],
      SmsSdkAppId: '1400',
      SignName: '市教研院',
      TemplateId: '77',
      TemplateParamSet: ['5', '9876'],
    })
    expect((await logLines())[0]).toMatchObject({
      phone: '138****0003',
      kind: 'signIn',
      templateCode: '77',
      smsCode: 'tx',
    })
  })

  test('a generic service gets the templated body under an HMAC of time and body', async () => {
    const bodyTemplate = '{"to":"{phone}","text":"{content}","vars":{params},"odd":"{nobody}"}'
    await add({ category: 9, smsCode: 'web', bodyTemplate, secretKey: SECRET, accessKey: 'me', templateId: 'T' })
    const template = { kind: 'stepUp', smsCode: 'web', templateCode: 'S', content: '验证码{code}，"{minutes}"分钟' }
    await admin.post('/api/blade-resource/sms-template/submit', template)
    await enable('web')
    answer = { status: 204, body: '' }
    await createSms(smsDeps())(TENANT, '13800000004', 'stepUp', { code: '12\n34', minutes: '5' })
    const [request] = service.requests
    const body = request?.body.toString() ?? ''
    expect(JSON.parse(body)).toEqual({
      to: '13800000004',
      text: '验证码12\n34，"5"分钟',
      vars: { code: '12\n34', minutes: '5' },
      odd: '{nobody}',
    })
    const wanted = createHmac('sha256', SECRET).update(`${request?.headers['x-timestamp']}\n${body}`).digest('hex')
    expect(request?.headers).toMatchObject({ 'x-signature': wanted, 'x-access-key': 'me' })
    expect(Math.abs(Number(request?.headers['x-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  })

  test.each([
    ['ali', 200, '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发流控"}', 'isv.BUSINESS_LIMIT_CONTROL 触发流控'],
    ['ali', 403, 'not json', ''],
    ['tx', 200, '{"Response":{"Error":{"Code":"AuthFailure","Message":"no"}}}', 'AuthFailure no'],
    [
      'tx',
      200,
      '{"Response":{"SendStatusSet":[{"Code":"Ok"},{"Code":"LimitExceeded","Message":"m"}]}}',
      'LimitExceeded m',
    ],
    ['web', 500, '', 'HTTP 500'],
  ])('what %s refuses with %i %s is told and logged', async (code, status, body, reason) => {
    answer = { status, body }
    const refused = await send(code)
    expect([refused.status, refused.msg]).toEqual([400, '短信发送失败，请稍后再试'])
    expect((await logLines())[0]).toMatchObject({ smsCode: code, result: reason })
  })

  test('nobody there is a refusal, not a fault', async () => {
    await add({ category: 9, smsCode: 'gone', endpoint: 'http://127.0.0.1:9', templateId: 'T' })
    expect((await send('gone')).status).toBe(400)
    expect((await logLines())[0]).toMatchObject({ smsCode: 'gone', result: 'unreachable' })
  })

  test('what is sent by hand is checked first', async () => {
    expect((await send('ali', {}, '12')).msg).toBe('手机号码格式不正确')
    expect((await send('none')).msg).toBe('没有可用的短信配置')
    const many = Array.from({ length: 101 }, (_none, at) => `138${String(at).padStart(8, '0')}`).join()
    expect((await send('ali', {}, many)).msg).toBe('一次最多发给100个号码')
    const odd = { code: 'ali', phones: '13800000001', params: '[1]' }
    expect((await admin.post(`${BASE}/endpoint/send-message`, undefined, odd)).msg).toBe('模板参数应为JSON对象')
    expect(service.requests).toEqual([])
  })

  test('without a template says whom to ask', async () => {
    await add({ category: 9, smsCode: 'bare', templateId: '' })
    const bare = await send('bare')
    expect([bare.status, bare.msg]).toEqual([400, '没有可用的短信模板，请联系管理员'])
    expect(service.requests).toEqual([])
  })
})

test('a tenant without an enabled provider sends nothing', async () => {
  expect(await createSms(smsDeps())(OTHER_TENANT, '13800000001', 'signIn', {})).toBe('skipped')
})

test('the daily limit holds under parallel calls', async () => {
  const db = app().app.database.tenant(TENANT)
  await add({ category: 9, smsCode: 'few', templateId: 'T', dayQuota: 5 })
  await sql`delete from sms_quota`.execute(db)
  answer = { status: 200, body: '' }
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('few')))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(5)
  expect(answers.filter((one) => one.status === 429 && one.msg === '今日短信已达到每日限额')).toHaveLength(7)
  expect(service.requests).toHaveLength(5)
})

async function enable(code: string): Promise<void> {
  const { data } = await admin.get(`${BASE}/list`, { smsCode: code })
  await admin.post(`${BASE}/enable`, undefined, { id: data.records[0].id })
}

function smsDeps() {
  return { config: app().config, database: app().app.database }
}
