import { briefPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXAM, addPrintedExam, print } from '../../../../test/fixtures/printed-exam.ts'
import { type PaperSeal, expectSealed, sealForPapers } from '../../../../test/fixtures/sealed-papers.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { readBytes, readEntries } from '../../../../test/unzip.ts'

const test = useTestApp()

beforeAll(() => addPrintedExam(test()))

const fileOf = (fileId: string) => `/api/blade-resource/file/${fileId}`

it('a paper is a job whose file is the PDF, found again by its reader and by no other school', async () => {
  const school = await test().user({ role: 'school', schoolCode: 'S1' })
  const job = await print(school, briefPaper, {})
  expect([job.state, job.text, job.title]).toEqual(['done', '1份', '一模 一页简报'])
  const { raw, headers } = await school.get(fileOf(job.fileId))
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/一模_一页简报_一中_\d{8}\.pdf/)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
  expect(text.replaceAll(/\s/g, '')).toContain('联考总体总分均分191.00分')
  const other = await test().user({ role: 'school', schoolCode: 'S2' })
  expect((await other.get(fileOf(job.fileId))).status).toBe(404)
})

it('sheets of students are printed for a reason, which is kept with what was asked for and how many there were', async () => {
  const admin = await test().user({ role: 'administrator' })
  const { path } = studentPaper.call
  expect(await admin.post(path, { examId: EXAM })).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^请填写理由/),
  })
  const job = await print(admin, studentPaper, { schoolCode: 'S1', reason: '家长会发放' })
  const { raw } = await admin.get(fileOf(job.fileId))
  expect(readEntries(raw).map(({ name }) => name)).toEqual(['一中_1班_学生成绩单.pdf', '一中_2班_学生成绩单.pdf'])
  const lines = await sql`select call, new_values from operation_log
    where user_id = ${admin.userId} and call like 'paper.%' order by id`.execute(test().app.database.tenant(TENANT))
  const filters = { examId: EXAM, schoolCode: 'S1' }
  expect(lines.rows).toEqual([
    { call: 'paper.studentSheet', newValues: { filters, format: 'pdf', reason: '家长会发放' } },
    { call: 'paper.studentSheet.made', newValues: { documents: 2, rows: 5 } },
  ])
})

it('a workbook is made of the same tables where it is asked for; another format is refused', async () => {
  const school = await test().user({ role: 'school', schoolCode: 'S1' })
  const job = await print(school, briefPaper, { format: 'xlsx' })
  const { raw, headers } = await school.get(fileOf(job.fileId))
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/\.xlsx/)
  expect(raw.subarray(0, 2).toString()).toBe('PK')
  expect(await school.post(briefPaper.call.path, { examId: EXAM, format: 'doc' })).toMatchObject({
    msg: '格式只能是 pdf 或 xlsx',
  })
})

it('a range without students ends the job with the reason, and a stranger has nothing printed', async () => {
  const admin = await test().user({ role: 'administrator' })
  const job = await print(admin, studentPaper, { schoolCode: 'S9', reason: '家长会发放' })
  expect([job.state, job.text]).toEqual(['failed', '所选范围内没有可以印制的数据，请检查县区、学校或班级'])
  const stranger = await test().user({ role: 'school', schoolCode: 'S9' })
  expect((await stranger.post(briefPaper.call.path, { examId: EXAM })).status).toBe(404)
  const teacher = await test().user({ role: 'teacher', schoolCode: 'S1', classCodes: ['C1'] })
  expect((await teacher.post(briefPaper.call.path, { examId: EXAM })).status).toBe(403)
})

describe('papers with a seal', () => {
  let admin: Client
  let seal: PaperSeal
  beforeAll(async () => {
    admin = await test().user({ role: 'administrator' })
    seal = await sealForPapers(admin)
  })

  it('a school book and a brief are sealed before they are kept, and verified by anybody', async () => {
    for (const [paper, more] of [
      [schoolPaper, { schoolCode: 'S1', reason: '学校存档' }],
      [briefPaper, {}],
    ] as const) {
      const job = await print(admin, paper, { ...more, ...seal.choice })
      expect([job.state, job.text]).toEqual(['done', `1份，已盖「${seal.sealName}」`])
      await expectSealed(test().anonymous, (await admin.get(fileOf(job.fileId))).raw, seal)
    }
  })

  it('several are sealed in one job, each with its own signature and its line in the log', async () => {
    const job = await print(admin, studentPaper, { schoolCode: 'S1', reason: '家长会发放', ...seal.choice })
    const { raw } = await admin.get(fileOf(job.fileId))
    const entries = readEntries(raw)
    expect(entries.map(({ name }) => name)).toEqual(['一中_1班_学生成绩单.pdf', '一中_2班_学生成绩单.pdf'])
    for (const entry of entries) await expectSealed(test().anonymous, readBytes(raw, entry), seal)
    const { data } = await admin.get('/api/yzl-seseal/signserver/signlog/list', { size: 2 })
    const lines = data.records.map((line: Record<string, unknown>) => [line['docName'], line['signResult']])
    const known = expect.stringMatching(/^\S+_学生成绩单_[^/]*\/一中_[12]班_学生成绩单\.pdf$/)
    expect(lines).toEqual(entries.map(() => [known, 1]))
  })

  it('where one cannot be sealed none is kept, and the log says why', async () => {
    const rule = { ruleType: 1, keyword: '此处没有这几个字' }
    const { choice } = await sealForPapers(admin, rule, 'WORD')
    const job = await print(admin, studentPaper, { schoolCode: 'S1', reason: '家长会发放', ...choice })
    const message = '未找到关键字「此处没有这几个字」'
    expect(job).toMatchObject({
      state: 'failed',
      text: `没有盖章，也没有印制：一中_1班_学生成绩单.pdf：${message}`,
      fileId: '',
    })
    const { data } = await admin.get('/api/yzl-seseal/signserver/signlog/list', { size: 1 })
    expect(data.records[0]).toMatchObject({
      docName: expect.stringMatching(/\/一中_1班_学生成绩单\.pdf$/),
      signResult: 0,
      errorMsg: message,
    })
  })

  it('a seal is refused before anything is printed where it cannot be used', async () => {
    const { path } = briefPaper.call
    const ask = async (user: Client, more: object) => user.post(path, { examId: EXAM, ...seal.choice, ...more })
    expect(await ask(admin, { format: 'xlsx' })).toMatchObject({ msg: '只有PDF可以盖章' })
    expect(await ask(admin, { strategyId: '' })).toMatchObject({ msg: '请选择签章策略' })
    expect((await ask(admin, { sealId: '1' })).status).toBe(404)
    // Whoever may print and sees the seal may not use it for that.
    const reader = await test().user({ role: 'school', schoolCode: 'S1', permissions: [briefPaper.permission] })
    expect((await ask(reader, {})).status).toBe(403)
    expect((await ask(reader, { sealId: '', strategyId: '' })).status).toBe(200)
    await sql`update seal_info set seal_state = 2 where id = ${seal.choice.sealId}`.execute(admin.db)
    expect((await ask(admin, {})).msg).toBe(`印章「${seal.sealName}」已停用，不能签章`)
    await sql`update seal_info set seal_state = 1 where id = ${seal.choice.sealId}`.execute(admin.db)
  })
})
