import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { openDesk as openSchools } from '../../../test/fixtures/import-desk.ts'
import { type Client, TENANT, type TestApp, startTestApp } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'
import { nextId } from '../../platform/db/id.ts'
import { readXml, xmlTexts } from '../../platform/provider/read-xml.ts'
import type { Child, ParentNews, TellParents } from '../../platform/tell-parents.ts'
import { tellFirst } from '../../platform/tell-parents.ts'
import { tellByWechat } from './tell-parents.ts'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk
let school: Client
let other: Client

const CHILDREN: [code: string, name: string, at: number, classCode: string][] = [
  ['G0001', '王小明', 0, 'C1'],
  ['G0002', '李小红', 0, 'C1'],
  ['G0003', '赵邻班', 0, 'C2'],
  ['G0004', '钱别校', 1, 'C1'],
]

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base })
  await openSchools(app)
  desk = await openDesk(app, wechat)
  wechat.follow(12, 'p')
  await desk.pull()
  await desk.admin.post(`${MANAGE}/msgTemplate/syncWxTemplate`, {})
  for (const [code, name, at, classCode] of CHILDREN) {
    const { code: schoolCode, area } = SCHOOLS[at] ?? { code: '', area: '' }
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, area_code, school_code, class_code, class_name, grade_code, gender, stage, enter_year)
      values (${nextId()}, ${TENANT}, ${code}, ${name}, ${area}, ${schoolCode}, ${`${at}${classCode}`}, '高三(1)班', '12', '1', '3', 2025)`.execute(
      db(),
    )
  }
  const rights = { permissions: ['wxbinding_view', 'wxbinding_issue', 'wxbinding_revoke'] }
  school = await app.user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', ...rights })
  other = await app.user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '', ...rights })
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const deps = () => ({ ...app.app, config: app.config })
const db = () => app.app.database.tenant(TENANT)
const openidOf = (n: number) => `p${String(n).padStart(7, '0')}`
let serial = 0
async function say(n: number, Content: string, MsgId = String((serial += 1) + 7_000_000)): Promise<string> {
  const { text } = await desk.deliver({ FromUserName: openidOf(n), MsgType: 'text', Content, MsgId })
  return text === '' ? '' : String((xmlTexts(readXml(text)) as Record<string, string>)['Content'])
}
async function codesOf(user: Client, classCode = '0C1'): Promise<Map<string, string>> {
  const { data, msg, status } = await user.post<any>(`${MANAGE}/wxBinding/issueCodes`, { classCode })
  if (status !== 200) throw new Error(msg)
  return new Map(data.codes.map((one: any) => [one.studentName, one.code]))
}
const bindings = async (user: Client, query: object = {}) =>
  (await user.get<any>(`${MANAGE}/wxBinding/list`, { size: 100, ...query })).data.records
const codeOf = async (name: string, user = school, classCode = '0C1') =>
  (await codesOf(user, classCode)).get(name) ?? ''

describe('a parent', () => {
  test('proves to be one by a code of the school, however it is typed, and is told so once', async () => {
    const codes = await codesOf(school)
    expect([...codes.keys()]).toEqual(['王小明', '李小红'])
    const code = codes.get('王小明') ?? ''
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
    expect(await say(0, `绑定 ${code}`, '501')).toBe('已绑定王小明（高三(1)班）。回复“解除绑定”可以解除')
    // Said again by the platform it is one binding.
    await say(0, `绑定 ${code}`, '501')
    expect(await say(0, `绑定：${code.toLowerCase().replace('-', '')}`)).toBe('您已绑定王小明')
    const rows = await bindings(school)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ studentName: '王小明', className: '高三(1)班', bindStatus: 1 })
    const kept = await sql<any>`select code_hash from wx_bind_code`.execute(db())
    expect(JSON.stringify(kept.rows)).not.toContain(code.slice(0, 5))
  })

  test('is one of two: a third with the same code is not', async () => {
    const code = await codeOf('李小红')
    expect(await say(1, `绑定 ${code}`)).toContain('已绑定李小红')
    expect(await say(2, `绑定 ${code}`)).toContain('已绑定李小红')
    expect(await say(3, `绑定 ${code}`)).toBe('该绑定码已被使用，请向学校重新索取')
    expect(await bindings(school, { studentName: '李小红' })).toHaveLength(2)
  })

  test('gets nothing by a code that is old, replaced or made up', async () => {
    const first = await codeOf('赵邻班', school, '0C2')
    const second = await codeOf('赵邻班', school, '0C2')
    expect(await say(4, `绑定 ${first}`)).toBe('绑定码不正确或已过期，请向学校索取')
    await sql`update wx_bind_code set expire_time = now() - interval '1 minute'`.execute(db())
    expect(await say(4, `绑定 ${second}`)).toBe('绑定码不正确或已过期，请向学校索取')
    expect(await say(4, '绑定 AAAAA-AAAAA')).toBe('绑定码不正确或已过期，请向学校索取')
    expect(await bindings(school, { studentName: '赵邻班' })).toEqual([])
  })

  test('who guesses is held up for an hour, even with the right code, and nobody else is', async () => {
    const code = await codeOf('赵邻班', school, '0C2')
    const said = []
    for (let n = 0; n < 5; n += 1) said.push(await say(5, `绑定 WRONG-CDE${n}2`))
    expect(new Set(said)).toEqual(new Set(['绑定码不正确或已过期，请向学校索取']))
    expect(await say(5, `绑定 ${code}`)).toBe('尝试次数过多，请一小时后再试')
    expect(await bindings(school, { studentName: '赵邻班' })).toEqual([])
    expect(await say(6, `绑定 ${code}`)).toContain('已绑定赵邻班')
    await sql`update wx_bind_try set since_time = now() - interval '61 minutes'`.execute(db())
    expect(await say(5, `绑定 ${code}`)).toContain('已绑定赵邻班')
    // Many at once are no way around it.
    const crowd = await Promise.all(Array.from({ length: 12 }, (_one, n) => say(7, `绑定 CRWD${n}-ABCDE`)))
    expect(crowd.filter((one) => one === '尝试次数过多，请一小时后再试')).toHaveLength(7)
  })

  test('says the words that bind in any of their forms, and no others', async () => {
    const wrong = '绑定码不正确或已过期，请向学校索取'
    for (const words of ['绑定ABCDE2', ' 绑定  abcde-fghjk ', '绑定:ABCDE2', '绑定：ABCDE-FGHJK'])
      expect(await say(8, words)).toBe(wrong)
    for (const words of ['绑定 ABCD2', `绑定 ${'A'.repeat(21)}`, '我要绑定 ABCDE2', '绑定 ABCDE2 谢谢', '解除绑定吧'])
      expect(await say(9, words)).toBe('undefined')
  })

  test('is released by himself or by the school of the child, not by another one', async () => {
    expect((await codesOf(other, '1C1')).size).toBe(1)
    expect((await other.post(`${MANAGE}/wxBinding/issueCodes`, { classCode: '0C1' })).status).toBe(400)
    const [row] = await bindings(school, { studentName: '王小明' })
    expect(await bindings(other)).toEqual([])
    expect((await other.post(`${MANAGE}/wxBinding/revoke`, { id: row.id })).status).toBe(404)
    expect((await school.post(`${MANAGE}/wxBinding/revoke`, { id: row.id })).status).toBe(200)
    expect((await school.post(`${MANAGE}/wxBinding/revoke`, { id: row.id })).msg).toBe('该绑定已解除')
    expect(await say(1, '解除绑定')).toBe('已解除绑定')
    expect(await say(1, '解除绑定')).toBe('您还没有绑定学生')
    const states = (await bindings(school)).map((one: any) => `${one.openid.at(-1)}${one.bindStatus}`).toSorted()
    expect(states).toEqual(['02', '12', '21', '51', '61'])
  })
})

describe('news of children', () => {
  const childOf = ([studentCode, studentName, at, classCode]: (typeof CHILDREN)[number]): Child => ({
    studentCode,
    studentName,
    schoolCode: SCHOOLS[at]?.code ?? '',
    classCode,
  })
  const news = (change: Partial<ParentNews> = {}): ParentNews => ({
    key: nextId(),
    title: '请核对采集信息',
    text: '请在周五前核对',
    templateId: 'tpl-meeting',
    ...change,
  })
  async function tell(one: ParentNews, children = CHILDREN.map(childOf), by: TellParents = tellByWechat(deps())) {
    const ctx = await app.app.ctxOf(TENANT, desk.admin.userId)
    if (!ctx) throw new Error('the administrator is gone')
    const from = wechat.arrived.length
    const told = await by.tell(ctx, one, children)
    return { told, reached: wechat.arrived.slice(from) }
  }

  test('reach those who are bound and follow, each of the own child and once', async () => {
    const one = news()
    const { told, reached } = await tell(one)
    expect(reached.map(({ openid, text }) => `${openid} ${text}`).toSorted()).toEqual([
      `${openidOf(2)} 主题：请核对采集信息\n地点：李小红`,
      `${openidOf(5)} 主题：请核对采集信息\n地点：赵邻班`,
      `${openidOf(6)} 主题：请核对采集信息\n地点：赵邻班`,
    ])
    expect(told).toEqual([
      { isTold: false, text: '没有家长绑定并关注公众号' },
      { isTold: true, text: '已发到1位家长的微信' },
      { isTold: true, text: '已发到2位家长的微信' },
      { isTold: false, text: '没有家长绑定并关注公众号' },
    ])
    const again = await tell(one)
    expect(again.reached).toEqual([])
    expect(again.told).toEqual(told)
    const kept = await sql<any>`select data, send_status from template_msg_log where batch_id = ${one.key}`.execute(
      db(),
    )
    expect(kept.rows).toEqual(Array.from({ length: 3 }, () => ({ data: null, sendStatus: 1 })))
  })

  test('go by what the template was filled with', async () => {
    const { data } = await desk.admin.get<any>(`${MANAGE}/msgTemplate/list`, { size: 100 })
    const { id } = data.records.find((row: any) => row.templateId === 'tpl-meeting')
    const values = [
      { name: 'thing1', value: '【学生】：【标题】，请尽快核对并在系统里提交' },
      { name: 'thing2', value: '【无此词】' },
    ]
    await desk.admin.post(`${MANAGE}/msgTemplate/update`, { id, name: '采集提醒', data: values })
    const { reached } = await tell(news({ templateId: '采集提醒' }), [
      childOf(CHILDREN[1] as (typeof CHILDREN)[number]),
    ])
    // A `thing` is twenty signs at most.
    expect(reached.map(({ text }) => text)).toEqual(['主题：李小红：请核对采集信息，请尽快核对并在…\n地点：【无此词】'])
    await desk.admin.post(`${MANAGE}/msgTemplate/update`, { id, data: [] })
  })

  test('do not reach who left, and say of everybody why not; the others are told another way', async () => {
    await desk.deliver({ FromUserName: openidOf(2), MsgType: 'event', Event: 'unsubscribe' })
    wechat.refused.set(openidOf(5), 43_019)
    wechat.refused.set(openidOf(6), 43_019)
    const heard: string[] = []
    const byTeacher: TellParents = {
      title: '站内通知',
      tell: async (_ctx, _news, children) => {
        heard.push(...children.map(({ studentName }) => studentName))
        return children.map(() => ({ isTold: true, text: '已通知班主任' }))
      },
    }
    const both = tellFirst(tellByWechat(deps()), byTeacher)
    expect(both.title).toBe('公众号模板消息，没有收到的用站内通知')
    const { told } = await tell(news(), undefined, both)
    expect(told.map(({ isTold, text }) => [isTold, text])).toEqual([
      [true, '没有家长绑定并关注公众号；已通知班主任'],
      [true, '没有家长绑定并关注公众号；已通知班主任'],
      [true, '微信：对方在黑名单中（43019）；已通知班主任'],
      [true, '没有家长绑定并关注公众号；已通知班主任'],
    ])
    expect(heard).toEqual(['王小明', '李小红', '赵邻班', '钱别校'])
    const failing: TellParents = { title: '站内通知', tell: () => Promise.reject(new Error('no bell')) }
    const left = await tell(news(), undefined, tellFirst(tellByWechat(deps()), failing))
    expect(left.told.map(({ isTold, text }) => [isTold, text])).toEqual([
      [false, '没有家长绑定并关注公众号；发送失败，请稍后再推'],
      [false, '没有家长绑定并关注公众号；发送失败，请稍后再推'],
      [false, '微信：对方在黑名单中（43019）；发送失败，请稍后再推'],
      [false, '没有家长绑定并关注公众号；发送失败，请稍后再推'],
    ])
    wechat.refused.clear()
    expect((await tell(news({ templateId: null }))).told[2]?.text).toBe('没有选择公众号的消息模板')
    expect((await tell(news({ templateId: '没有的' }))).told[2]?.text).toBe('公众号没有可用的消息模板「没有的」')
  })

  const third = () => [childOf(CHILDREN[2] as (typeof CHILDREN)[number])]
  const account = (values: string) =>
    sql`update wx_account set ${sql.raw(values)} where id = ${desk.accountId}`.execute(db())

  test('say why their account cannot be spoken for', async () => {
    const { rows } = await sql<{ secret: string }>`select secret from wx_account where id = ${desk.accountId}`.execute(
      db(),
    )
    const why = async (broken: string, whole: string) => {
      await account(broken)
      const { told, reached } = await tell(news(), third())
      await account(whole)
      expect(reached).toEqual([])
      return told
    }
    const untold = (text: string) => [{ isTold: false, text }]
    expect(await why('secret = null', `secret = '${rows[0]?.secret}'`)).toEqual(
      untold('请先在公众号账号中填写AppSecret'),
    )
    expect(await why('is_deleted = 1', 'is_deleted = 0')).toEqual(untold('数据不存在或已被删除'))
    expect(await why('type = 3', 'type = 2')).toEqual(untold('小程序没有菜单、标签、二维码和模板消息，请选择公众号'))
  })

  test('wait where the day is used up, and go out the next day', async () => {
    const use = (used: number) => sql`update provider_usage set used = ${used} where name = 'template'`.execute(db())
    const one = news()
    await use(99_999)
    const stopped = await tell(one, third())
    expect(stopped.reached).toHaveLength(1)
    expect(stopped.told).toEqual([{ isTold: true, text: '已发到1位家长的微信' }])
    const other = await tell(news(), third())
    expect([other.reached, other.told]).toEqual([[], [{ isTold: false, text: '今日发送条数已达上限' }]])
    await use(0)
    expect((await tell(one, third())).told).toEqual([{ isTold: true, text: '已发到2位家长的微信' }])
  })

  test('go by the template of that name before the one of that number, and by none out of use', async () => {
    const { data } = await desk.admin.get<any>(`${MANAGE}/msgTemplate/list`, { size: 100 })
    const of = (templateId: string) => data.records.find((row: any) => row.templateId === templateId)
    const save = (id: string, change: object) => desk.admin.post(`${MANAGE}/msgTemplate/update`, { id, ...change })
    const { id, name } = of('tpl-score')
    expect((await save(id, { name: 'tpl-meeting' })).status).toBe(200)
    expect((await tell(news(), third())).reached[0]?.text).toContain('考试：请核对采集信息')
    await save(id, { isEnabled: 0 })
    expect((await tell(news(), third())).reached[0]?.text).toContain('主题：请核对采集信息')
    const gone = (await tell(news({ templateId: 'tpl-score' }), third())).told
    expect(gone).toEqual([{ isTold: false, text: '公众号没有可用的消息模板「tpl-score」' }])
    await save(id, { isEnabled: 1, name })
  })

  test('are told of each child by itself, though another one waits', async () => {
    const one = news()
    const setFollowing = (subscribe: number) =>
      sql`update wx_user set subscribe = ${subscribe} where openid = ${openidOf(2)}`.execute(db())
    wechat.failNext(48_001, { path: '/cgi-bin/message/template/send', times: 2 })
    await tell(one, third())
    await setFollowing(1)
    const { reached } = await tell(one, [childOf(CHILDREN[1] as (typeof CHILDREN)[number])])
    await setFollowing(0)
    expect(reached.map(({ openid }) => openid)).toEqual([openidOf(2)])
    const waiting = await sql<{ touser: string }>`select touser from template_msg_log
      where batch_id = ${one.key} and send_status = 0 order by touser`.execute(db())
    expect(waiting.rows).toEqual([{ touser: openidOf(5) }, { touser: openidOf(6) }])
  })

  test('that the platform refuses for all are told when they are told again, to each once', async () => {
    const one = news()
    const child = [childOf(CHILDREN[2] as (typeof CHILDREN)[number])]
    wechat.failNext(48_001, { path: '/cgi-bin/message/template/send', times: 2 })
    const stopped = await tell(one, child)
    expect(stopped.reached).toEqual([])
    expect(stopped.told).toEqual([{ isTold: false, text: '微信：该公众号无此接口权限（48001）' }])
    const again = await tell(one, child)
    expect(again.reached.map(({ openid }) => openid).toSorted()).toEqual([openidOf(5), openidOf(6)])
    expect(again.told).toEqual([{ isTold: true, text: '已发到2位家长的微信' }])
  })

  test('whose answers are lost are in doubt, and not told again by anybody', async () => {
    const one = news()
    const child = [childOf(CHILDREN[2] as (typeof CHILDREN)[number])]
    wechat.hangUpNext({ times: 6, path: '/cgi-bin/message/template/send' })
    const { told } = await tell(one, child)
    expect(told).toEqual([{ isTold: false, isDoubtful: true, text: '微信没有应答，可能已送达，没有重发' }])
    await sql`update template_msg_log set claim_time = localtimestamp - interval '1 hour' where batch_id = ${one.key}`.execute(
      db(),
    )
    expect((await tell(one, child)).told[0]?.isDoubtful).toBe(true)
    const from = wechat.arrived.filter(({ openid }) => openid === openidOf(5)).length
    await tell(one, child)
    expect(wechat.arrived.filter(({ openid }) => openid === openidOf(5))).toHaveLength(from)
  })
})
