import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { expectSealed, sealForPapers } from '../../../test/fixtures/sealed-papers.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { readBytes, readEntries } from '../../../test/unzip.ts'
import { nextId } from '../../platform/db/id.ts'

const app = useTestApp()
const PRINT = '/api/yzl-gather/teacherPortfolio/printCertificate'
const [PASSED, WAITING] = [5, 1]
let admin: Client

async function add(teacherCode: string, schoolCode: string, values: Record<string, unknown>): Promise<void> {
  const row: Record<string, unknown> = { memo: '', cert_no: '', ...values }
  await sql`insert into teacher_portfolio (id, tenant_id, teacher_id, teacher_code, teacher_name, area_code, school_code,
      portfolio_type, portfolio_child_type, cert_name, memo, cert_no, cert_date, cert_begin_date, is_to_now, education, audit_status)
    values (${nextId()}, ${TENANT}, '1', ${teacherCode}, ${`教师${teacherCode}`}, '990101', ${schoolCode}, ${row['type']},
      ${row['child'] ?? null}, ${row['name'] ?? null}, ${row['memo']}, ${row['cert_no']}, ${row['cert_date'] ?? null},
      ${row['cert_begin_date'] ?? null}, ${row['is_to_now'] ?? null}, ${row['education'] ?? null},
      ${row['state'] ?? PASSED})`.execute(admin.db)
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  await add('T1', 'S1', { type: 12, name: '支教证书', memo: '支教一年', cert_no: 'Z-001' })
  await add('T1', 'S1', { type: 1, child: 1, name: '毕业证书', education: '14', cert_date: '2020-07-01 08:30:00' })
  await add('T1', 'S1', { type: 12, name: '还在审核', state: WAITING })
  await add('T2', 'S1', { type: 12, name: '论文集', memo: '主编' })
  await add('T4', 'S4', { type: 6, cert_begin_date: '2019-09-01 08:00:00', is_to_now: 1, memo: '语文' })
  await add('T4', 'S4', { type: 6, name: '早年', cert_begin_date: '2010-09-01 08:00:00', is_to_now: 0 })
  await add('T3', 'S2', { type: 12, name: '别校的档案', memo: '不在其中' })
})

async function print(body: object) {
  const { msg, data } = await admin.post(PRINT, { reason: '职称评审', ...body })
  expect(msg).toBe('操作成功')
  return waitForJob(admin, data.jobId)
}

const fetched = async (fileId: unknown) => (await admin.get(`/api/blade-resource/file/${String(fileId)}`)).raw

async function wordsOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

test('what was approved of a teacher is printed and sealed where the paper says so', async () => {
  const seal = await sealForPapers(admin, { ruleType: 1, keyword: '盖章', keywordIndex: -1 })
  const job = await print({ teacherCode: 'T1', ...seal.choice })
  expect(job['text']).toBe(`1份，已盖「${seal.sealName}」`)
  const pdf = await fetched(job['fileId'])
  await expectSealed(app().anonymous, pdf, seal)
  const words = await wordsOf(pdf)
  const education = await sql<{ word: string }>`select dict_value as word from dict_biz
    where code = 'education' and dict_key = '14'`.execute(admin.db)
  expect(words).toContain('教师T1老师的下列2项档案已经审核通过')
  expect(words).toContain(`毕业证书学历：${education.rows[0]?.word}颁发证书日期：2020-07-01`)
  expect(words).toContain('支教证书')
  expect(words).not.toContain('还在审核')
})

test('an entry without a name is called by its kind, and a flag is yes or no', async () => {
  const job = await print({ schoolCode: 'S4' })
  const { headers, raw } = await admin.get(`/api/blade-resource/file/${String(job['fileId'])}`)
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/教师档案证明_教师T4_\d{8}\.pdf/)
  const words = await wordsOf(raw)
  expect(words).toContain('任教经历任教时间起始：2019-09-01至今：是任教学校、班级与学科：语文')
  expect(words).toContain('早年任教时间起始：2010-09-01至今：否')
})

test('kinds stand in their order, and both making and the request are logged', async () => {
  const asked = { teacherCode: 'T1', schoolCode: 'S1' }
  const job = await print(asked)
  const words = await wordsOf(await fetched(job['fileId']))
  expect(words.indexOf('毕业证书')).toBeLessThan(words.indexOf('支教证书'))
  const { rows } = await sql<{ call: string; newValues: object }>`select call, new_values from operation_log
    where entity = 'teacherPortfolio' order by id desc limit 2`.execute(admin.db)
  expect(rows).toEqual([
    { call: 'teacherPortfolio.printCertificate.made', newValues: { documents: 1, rows: 2 } },
    { call: 'teacherPortfolio.printCertificate', newValues: { ...asked, reason: '职称评审' } },
  ])
})

test('a school has one for each of its teachers', async () => {
  const job = await print({ schoolCode: 'S1' })
  expect(job['text']).toBe('2份')
  const raw = await fetched(job['fileId'])
  const entries = readEntries(raw)
  expect(entries.map(({ name }) => name)).toEqual(['S1_教师T1_T1_教师档案证明.pdf', 'S1_教师T2_T2_教师档案证明.pdf'])
  const second = entries[1]
  expect(second && (await wordsOf(readBytes(raw, second)))).not.toContain('别校')
})

test('it is printed for a reason, of what the reader sees, by who may', async () => {
  expect((await admin.post(PRINT, { teacherCode: 'T1' })).msg).toMatch(/^请填写理由/)
  await expect(print({ teacherCode: 'T9' })).rejects.toThrow('所选范围内没有审核通过的档案')
  const other = await app().user({ role: 'school', schoolCode: 'S2' })
  const { data } = await other.post(PRINT, { schoolCode: 'S1', reason: '职称评审' })
  await expect(waitForJob(other, data.jobId)).rejects.toThrow('所选范围内没有审核通过的档案')
  const teacher = await app().user({ role: 'teacher', schoolCode: 'S1' })
  expect((await teacher.post(PRINT, { teacherCode: 'T1', reason: '职称评审' })).status).toBe(403)
})
