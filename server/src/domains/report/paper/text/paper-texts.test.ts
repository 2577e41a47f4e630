import { type Paper, briefPaper, reviewPaper, schoolPaper } from '@xueheng/contract/domains/report/paper.ts'
import type { PaperText } from '@xueheng/contract/domains/report/paper-text.ts'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { factsBefore } from '../../../../../test/fixture-package.ts'
import { EXAM, addPrintedExam, addVersion, print } from '../../../../../test/fixtures/printed-exam.ts'
import { type Client, TENANT, useTestApp } from '../../../../../test/harness.ts'

const test = useTestApp()
const OWN = '本次考试总体平稳，语文优势明显。\n物理须加强实验题训练。'

let school: Client
let colleague: Client
let bureau: Client
const db = () => test().app.database.tenant(TENANT)

beforeAll(async () => {
  await addPrintedExam(test())
  await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code) values (${TENANT}, ${EXAM}, 'S2', '990101')`.execute(
    db(),
  )
  school = await test().user({ role: 'school', schoolCode: 'S1' })
  colleague = await test().user({ role: 'school', schoolCode: 'S1' })
  bureau = await test().user({ role: 'administrator' })
})
beforeEach(() => sql`delete from report_paper_text`.execute(db()))

async function textsOf(reader: Client, paper: Paper, more: object = {}) {
  const answer = await reader.get(paper.texts!.read.path, { examId: EXAM, ...more })
  return { ...answer, texts: (answer.data?.texts ?? []) as PaperText[], document: answer.data?.document as string }
}

/** Puts the first text of a paper into other words; the generated one without any. */
async function edit(reader: Client, paper: Paper, text: string | null, more: object = {}) {
  const { texts, document } = await textsOf(reader, paper, more)
  const { part, generated, version } = texts[0]!
  return reader.post(paper.texts!.edit.path, { examId: EXAM, document, part, generated, version, text, ...more })
}

async function printed(reader: Client, paper: Paper, input: object = {}) {
  const job = await print(reader, paper, input)
  const { raw } = await reader.get(`/api/blade-resource/file/${job.fileId}`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
  return { job, text: text.replaceAll(/\s/g, '') }
}

it('words of a person are printed in place of the generated ones, with who wrote them and when', async () => {
  const [before] = (await textsOf(school, briefPaper)).texts
  expect(before).toMatchObject({ title: '联考总体', isEdited: false, staleText: '', version: '' })
  expect(before?.text).toBe(before?.generated)
  expect(before?.generated).toContain('各科得分率最高的是语文')
  expect((await edit(school, briefPaper, OWN)).status).toBe(200)
  const [after] = (await textsOf(colleague, briefPaper)).texts
  expect(after).toMatchObject({ text: OWN, isEdited: true, generated: before?.generated })
  const { text } = await printed(colleague, briefPaper)
  expect(text).toContain('语文优势明显。物理须加强实验题训练。')
  expect(text).toContain(`以上文字由${after?.editUserName}于${after?.editTime.slice(0, 16).replace(' ', '')}改写。`)
  expect(text).not.toContain('各科得分率最高的是语文')
})

it('they are printed for everybody who is told the same of the same units, and for nobody else', async () => {
  await edit(school, briefPaper, OWN)
  expect((await textsOf(bureau, briefPaper, { schoolCode: 'S1' })).texts[0]?.text).toBe(OWN)
  expect((await textsOf(bureau, briefPaper)).texts[0]?.isEdited).toBe(false)
  const other = await test().user({ role: 'school', schoolCode: 'S2' })
  expect((await textsOf(other, briefPaper)).texts[0]?.isEdited).toBe(false)
})

it('a document of another school, and a reader without the right to print, are refused', async () => {
  const { document, texts, data } = await textsOf(bureau, schoolPaper)
  expect(data.documents.map((one: { name: string }) => one.name)).toEqual(['一中', '二中', '三中', '四中'])
  const foreign = await test().user({ role: 'school', schoolCode: 'S2' })
  expect((await textsOf(foreign, schoolPaper, { document })).status).toBe(404)
  const [first] = texts
  const asked = { examId: EXAM, document, part: first?.part, generated: first?.generated, version: '', text: OWN }
  expect((await foreign.post(schoolPaper.texts!.edit.path, asked)).status).toBe(404)
  const teacher = await test().user({ role: 'teacher', schoolCode: 'S1', classCodes: ['C1'] })
  expect((await textsOf(teacher, schoolPaper)).status).toBe(403)
  expect((await teacher.post(schoolPaper.texts!.edit.path, asked)).status).toBe(403)
})

it('every review sheet has its own words', async () => {
  const { data } = await textsOf(school, reviewPaper)
  expect(data.documents).toMatchObject([{ name: '一中1班_数学A' }, { name: '一中2班_数学A', isEdited: false }])
  const { document } = data.documents[1]
  await edit(school, reviewPaper, OWN, { document })
  const { data: all } = await textsOf(school, reviewPaper)
  expect(all.documents.map((one: { isEdited: boolean }) => one.isEdited)).toEqual([false, true])
})

it('a part that the document has not takes no words', async () => {
  const { texts, document } = await textsOf(school, briefPaper)
  const { generated, version } = texts[0]!
  const input = { examId: EXAM, document, part: '没有的段落', generated, version, text: OWN }
  const answer = await school.post(briefPaper.texts!.edit.path, input)
  expect([answer.status, answer.msg]).toEqual([404, '数据不存在或已被删除'])
  const { rows } = await sql`select 1 from report_paper_text`.execute(db())
  expect(rows).toEqual([])
})

it('who read an older version is refused, and words can be taken back', async () => {
  const { texts, document } = await textsOf(school, briefPaper)
  await edit(colleague, briefPaper, OWN)
  const { part, generated, version } = texts[0]!
  const late = { examId: EXAM, document, part, generated, version, text: '另一种说法' }
  expect((await school.post(briefPaper.texts!.edit.path, late)).status).toBe(409)
  expect((await edit(school, briefPaper, null)).status).toBe(200)
  expect((await textsOf(colleague, briefPaper)).texts[0]).toMatchObject({ isEdited: false, text: generated })
  const { rows } = await sql`select new_values ->> 'text' as text, new_values ->> 'part' as part from operation_log
    where call = ${briefPaper.texts!.edit.name} order by id desc limit 2`.execute(db())
  expect(rows).toEqual([
    { text: generated, part: '联考总体' },
    { text: OWN, part: '联考总体' },
  ])
})

it('once the figures change they are shown as out of date, and not printed before somebody takes them over', async () => {
  await edit(school, briefPaper, OWN)
  await addVersion(test(), { facts: factsBefore(), version: 2 })
  await sql`update exam_info set package_version = 2 where id = ${EXAM}`.execute(db())
  const [now] = (await textsOf(colleague, briefPaper)).texts
  expect(now).toMatchObject({ isEdited: false, staleText: OWN, text: now?.generated })
  // Others may be told less: to them the words over the old figures are nothing.
  expect((await textsOf(bureau, briefPaper, { schoolCode: 'S1' })).texts[0]?.staleText).toBe('')
  const { job, text } = await printed(school, briefPaper)
  expect(job.text).toBe('1份，1处改写因数据更新未采用')
  expect(text).not.toContain('语文优势明显')
  await edit(colleague, briefPaper, OWN)
  expect((await printed(school, briefPaper)).text).toContain('语文优势明显')
})
