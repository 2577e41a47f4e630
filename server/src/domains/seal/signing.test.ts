import { registry } from '@xueheng/contract'
import { sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { SEAL, issueCert } from '../../../test/fixtures/seals.ts'
import { type Answer, type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { readEntries, readText } from '../../../test/unzip.ts'
import { decryptSecret } from '../../platform/secret.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { createZip } from '../../platform/sheet/zip-writer.ts'
import { keyPlace, localKeys } from './key-provider.ts'
import { moveSeal, sealRow } from './seal-info.ts'
import { openDesk, signDocument } from './sign-document.ts'
import { signLogKey, verifySignLog } from './sign-log.ts'
import { stateThen } from './verify-trust.ts'

const SERVER = '/api/yzl-seseal/signserver'
const VERIFY = '/api/yzl-seseal/verify'
const app = useTestApp()
let admin: Client
let maker: RowMaker
let seal: Row
const strategies = new Map<string, string>()

const db = () => app().app.database.tenant(TENANT)
const posted = async (path: string, body: Row) => String((await admin.post<Row>(path, body)).data['id'])

async function strategy(strategyCode: string, values: Row, rules: Row[]): Promise<string> {
  const signRuleIds: string[] = []
  for (const [i, rule] of rules.entries()) {
    const body = { ruleCode: `${strategyCode}${i}`, ruleName: `${strategyCode}${i}`, ...rule }
    signRuleIds.push(await posted(`${SERVER}/signrule/save`, body))
  }
  const id = await posted(`${SERVER}/signstrategy/save`, {
    strategyCode,
    strategyName: strategyCode,
    signRuleIds,
    ...values,
  })
  strategies.set(strategyCode, id)
  return id
}

const PLACE = { ruleType: 2, pageScope: 3, coordX: 150, coordY: 200 }

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
  seal = await maker.create(registry.entity('sesealinfo'))
  await strategy('PADES', { signFormat: 1 }, [PLACE, { ruleType: 4, seamEdge: 1 }])
  await strategy('CMS', { signFormat: 2, timestampMode: 0 }, [PLACE])
  await strategy('SES', { signFormat: 3 }, [PLACE])
  await strategy('BOTH', { signFormat: 4 }, [PLACE])
  await strategy('WORD', { signFormat: 1 }, [{ ruleType: 1, keyword: 'Seal here' }])
  await strategy('LOCK', { signFormat: 1, lockAfterSign: 1 }, [PLACE])
})

const two = () => pdfOf([{ text: 'First' }, { text: 'Seal here' }])

interface Job {
  state: string
  text: string
  fileId: string
}

async function jobOf(started: Answer<{ jobId: string }>, user = admin): Promise<Job> {
  expect(started.msg).toBe('操作成功')
  for (;;) {
    const { data } = await user.get<Job>('/api/blade-desk/job/detail', { id: started.data.jobId })
    if (['done', 'failed', 'cancelled'].includes(data.state)) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function ask(code: string, files: { name: string; body: Buffer }[], sealId = String(seal['id'])) {
  return admin.upload<{ jobId: string }>(`${SERVER}/sign`, { sealId, strategyId: strategies.get(code) }, files)
}

/** The job of sealing these, to its end. */
async function signing(code: string, ...files: [name: string, body: Buffer][]): Promise<Job> {
  return jobOf(
    await ask(
      code,
      files.map(([name, body]) => ({ name, body })),
    ),
  )
}

async function fetched(job: Job): Promise<Buffer> {
  expect([job.state, job.text]).toEqual(['done', expect.any(String)])
  return (await admin.get(`/api/blade-resource/file/${job.fileId}`)).raw
}

interface Verdict {
  verdict: string
  text: string
  signatures: {
    format: string
    isValid: boolean
    sealName: string
    steps: { title: string; result: number; text: string }[]
  }[]
}

async function verified(body: Buffer): Promise<Verdict> {
  const answer = await app().anonymous.upload<Verdict>(VERIFY, {}, [{ name: 'a.pdf', body }])
  expect(answer.msg).toBe('操作成功')
  return answer.data
}

async function lastLine(): Promise<Row> {
  const { data } = await admin.get<{ records: Row[] }>(`${SERVER}/signlog/list`, { size: 1 })
  return data.records[0] ?? {}
}

test.each([
  ['PADES', ['PAdES']],
  ['CMS', ['CMS-SM2']],
  ['SES', ['SES']],
  ['BOTH', ['PAdES', 'SES']],
])('a document sealed by %s is found valid by anybody, and invalid with one byte changed', async (code, formats) => {
  const bytes = await fetched(await signing(code, ['报告.pdf', two()]))
  const good = await verified(bytes)
  const failed = good.signatures.flatMap(({ steps }) => steps.filter(({ result }) => result === 0))
  expect([good.verdict, failed]).toEqual(['valid', []])
  expect(good.signatures.map(({ format }) => format)).toEqual(formats)
  expect(good.signatures[0]?.sealName).toBe(seal['sealName'])
  const touched = Buffer.from(bytes)
  const at = touched.indexOf('(First)') + 1
  touched[at] = 'W'.codePointAt(0) ?? 0
  expect((await verified(touched)).verdict).toBe('invalid')
  expect((await verified(Buffer.concat([bytes, Buffer.from('%')]))).verdict).toBe('invalid')
  const line = await lastLine()
  expect(line).toMatchObject({ docName: '报告.pdf', signResult: 1, sealId: seal['id'] })
})

/** A document whose catalogue lies in a stream of objects that is not there. */
function packedNowhere(): Buffer {
  const head = '%PDF-1.5\n'
  // Each object: its kind, where it is, its place there.
  const entries = Buffer.from([0, 0, 0, 2, 3, 0, 1, head.length, 0, 0, 0, 0])
  const dict = `<</Type/XRef/Size 4/W[1 1 1]/Root 1 0 R/Length ${entries.length}>>`
  return Buffer.concat([
    Buffer.from(`${head}2 0 obj\n${dict}\nstream\n`),
    entries,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ])
}

test('a document nobody signed, and what is no document, are told so', async () => {
  expect((await verified(two())).verdict).toBe('none')
  for (const [body, msg] of [
    [Buffer.from('not a document'), '不是PDF文件'],
    [two().subarray(0, 300), 'PDF文件已损坏或结构不完整'],
  ] as const) {
    const answer = await app().anonymous.upload(VERIFY, {}, [{ name: 'a.pdf', body }])
    expect([answer.status, answer.msg]).toEqual([400, msg])
  }
})

test('the code printed on a document tells what was signed, whoever asks', async () => {
  await signing('PADES', ['名册.pdf', two()])
  const { verifyCode: code, seq } = await lastLine()
  const shown = String(code)
    .replace(/(.{4})(?=.)/g, '$1-')
    .toLowerCase()
  const { data } = await app().anonymous.get<Row>(`${VERIFY}/code`, { code: shown })
  expect(data).toMatchObject({ docName: '名册.pdf', seq, stateThen: '使用中', stateNow: '使用中', verdict: 'valid' })
  const none = await app().anonymous.get(`${VERIFY}/code`, { code: 'AAAA-AAAA-AAAA' })
  expect([none.status, none.msg]).toEqual([400, '没有这个验真码的签署记录，请核对后再试'])
})

test('several at once come back as one archive, with a result for each', async () => {
  const job = await signing('WORD', ['甲.pdf', two()], ['乙.pdf', pdfOf([{ text: 'nothing' }])], ['丙.pdf', two()])
  expect(job.text).toBe('2份已盖章，1份未盖：乙.pdf：未找到关键字「Seal here」')
  const archive = await fetched(job)
  expect(readEntries(archive).map(({ name }) => name)).toEqual(['甲_已盖章.pdf', '丙_已盖章.pdf'])
  const { data } = await admin.get<{ records: Row[] }>(`${SERVER}/signlog/list`, { size: 3 })
  expect(data.records.map((line) => [line['docName'], line['signResult']]).toReversed()).toEqual([
    ['甲.pdf', 1],
    ['乙.pdf', 0],
    ['丙.pdf', 1],
  ])
  const again = await jobOf(
    await admin.post(`${SERVER}/signFiles`, {
      sealId: seal['id'],
      strategyId: strategies.get('SES'),
      fileIds: job.fileId,
    }),
  )
  expect(again.text).toBe('2份已盖章')
})

test.each<[Row, string]>([
  [{ ruleType: 1, keyword: ' ' }, '请填写关键字'],
  [{ ...PLACE, coordX: null }, '请填写印章中心距左'],
  [{ ...PLACE, ruleType: 3, coordY: null }, '请填写印章中心距上'],
  [{ ...PLACE, pageScope: 6 }, '请填写指定页'],
  [{ ...PLACE, pageScope: 6, pageList: '3-' }, '指定页应如 1-3,5'],
])('a rule that could never place a seal is refused: %j', async (rule, message) => {
  const { status, msg } = await admin.post(`${SERVER}/signrule/save`, { ruleCode: 'BAD', ruleName: '错', ...rule })
  expect([status, msg]).toEqual([400, message])
})

test('a strategy names rules that are there, which stay as long; signed twice, it does not lock', async () => {
  const { data } = await admin.get<Row>(`${SERVER}/signstrategy/detail`, { id: strategies.get('SES') })
  const [ruleId] = data['signRuleIds'] as string[]
  const body = { strategyCode: 'BAD', strategyName: '错', signFormat: 1, signRuleIds: [ruleId] }
  const refused = async (change: object) => {
    const { status, msg } = await admin.post(`${SERVER}/signstrategy/save`, { ...body, ...change })
    return [status, msg]
  }
  expect(await refused({ signRuleIds: [] })).toEqual([400, '请选择签章规则'])
  expect(await refused({ signFormat: 4, lockAfterSign: 1 })).toEqual([400, '签两次的格式不能在第一次签后锁定'])
  const removed = await admin.post(`${SERVER}/signrule/remove`, undefined, { ids: ruleId })
  expect([removed.status, removed.msg]).toEqual([400, '签章策略「SES」正在使用这条规则'])
})

test('what is no document is not taken in to be sealed', async () => {
  const text = await ask('SES', [{ name: 'a.txt', body: two() }])
  expect([text.status, text.msg]).toEqual([415, '不支持的文件类型：a.txt'])
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => void chunks.push(chunk))
  await zip.add('a.txt', 'text')
  await zip.end()
  expect((await signing('SES', ['a.zip', Buffer.concat(chunks)])).text).toContain('压缩包中没有PDF文件')
})

test('a file of somebody else is not sealed', async () => {
  const other = await app().user({ role: 'administrator' })
  const job = await signing('SES', ['a.pdf', two()])
  const body = { sealId: seal['id'], strategyId: strategies.get('SES'), fileIds: job.fileId }
  expect((await other.post(`${SERVER}/signFiles`, body)).msg).toBe('文件不存在，或不是您的文件')
})

test.each([
  ['a broken file', () => two().subarray(0, 400), 'PDF文件已损坏或结构不完整'],
  ['a file whose catalogue lies nowhere', packedNowhere, 'PDF文件已损坏或结构不完整'],
  ['another kind of file', () => Buffer.from('PK'), '不是PDF文件'],
  [
    'an encrypted file',
    () => Buffer.from(two().toString('latin1').replace('/Root 1 0 R', '/Encrypt 9 0 R/Root 1 0 R'), 'latin1'),
    'PDF文件已加密，请先取消密码',
  ],
])('%s is refused in words, with a line in the log and no file', async (_name, body, message) => {
  const job = await signing('SES', ['a.pdf', body()])
  expect([job.state, job.text, job.fileId]).toEqual(['failed', `1份未盖：a.pdf：${message}`, ''])
  expect(await lastLine()).toMatchObject({ signResult: 0, errorMsg: message, verifyCode: null })
})

test('a locked document is not signed again', async () => {
  const bytes = await fetched(await signing('LOCK', ['a.pdf', two()]))
  expect((await verified(bytes)).verdict).toBe('valid')
  expect((await signing('LOCK', ['a.pdf', bytes])).text).toContain('文件已有签名，策略不允许再签')
})

test('two signatures of two strategies both hold', async () => {
  const first = await fetched(await signing('PADES', ['a.pdf', two()]))
  const both = await verified(await fetched(await signing('SES', ['a.pdf', first])))
  expect([both.verdict, both.signatures.length]).toEqual(['valid', 2])
})

test('a strategy has so many signatures a day', async () => {
  await strategy('DAILY', { signFormat: 3, dailyLimit: 1 }, [PLACE])
  await signing('DAILY', ['a.pdf', two()])
  expect((await ask('DAILY', [{ name: 'a.pdf', body: two() }])).msg).toBe('签章策略「DAILY」今日已用满1次')
})

async function roleOf(alias: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from sys_role where role_alias = ${alias}`.execute(db())
  return rows[0]?.id ?? ''
}

test('a strategy is for its documents, roles and hours, and for seals with a UKey where it says so', async () => {
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toTimeString().slice(0, 5)
  const [soon, later] = [clock(60), clock(61)]
  const away = soon < later ? `${soon}-${later}` : '00:00-00:01'
  const limits: [code: string, values: Row, why: string][] = [
    ['EXAMONLY', { docTypes: ['exam'] }, '不用于上传的文件'],
    ['SCHOOLONLY', { roleIds: [await roleOf('school')] }, '不供您的角色使用'],
    ['LATER', { timeWindow: away }, `只能在每日${away}使用`],
    ['UKEY', { needUkey: 1 }, '只用于登记有UKey的印章'],
  ]
  for (const [code, values, why] of limits) {
    const strategyId = await strategy(code, { signFormat: 1, ...values }, [PLACE])
    const asked = await ask(code, [{ name: 'a.pdf', body: two() }])
    expect(asked).toMatchObject({ status: 400, msg: `签章策略「${code}」${why}` })
    const { msg } = await admin.post(`${SERVER}/signstrategy/submit`, {
      id: strategyId,
      docTypes: ['file', 'exam'],
      roleIds: [await roleOf('administrator')],
      timeWindow: '00:00-23:59',
      needUkey: 0,
    })
    expect(msg).toBe('操作成功')
    expect((await signing(code, ['a.pdf', two()])).state).toBe('done')
  }
})

test.each(['8:00-18:00', '08:00-24:00', '18:00-08:00', '08:00-08:00', '全天'])(
  'hours written as %s are refused',
  async (timeWindow) => {
    const { status, data } = await admin.post(`${SERVER}/signstrategy/submit`, {
      id: strategies.get('PADES'),
      timeWindow,
    })
    expect([status, JSON.stringify(data)]).toEqual([400, expect.stringContaining('每日时段应如 08:00-18:00，起早于止')])
  },
)

test('a school presses its own seal and no other, and makes none', async () => {
  const own = await app().user({ role: 'school', schoolCode: String(seal['deptUscc']) })
  const { code: elsewhere } = { code: String((await maker.create(registry.entity('basicSchool')))['schoolCode']) }
  const other = await app().user({ role: 'school', schoolCode: elsewhere })
  const press = (user: Client) =>
    user.upload<{ jobId: string }>(
      `${SERVER}/sign`,
      { sealId: String(seal['id']), strategyId: strategies.get('PADES') },
      [{ name: 'a.pdf', body: two() }],
    )
  expect((await jobOf(await press(own), own)).text).toBe('1份已盖章')
  expect((await press(other)).status).toBe(404)
  for (const step of ['approval', 'make']) {
    expect((await own.post(`/api/yzl-seseal/sesealpermit/${step}`, { ids: '1' })).status).toBe(403)
  }
})

test('a preview tells the places and keeps nothing', async () => {
  const { data: rules } = await admin.get<{ records: Row[] }>(`${SERVER}/signrule/list`, { ruleCode: 'PADES', size: 9 })
  const ruleIds = rules.records.map((row) => row['id']).join()
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from file_object`.execute(db())).rows[0]?.n
  const before = await count()
  const files = [{ name: 'a.pdf', body: two() }]
  const { data } = await admin.upload<{ places: Row[]; pages: number }>(
    `${SERVER}/signrule/preview`,
    { ruleIds },
    files,
  )
  expect(data.pages).toBe(2)
  const shown = data.places.map(({ page, from, to }) => [page, from, to].join())
  expect(new Set(shown)).toEqual(new Set(['1,0,0.5', '2,0,1', '2,0.5,1']))
  expect(await count()).toBe(before)
})

test('what becomes of a seal later is told, and does not undo what was signed before', async () => {
  const own = await maker.create(registry.entity('sesealinfo'))
  const started = await ask('SES', [{ name: 'a.pdf', body: two() }], String(own['id']))
  const bytes = await fetched(await jobOf(started))
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await admin.post(`${SEAL}/revoke`, { ids: own['id'], reason: '印章遗失' })
  const later = await verified(bytes)
  const state = later.signatures[0]?.steps.find(({ title }) => title === '签署时印章在使用')
  expect([later.verdict, state?.result]).toEqual(['valid', 1])
  expect(state?.text).toMatch(/^签署时使用中；目前已吊销，.+起（印章遗失）$/)
  const { verifyCode: code } = await lastLine()
  const { data } = await app().anonymous.get<Row>(`${VERIFY}/code`, { code })
  expect(data).toMatchObject({ stateThen: '使用中', stateNow: '已吊销' })
  const refused = await ask('SES', [{ name: 'a.pdf', body: two() }], String(own['id']))
  expect(refused.msg).toBe(`印章「${String(own['sealName'])}」已吊销，不能签章`)
})

test('a strategy whose rules are switched off, or gone, is refused in words', async () => {
  const strategyId = await strategy('FEW', { signFormat: 1 }, [PLACE, { ...PLACE, isEnabled: 0 }])
  const ctx = (await app().app.ctxOf(TENANT, admin.userId)) as Ctx
  const keys = localKeys(app().config.masterKey)
  const open = () => openDesk(ctx, keys, { sealId: String(seal['id']), strategyId, kind: 'file' })
  expect((await open()).rules.map(({ ruleCode }) => ruleCode)).toEqual(['FEW0'])
  await sql`update seal_sign_rule set is_enabled = 0 where rule_code = 'FEW0'`.execute(db())
  await expect(open()).rejects.toThrow('策略所用的签章规则都已停用')
  await sql`update seal_sign_rule set is_deleted = 1 where rule_code = 'FEW1'`.execute(db())
  await expect(open()).rejects.toThrow('策略所用的签章规则已被删除')
})

test('a seal past its day, or whose certificate is revoked, signs nothing', async () => {
  const id = String(seal['id'])
  const tried = async (code = 'SES') => (await ask(code, [{ name: 'a.pdf', body: two() }])).msg
  await sql`update seal_info set valid_end = '2020-01-01' where id = ${id}`.execute(db())
  expect(await tried()).toContain('已于2020-01-01到期')
  await sql`update seal_info set valid_end = '2099-01-01' where id = ${id}`.execute(db())
  await sql`update seal_info set seal_state = ${sealStates.states.suspended.value} where id = ${id}`.execute(db())
  expect(await tried()).toContain('已停用，不能签章')
  await sql`update seal_info set seal_state = ${sealStates.states.inUse.value} where id = ${id}`.execute(db())
  await sql`update seal_cert set is_enabled = 0 where cert_type = 6`.execute(db())
  expect(await tried()).toContain('没有可用的时间戳证书')
  await sql`update seal_cert set is_enabled = 1 where cert_type = 6`.execute(db())
  await sql`update seal_trust_chain set is_anchor = 0`.execute(db())
  expect(await tried()).toContain('根证书不受信任')
  await sql`update seal_trust_chain set is_anchor = 1`.execute(db())
  const bytes = await fetched(await signing('PADES', ['a.pdf', two()]))
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const { rows } = await sql<{
    id: string
  }>`select id from seal_cert where cert_type = 4 and algorithm = 'ECDSA'`.execute(db())
  for (const row of rows) await admin.post(`${SERVER}/cert/revoke`, { id: row.id, revokeReason: 1 })
  expect(await tried('PADES')).toBe('印章没有可用的RSA或ECDSA签名证书，不能按PAdES签章')
  const later = await verified(bytes)
  const step = later.signatures[0]?.steps.find(({ title }) => title === '签名证书签署时未被吊销')
  expect([later.verdict, step?.text]).toEqual(['valid', expect.stringMatching(/^签署之后才于.+吊销$/)])
  const stranger = await issueCert(admin, {
    certName: '外人',
    certType: 4,
    keyAlgorithm: 3,
    issuerId: await rootOf(),
    ownerCode: seal['deptUscc'],
  })
  await sql`update seal_info set cert_ids = cert_ids || ${JSON.stringify([stranger])}::jsonb where id = ${id}`.execute(
    db(),
  )
  expect(await tried('PADES')).toBe('签名证书不在印章的证书列表中')
})

test('a clock before the certificates, or behind their end, and a huge file are refused in words', async () => {
  const own = await maker.create(registry.entity('sesealinfo'))
  const [sealId, strategyId] = [String(own['id']), strategies.get('SES') ?? '']
  const ctx = (await app().app.ctxOf(TENANT, admin.userId)) as Ctx
  const keys = localKeys(app().config.masterKey)
  const open = (now: Date) => openDesk({ ...ctx, now }, keys, { sealId, strategyId, kind: 'file' })
  await expect(open(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow(/^印章「.+」自\d{4}-\d\d-\d\d起有效$/)
  await sql`update seal_info set valid_start = '2000-01-01', valid_end = '2999-01-01' where id = ${sealId}`.execute(
    db(),
  )
  await expect(open(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow(
    /^印章的制章者证书不能通过检验：证书自.+起有效，服务器时钟可能不准$/,
  )
  await expect(open(new Date('2998-01-01T00:00:00Z'))).rejects.toThrow(/^印章的制章者证书不能通过检验：证书已于.+到期$/)
  const desk = await open(new Date())
  const huge = Buffer.alloc(100 * 1024 * 1024 + 1)
  await expect(signDocument(ctx, desk, '很大.pdf', huge)).rejects.toThrow('文件超过100MB，不能盖章')
})

test('a document of a seal that has run out since, or was superseded, still says what was true when', async () => {
  const own = await maker.create(registry.entity('sesealinfo'))
  const id = String(own['id'])
  const bytes = await fetched(await jobOf(await ask('SES', [{ name: 'a.pdf', body: two() }], id)))
  const { verifyCode: code } = await lastLine()
  const told = async () => {
    const { verdict, signatures } = await verified(bytes)
    const state = signatures[0]?.steps.find(({ title }) => title === '签署时印章在使用')
    const byCode = (await app().anonymous.get<Row>(`${VERIFY}/code`, { code })).data
    return [verdict, state?.text, byCode['stateThen'], byCode['stateNow']]
  }
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const ctx = (await app().app.ctxOf(TENANT, admin.userId)) as Ctx
  await inTransaction(ctx.db, (trx) => moveSeal({ ...ctx, db: trx, now: new Date() }, id, 'supersede', '换发新章'))
  expect(await told()).toEqual([
    'valid',
    expect.stringMatching(/^签署时使用中；目前已被取代，.+起（换发新章）$/),
    '使用中',
    '已被取代',
  ])
  expect((await ask('SES', [{ name: 'a.pdf', body: two() }], id)).msg).toContain('已被取代，不能签章')
  // Another one that nobody touched, seen after its end.
  const other = await maker.create(registry.entity('sesealinfo'))
  const row = await sealRow(ctx, String(other['id']))
  const after = new Date(`${row?.validEnd}T12:00:00`)
  after.setDate(after.getDate() + 2)
  const seen = row && (await stateThen({ ...ctx, now: after }, row, new Date()))
  expect(seen).toEqual({ was: '使用中', now: '已过期', text: '签署时使用中；目前已过期' })
})

async function rootOf(): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select id from seal_cert where cert_type = 1 and algorithm = 'ECDSA'`.execute(db())
  return rows[0]?.id ?? ''
}

test('the log is a chain: changed, removed and moved lines are found, hidden ones stay in it', async () => {
  const key = signLogKey(app().config.masterKey)
  const verdict = () => verifySignLog(db(), key, TENANT)
  expect((await verdict()).broken).toBeUndefined()
  const line = await lastLine()
  const asked = await admin.get<Row>(`${SERVER}/signlog/verify-chain`)
  expect(asked.data).toMatchObject({ checked: line['seq'], head: line['rowHash'], brokenSeq: 0 })
  const noted = await admin.post<Row>(`${SERVER}/signlog/submit`, { id: line['id'], remark: '已核对', docName: '别的' })
  expect(noted.data).toMatchObject({ remark: '已核对', docName: line['docName'] })
  expect((await admin.post(`${SERVER}/signlog/submit`, { docName: '新的' })).msg).toBe('签章日志由签章产生，不能新增')
  await admin.post(`${SERVER}/signlog/remove`, undefined, { ids: line['id'] })
  expect((await admin.get(`${SERVER}/signlog/detail`, { id: line['id'] })).status).toBe(404)
  expect((await verdict()).broken).toBeUndefined()
  const touch = async (change: ReturnType<typeof sql>) => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await change.execute(trx)
        touched.push((await verifySignLog(trx, key, TENANT)).broken)
        throw new Error('back')
      })
      .catch(() => undefined)
  }
  const touched: unknown[] = []
  await touch(sql`update seal_sign_log set doc_name = '改过' where seq = 2`)
  await touch(sql`delete from seal_sign_log where seq = 2`)
  await touch(sql`update seal_sign_log set prev_hash = ${'1'.repeat(64)} where seq = 2`)
  expect(touched).toEqual([
    { seq: 2, reason: '内容与摘要不符：记录被改动' },
    { seq: 3, reason: '缺少第2号：记录已被删除' },
    { seq: 2, reason: '与上一行的摘要不衔接：顺序被改动' },
  ])
})

test('no answer, line of a log, error or workbook holds the bytes of a key', async () => {
  const { rows } = await sql<{ fingerprint: string; wrapped: string }>`select * from seal_key`.execute(db())
  const secrets = rows.map(({ fingerprint, wrapped }) =>
    Buffer.from(decryptSecret(app().config.masterKey, keyPlace(fingerprint), wrapped), 'base64'),
  )
  expect(secrets.length).toBeGreaterThan(5)
  const reads = registry.calls.filter(
    (call) => call.path.startsWith('/api/yzl-seseal/') && call.method === 'GET' && !call.path.includes(':'),
  )
  expect(reads.length).toBeGreaterThan(30)
  const texts: string[] = []
  for (const call of reads) {
    const answer = await admin.get(call.path, { size: 200, id: seal['id'], reason: '核对密钥', code: 'X' })
    texts.push(answer.raw.toString('latin1'), unpacked(answer.raw))
  }
  const books = texts.filter((text) => text.startsWith('PK'))
  expect(books.length).toBeGreaterThan(5)
  const logs = ['operation_log', 'seal_sign_log', 'job', 'log_error', 'log_api', 'log_usual', 'review_log']
  for (const log of logs) {
    const found = await sql`select * from ${sql.table(log)}`.execute(db())
    texts.push(JSON.stringify(found.rows))
  }
  const all = texts.join('\n').toLowerCase()
  for (const secret of secrets) {
    // The scalar of an elliptic key stands somewhere in PKCS#8: a run of its middle would be found in either.
    const part = secret.length === 32 ? secret : secret.subarray(secret.length / 2, secret.length / 2 + 24)
    for (const form of ['hex', 'latin1'] as const) expect(all.includes(part.toString(form).toLowerCase())).toBe(false)
    expect(all.includes(secret.toString('base64').toLowerCase())).toBe(false)
  }
})

/** What a workbook holds, for whoever looks through it. */
function unpacked(raw: Buffer): string {
  if (raw.toString('latin1', 0, 2) !== 'PK') return ''
  return readEntries(raw)
    .map((entry) => readText(raw, entry))
    .join('\n')
}
