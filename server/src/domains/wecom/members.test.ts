import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registry } from '@xueheng/contract'
import { type Client, TENANT, waitForJob } from '../../../test/harness.ts'
import { act, leavePeople, startLeave } from '../../../test/leave.ts'
import { useMessenger } from '../../../test/messenger.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'
import { writeWorkbook } from '../../platform/sheet/write.ts'
import { cutText } from './letter.ts'
import { tellMembers } from './tell-members.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheApplication0000000000'
const SEND = '/cgi-bin/message/send'
const desk = useMessenger(SECRET)
let reader: Client

const db = () => desk.app.app.database.tenant(TENANT)
const accountOf = ({ userId }: Client) => `u${userId}`

/** The tests set the clock's task off themselves. */
beforeAll(async () => {
  await sql`insert into scheduled_task (name, last_time) values ('wecom.memberTelling', now() + interval '1 day')
    on conflict (name) do update set last_time = excluded.last_time`.execute(desk.app.app.database.open)
})

/** A corp that passes messages on, and somebody who may read some. */
beforeEach(async () => {
  await sql`update wecom_corp set push_messages = 0`.execute(db())
  await desk.open({ agentId: 1000002, secret: SECRET, pushMessages: 1 })
  reader = await desk.app.user({ role: 'teacher', schoolCode: '125101000000000011' })
  desk.platform.asked.length = 0
  desk.platform.sent.length = 0
})

const body = (memberId: string, user: Client) => ({ corpId: desk.corpId, memberId, account: accountOf(user) })
const tie = (memberId: string, user: Client = reader) => desk.keep('member', body(memberId, user))
const member = async ({ id }: Row) => (await desk.admin.get<any>(`${BASE}/member/detail`, { id })).data
const corp = async () => (await desk.admin.get<any>(`${BASE}/corp/detail`, { id: desk.corp['id'] })).data

async function write(title: string, user?: Client, content = '正文'): Promise<void> {
  const message = { title, messageType: 1, content, ...(user && { account: accountOf(user) }) }
  const { status } = await desk.admin.post('/api/bigdata-service/sysMessage/submit', message)
  expect(status).toBe(200)
}

const tell = () =>
  tellMembers(
    { database: desk.app.app.database, config: desk.app.config, tenantIds: async () => [TENANT] },
    desk.app.app.http.log,
  )

/** What arrived, as `member: text`. */
const arrived = () => desk.platform.sent.map((one) => `${String(one['touser'])}: ${textOf(one)}`)
const textOf = (one: Record<string, unknown>) => (one['text'] as { content: string }).content

describe('a message of the product', () => {
  test('reaches the member its account is tied to, once', async () => {
    const row = await tie('zhang')
    await write('成绩已发布', reader)
    await tell()
    await tell()
    expect(desk.platform.sent).toEqual([
      { touser: 'zhang', msgtype: 'text', text: { content: '成绩已发布\n正文' }, agentid: 1000002 },
    ])
    expect(await member(row)).toMatchObject({ toldText: '已发出', toldTime: expect.stringMatching(/^\d{4}-/) })
  })

  test('for everybody goes to all who are tied, in one request', async () => {
    const other = await desk.app.user({ role: 'exam' })
    await tie('zhang')
    await tie('li', other)
    await write('今晚维护')
    await write('只给李', other)
    await tell()
    expect(arrived()).toEqual(['zhang|li: 今晚维护\n正文', 'li: 只给李\n正文'])
  })

  test('asked for by two at once goes out once', async () => {
    await tie('zhang')
    for (let n = 0; n < 5; n += 1) await write(`第${n}条`, reader)
    await Promise.all([tell(), tell(), tell()])
    expect(arrived().toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `zhang: 第${n}条\n正文`))
  })

  test('in the same words as another is not taken for it', async () => {
    await tie('zhang')
    await write('请审核', reader)
    await tell()
    await write('请审核', reader)
    await tell()
    expect(arrived()).toHaveLength(2)
  })

  test('is cut in whole characters to what the platform takes', async () => {
    await tie('zhang')
    await write('长', reader, '长😀'.repeat(400))
    await tell()
    const text = textOf(desk.platform.sent[0] ?? {})
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048)
    expect(Buffer.byteLength(text)).toBeGreaterThan(2040)
    expect(text).toMatch(/^长\n(长😀)+长?…$/u)
    expect([cutText('正好', 6), cutText('不正好', 6), cutText('😀😀', 7)]).toEqual(['正好', '不…', '😀…'])
  })

  test('goes out again and again no faster than the platform lets one member have', async () => {
    await tie('zhang')
    for (let n = 0; n < 30; n += 1) await write(`第${n}条`, reader)
    await tell()
    await tell()
    expect(desk.platform.sent).toHaveLength(25)
    await sql`update wecom_told set claim_time = claim_time - interval '2 minutes'`.execute(db())
    await tell()
    expect(desk.platform.sent).toHaveLength(30)
  })
})

describe('nobody is told', () => {
  test('what was written before the tie, or before the corp was opened for it', async () => {
    await write('以前的', reader)
    await tie('zhang')
    await desk.keep('corp', { id: desk.corp['id'], pushMessages: 0 })
    await write('关着的', reader)
    await tell()
    await desk.keep('corp', { id: desk.corp['id'], pushMessages: 1 })
    await tell()
    expect(arrived()).toEqual([])
    await write('以后的', reader)
    await tell()
    expect(arrived()).toEqual(['zhang: 以后的\n正文'])
  })

  test('who is not tied, no longer tied, or cannot sign in', async () => {
    const stranger = await desk.app.user({ role: 'exam' })
    const locked = await desk.app.user({ role: 'exam' })
    await tie('suo', locked)
    const row = await tie('zhang')
    await desk.admin.post(`${BASE}/member/remove`, undefined, { ids: row['id'] })
    await sql`update sys_user set status = 2 where id = ${locked.userId}`.execute(db())
    for (const user of [stranger, reader, locked]) await write('请看', user)
    await tell()
    expect(desk.platform.asked).toHaveLength(0)
    // What was written meanwhile is not made up for.
    expect((await desk.admin.post(`${BASE}/member/restore`, { ids: row['id'] })).status).toBe(200)
    await tell()
    expect(arrived()).toEqual([])
    await write('以后的', reader)
    await tell()
    expect(arrived()).toEqual(['zhang: 以后的\n正文'])
  })

  test('what is older than a day', async () => {
    await tie('zhang')
    await write('昨天的', reader)
    await sql`update sys_message set create_time = create_time - interval '25 hours'`.execute(db())
    await tell()
    expect(desk.platform.asked).toHaveLength(0)
  })
})

describe('an approval', () => {
  test('in a process reaches who has to judge it and who asked, each once', async () => {
    const people = await leavePeople(desk.app)
    await tie('boss', people.boss)
    await tie('asker', people.applicant)
    const started = await startLeave(people)
    await tell()
    await tell()
    const first = arrived()
    expect(first).toHaveLength(1)
    expect(first[0]).toMatch(/^boss: /)
    expect((await act(people.boss, started, 'ok')).status).toBe(200)
    await tell()
    await tell()
    const later = arrived().slice(1)
    expect(later.filter((one) => one.startsWith('asker: '))).toHaveLength(1)
    expect(later.filter((one) => one.startsWith('boss: '))).toHaveLength(0)
    // Nothing but what the message of the product says.
    const kept = await sql<{ text: string }>`select title || E'\n' || content as text from sys_message`.execute(db())
    const written = kept.rows.map(({ text }) => text)
    for (const one of desk.platform.sent) expect(written).toContain(textOf(one))
  })
})

describe('what goes wrong', () => {
  test('a member the platform does not know has it in his row, and the others have the message', async () => {
    const other = await desk.app.user({ role: 'exam' })
    const [known, unknown] = [await tie('zhang'), await tie('Wu', other)]
    desk.platform.noUsers.add('Wu')
    await write('今晚维护')
    await tell()
    expect((await member(known)).toldText).toBe('已发出')
    expect((await member(unknown)).toldText).toBe('企业微信里没有该成员，或应用看不到该成员')
    await write('只给吴', other)
    await tell()
    expect((await member(unknown)).toldText).toBe('企业微信：接收人都无效（81013）')
    desk.platform.noUsers.clear()
    await tell()
    expect(arrived()).toHaveLength(1)
  })

  test.each([
    [40_056, '企业微信：应用AgentId不正确，请在企业管理中核对（40056）'],
    [60_020, '企业微信：服务器的IP地址不在可信名单内，请在企业微信后台添加（60020）'],
  ])('%i stops the corp, says so, and loses nothing', async (code, reason) => {
    await tie('zhang')
    await write('请看', reader)
    desk.platform.failNext(code, { path: SEND })
    await tell()
    expect((await corp()).pushError).toBe(reason)
    await tell()
    expect(desk.platform.askedOf(SEND)).toHaveLength(1)
    // Whoever puts the corp right need not wait.
    await desk.keep('corp', { id: desk.corp['id'], remark: '已核对' })
    await tell()
    await tell()
    expect(arrived()).toEqual(['zhang: 请看\n正文'])
    expect((await corp()).pushError).toBeNull()
  })

  test('a corp that stopped goes on by itself after a while', async () => {
    await tie('zhang')
    await write('请看', reader)
    desk.platform.failNext(40_056, { path: SEND })
    await tell()
    await sql`update wecom_corp set push_tried = push_tried - interval '6 minutes'`.execute(db())
    await tell()
    expect(arrived()).toEqual(['zhang: 请看\n正文'])
  })

  test('an answer that is lost: perhaps it arrived, it does not arrive twice', async () => {
    const row = await tie('zhang')
    await write('请看', reader)
    desk.platform.hangUpNext({ path: SEND })
    await tell()
    expect((await member(row)).toldText).toBe('企业微信没有应答，可能已发出，没有重发')
    await desk.keep('corp', { id: desk.corp['id'], remark: '再试' })
    await tell()
    expect(arrived()).toHaveLength(1)
  })

  test('a platform that is away loses nothing', async () => {
    await tie('zhang')
    await write('请看', reader)
    await sql`delete from provider_token`.execute(desk.app.app.database.beside(TENANT))
    desk.platform.hangUpNext({ path: '/cgi-bin/gettoken' })
    await tell()
    expect((await corp()).pushError).toContain('企业微信')
    expect(desk.platform.askedOf(SEND)).toHaveLength(0)
    await desk.keep('corp', { id: desk.corp['id'], remark: '再试' })
    await tell()
    expect(arrived()).toEqual(['zhang: 请看\n正文'])
  })

  test('what a killed program left is not handed over again, and said so', async () => {
    const row = await tie('zhang')
    await write('请看', reader)
    await sql`insert into wecom_told (tenant_id, member_row, message_id, told_state, text, claim_time)
      select ${TENANT}, ${row['id']}, m.id, 1, '', localtimestamp - interval '3 minutes' from sys_message m
      where title = '请看' and account = ${accountOf(reader)}`.execute(db())
    await tell()
    expect((await member(row)).toldText).toBe('发送时中断，可能已发出，没有重发')
    expect(arrived()).toEqual([])
  })
})

describe('a tie', () => {
  const write = (memberId: string, user: Client, by = desk.admin) =>
    by.post<any>(`${BASE}/member/submit`, body(memberId, user))

  test('is one of an account and a member that are there, and of each corp one', async () => {
    const other = await desk.app.user({ role: 'exam' })
    expect(await tie('Zhang')).toMatchObject({ userId: reader.userId, userName: expect.any(String) })
    expect((await write('zhang', other)).msg).toBe('该成员账号已存在，账号不分大小写')
    expect((await write('li', reader)).status).toBe(400)
    const nobody = { corpId: desk.corpId, memberId: 'li', account: 'nobody' }
    expect((await desk.admin.post(`${BASE}/member/submit`, nobody)).msg).toBe('登录账号nobody不存在')
    expect((await desk.admin.post(`${BASE}/corp/submit`, { id: desk.corp['id'], agentId: '' })).msg).toBe(
      '推送站内消息前请填写应用AgentId',
    )
  })

  test('gives nobody the messages of those above him, and shows a school its own', async () => {
    const maker = new RowMaker(desk.admin)
    const school = await maker.create(registry.entity('basicSchool'))
    const schoolCode = String(school['schoolCode'])
    await desk.keep('corp', { id: desk.corp['id'], uscc: schoolCode })
    const permissions = ['wecommember_view', 'wecommember_add', 'user_view']
    const head = await desk.app.user({ role: 'school', schoolCode, permissions })
    const above = await desk.app.user({ role: 'exam', permissions: ['examinfo_view', 'examinfo_delete'] })
    const stolen = await write('li', above, head)
    expect([400, 403]).toContain(stolen.status)
    expect((await write('wang', head, head)).data).toMatchObject({ schoolCode })
    const foreign = await desk.keep('corp', { corpId: `${desk.corpId}b`, corpName: '乙', schoolMode: 1 })
    await desk.keep('member', { corpId: foreign['corpId'], memberId: 'zhao', account: accountOf(above) })
    const seen = await head.get<any>(`${BASE}/member/list`, { size: 100 })
    expect(seen.data.records.map((row: Row) => row['memberId'])).toEqual(['wang'])
  })

  async function book(accounts: string[]) {
    const rows = accounts.map((account, at) => ({
      企业: desk.corpId,
      成员账号: `m${at}`,
      登录账号: account,
      备注: '教研组',
    }))
    const header = Object.keys(rows[0] ?? {}).map((title) => ({ title, key: title }))
    return [{ name: '成员.xlsx', body: await writeWorkbook([{ name: '数据', header, rows }]) }]
  }

  test('comes in by workbook with an account that nobody else has, in the file and beside it', async () => {
    const [taken, free] = [await desk.app.user({ role: 'exam' }), await desk.app.user({ role: 'exam' })]
    await write('z9', taken)
    const [known, fresh, own] = [taken, free, reader].map(accountOf) as [string, string, string]
    const check = async (accounts: string[]) => {
      const { data } = await desk.admin.upload(`${BASE}/member/import-check`, {}, await book(accounts))
      return data.rows.map((row: { faults: object }) => row.faults)
    }
    const twin = { account: '与第2行的企业、登录账号相同' }
    expect(await check([fresh, known, fresh, own, fresh])).toEqual([
      {},
      { account: '该企业登录账号已存在' },
      twin,
      {},
      twin,
    ])
    await write('m0', reader)
    expect(await check([own])).toEqual([{}])
  })

  test('comes in by workbook, with every fault by row and column', async () => {
    const other = await desk.app.user({ role: 'exam' })
    const wrong = await desk.admin.upload(`${BASE}/member/import-check`, {}, await book([accountOf(reader), 'nobody']))
    expect(JSON.stringify(wrong.data)).toContain('登录账号nobody不存在')
    const right = await desk.admin.upload(
      `${BASE}/member/import-check`,
      {},
      await book([accountOf(reader), accountOf(other)]),
    )
    const { data } = await desk.admin.post<any>(`${BASE}/member/import-commit`, {
      fileId: right.data.fileId,
      leftOut: [],
    })
    await waitForJob(desk.admin, data.jobId)
    await write('今晚维护', other)
    const { data: page } = await desk.admin.get<any>(`${BASE}/member/list`, { corpId: desk.corpId })
    expect(page.records).toMatchObject([
      { memberId: 'm0', account: accountOf(reader), userId: reader.userId, remark: '教研组' },
      { memberId: 'm1', account: accountOf(other), userId: other.userId },
    ])
  })
})
