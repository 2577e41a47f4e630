import { courseQuestion } from '@xueheng/contract/domains/report/question.ts'
import { type RanksTold, defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { generalBrief } from '@xueheng/contract/domains/report/general-brief.ts'
import { briefPaper, reviewPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { type Desk, openDesk, pick } from '../../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../../platform/ctx.ts'
import { withPress } from '../../../platform/paper/paper.ts'
import { sum } from '../../exam/formulas/statistics.ts'
import { type PaperDoc, toRequest, toWorkbook } from './paper-doc.ts'
import { type PaperInput, openPaperDesk } from './paper-desk.ts'
import { planPapers } from './plan-papers.ts'

const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** The documents of a paper for a reader, and how they are printed. */
async function documents(paper: string, input: Partial<PaperInput> = {}, scope?: Scope) {
  const open = await openPaperDesk(desk.ctx(scope), desk.library, { examId: '1001', ...input })
  const docs: PaperDoc[] = []
  for (const { write } of await planPapers(open, paper)) docs.push(await write())
  const print = (doc: PaperDoc | undefined) => {
    if (!doc) throw new Error('no document')
    return withPress('', new AbortController().signal, (press) => press.print(toRequest(open, doc)))
  }
  const workbook = (doc: PaperDoc | undefined) => doc && toWorkbook(open, doc)
  return { docs, print, workbook }
}

/** The text of every page, without the spaces letters are set apart by. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s/g, ''))
}

describe('the brief of an exam', () => {
  it('is one page with the figures of the report, and without names of students', async () => {
    const { docs, print } = await documents(briefPaper.name)
    expect(docs).toHaveLength(1)
    const pages = await pagesOf(await print(docs[0]))
    expect(pages).toHaveLength(1)
    const { records } = await desk.ask(generalBrief.all.name)
    for (const row of records) {
      const line = ['courseName', 'examScore'].map((key) => row[key]).join('')
      expect(pages[0]).toContain(line)
      expect(pages[0]).toContain(Number(row['avgScore']).toFixed(2))
      expect(pages[0]).toContain(`${Number(row['passRate']).toFixed(2)}%`)
    }
    expect(pages[0]).toContain('各科得分率最高的是语文（69.12%），最低的是物理（60.15%）')
    expect(pages[0]).toContain('一模报表第1版2026-01-0509:30王主任第1页，共1页')
    expect(pages[0]).not.toMatch(/赵一|冯九/)
  })

  it('sets the rates of the exam before beside those of the courses, where there was one', async () => {
    const open = await openPaperDesk(desk.ctx(), desk.library, { examId: '1002' })
    const { source } = open
    const tableOf = async (previous: { examId: string; examName: string; version: number } | undefined) => {
      const { previous: _old, ...manifest } = source.manifest
      const since = { ...open, source: { ...source, manifest: { ...manifest, ...(previous && { previous }) } } }
      const [planned] = await planPapers(since, briefPaper.name)
      return (await planned?.write())?.sections[0]?.tables?.[0]
    }
    const rates = (rows: Record<string, unknown>[], ...names: string[]) => pick(rows, 'courseName', ...names)
    const before = (await desk.ask(generalBrief.all.name, { examId: '1001' })).records
    const beside = await tableOf({ examId: '1001', examName: '一模', version: 1 })
    expect(rates(beside?.records ?? [], 'excellentBefore', 'passBefore')).toEqual(
      rates(before, 'excellentRate', 'passRate'),
    )
    expect(beside?.headers.slice(-2).map(({ title }) => title)).toEqual(['上次优秀率', '上次及格率'])
    for (const alone of [await tableOf(undefined), await tableOf({ examId: '77', examName: '无', version: 1 })]) {
      expect(alone?.headers.map(({ title }) => title)).not.toContain('上次优秀率')
      expect(alone?.records[0]).toMatchObject({ excellentBefore: null, passBefore: null })
    }
  })

  it('tells a school about its own classes', async () => {
    const { docs, print } = await documents(briefPaper.name, {}, SCHOOL)
    const [page] = await pagesOf(await print(docs[0]))
    expect(page).toContain('班级综合值最高的是2班（62.00），最低的是1班（60.78）')
    expect(page).not.toContain('三中')
  })
})

describe('the book of a school', () => {
  it('comes for every school of the reader, with cover, contents, figures and the reader across the page', async () => {
    const { docs } = await documents(schoolPaper.name)
    expect(docs.map(({ name }) => name)).toEqual(['一中', '二中', '三中', '四中'].map((one) => `${one}_学校分册`))
    const own = await documents(schoolPaper.name, {}, SCHOOL)
    expect(own.docs.map(({ name }) => name)).toEqual(['一中_学校分册'])
    const pages = await pagesOf(await own.print(own.docs[0]))
    expect(pages[0]).toContain('一模学校分册一中')
    expect(pages[1]).toMatch(/目录一、本校与县区、联考.*3二、各班总分/)
    const text = pages.join('')
    expect(text).toContain('-2.29')
    expect(text).toContain('230.83')
    expect(text).toContain('2026-01-0509:30王主任')
    expect(text).not.toMatch(/冯九|三中/)
  })

  it('draws how the marks of each class lie, as the table of the screen has them', async () => {
    const { docs } = await documents(schoolPaper.name, {}, SCHOOL)
    const charts = (docs[0]?.sections ?? []).flatMap((section) => section.charts ?? [])
    const boxes = charts.find(({ caption }) => caption?.startsWith('各班总分的分布'))
    expect(boxes?.option['yAxis']).toMatchObject({ data: ['1班', '2班'] })
    // 1班 has 179.5, 240 and 273, 2班 has 240 alone.
    expect(boxes?.option['series']).toMatchObject([
      {
        data: [
          [179.5, 209.75, 240, 256.5, 273],
          [240, 240, 240, 240, 240],
        ],
      },
    ])
  })

  it('tells what the school and its classes added since the exam before, as the report of it does', async () => {
    const open = await openPaperDesk(desk.ctx(SCHOOL), desk.library, { examId: '1002' })
    const { source } = open
    const previous = { examId: '1001', examName: '一模', version: 1 }
    const since = { ...open, source: { ...source, manifest: { ...source.manifest, previous } } }
    const [planned] = await planPapers(since, schoolPaper.name)
    const section = (await planned?.write())?.sections.find(({ title }) => title === '增值')
    const [byCourse, byClass] = section?.tables ?? []
    const told = await desk.ask(valueAdded.school.name, { examId: '1002', schoolCode: 'S1' })
    expect(byCourse?.records[0]).toMatchObject({ courseName: '总分', exitT: told.records[0]?.['exitT'], matchedNum: 4 })
    expect(byCourse?.records.map((row) => row['courseName'])).toEqual(['总分', '语文', '数学', '物理'])
    expect(byClass?.records.map((row) => row['className'])).toEqual(['1班', '2班'])
    expect(section?.findings?.lines).toEqual(['入口考试：一模。匹配考生 4 人。'])
    // Without an exam to compare with, or with one the reader does not see, nothing is said.
    for (const examId of ['1001', '1002']) {
      const { docs } = await documents(schoolPaper.name, { examId }, SCHOOL)
      expect(docs[0]?.sections.map(({ title }) => title)).not.toContain('增值')
    }
  })

  it('has the same tables in a workbook, with numbers as numbers', async () => {
    const { docs, workbook } = await documents(schoolPaper.name, {}, SCHOOL)
    const { sheets } = await readXlsx((await workbook(docs[0])) ?? Buffer.alloc(0))
    expect(sheets.map(({ name }) => name)).toContain('各班总分')
    const rows = sheets.find(({ name }) => name === '各班总分')?.rows ?? []
    expect(rows.flat()).toContain(230.83)
  })
})

describe('the sheet for the lesson after the exam', () => {
  it('has the figures of the question reports for the class, the questions that need it most in front', async () => {
    const { docs, print } = await documents(reviewPaper.name, { schoolCode: 'S1' })
    expect(docs.map(({ name }) => name)).toEqual(['一中1班_数学A_讲评单', '一中2班_数学A_讲评单'])
    const text = (await pagesOf(await print(docs[0]))).join('')
    const { records } = await desk.ask(courseQuestion.class.name, { schoolCode: 'S1', classCode: 'S1-3202301' })
    expect(records).toHaveLength(4)
    for (const row of records) {
      const rates = ['S1-3202301.scoreRate', 'schoolRate', 'areaRate', 'allRate'].map(
        (key) => `${Number(row[key]).toFixed(2)}%`,
      )
      expect(text).toContain(rates.join(''))
    }
    // Question 2: of three in class 1 two took C, the key, and 孙三 took A.
    expect(text).toContain('1A33、C✓67')
    expect(text).toContain('没有得分率低于联考5个百分点以上的题。')
    expect(text).not.toMatch(/孙三|2026-01-0509:30王主任2026/)
  })

  it('is of the course asked for, and of no course without question scores', async () => {
    await expect(documents(reviewPaper.name, { schoolCode: 'S1', courseName: '语文' })).rejects.toThrow(
      '所选考试、科目没有小题分，不能印制讲评单',
    )
    expect((await documents(reviewPaper.name, { courseName: '数学' }, SCHOOL)).docs).toHaveLength(2)
  })
})

describe('the sheets of students', () => {
  const told = (parent: RanksTold) => {
    const policy = defaultDisclosure('3')
    desk.setPolicy({ ...policy, rankVisible: { ...policy.rankVisible, parent } })
  }
  beforeEach(() => told('band'))
  afterAll(() => desk.setPolicy(defaultDisclosure('3')))

  it('come class by class, each with the own marks and a band, no rank and nobody else', async () => {
    const { docs, print } = await documents(studentPaper.name, { schoolCode: 'S3' })
    expect(docs.map(({ name, students }) => [name, students])).toEqual([['三中_1班_学生成绩单', 5]])
    const pages = await pagesOf(await print(docs[0]))
    expect(pages).toHaveLength(3)
    expect(pages[0]).toContain('冯九考号26009')
    expect(pages[0]).toContain('总分300260—191.00前50%')
    expect(pages[2]).toContain('蒋十三')
    expect(pages[0]).not.toContain('蒋十三')
    expect(pages.join('')).not.toMatch(/名次|排名/)
  })

  it('follow a student over the exams before by T', async () => {
    const { docs, print } = await documents(studentPaper.name, { examId: '1002', schoolCode: 'S3' })
    const [page] = await pagesOf(await print(docs[0]))
    const t = (await desk.ask('studentVertical', { examId: '1002', studentNumber: '26009' })).records.map(
      (row) => row['tScore'],
    )
    expect(t).toEqual([62.09, 62.09])
    expect(page).toContain('日期历次考试T分2026-01-05一模62.092026-04-10二模62.09')
    expect(page).toContain('T分：50为全体平均')
    // Nothing of a later exam, and no line of one exam alone.
    const first = await documents(studentPaper.name, { schoolCode: 'S3' })
    expect((await pagesOf(await first.print(first.docs[0]))).join('')).not.toMatch(/历次考试|T分/)
  })

  it('leave out a T by which the mean of few others could be worked out', async () => {
    const words = async (...schoolCodes: string[]) => {
      const asked = { examId: '1002', schoolCode: 'S1' }
      const { docs, print } = await documents(studentPaper.name, asked, { level: 'school', schoolCodes })
      return (await pagesOf(await print(docs[0]))).join('')
    }
    expect(await words('S1')).toMatch(/历次考试T分/)
    // Besides the schools of this reader only S3 is left: five sat 语文, but four have a total.
    expect(await words('S1', 'S2', 'S4')).not.toMatch(/历次考试|T分/)
  })

  it('tell by which knowledge points most was lost', async () => {
    const { docs, print } = await documents(studentPaper.name, { schoolCode: 'S1', classCode: 'S1-3202301' })
    const text = (await pagesOf(await print(docs[0]))).join('')
    expect(text).toContain(
      '失分较多的知识点：数学“解析几何”失9分（满42分），数学“函数”失8.5分（满43分），数学“数列”失2.5分（满10分）。',
    )
    // All three points of the paper stand there: what was lost and the mark are the full mark of 数学, for each of three.
    const lost = text
      .split('失分较多的知识点')
      .slice(1)
      .map((told) => sum([...told.matchAll(/失([\d.]+)分（满/g)].map(([, n]) => Number(n))))
    expect(lost).toEqual([100 - 95, 100 - 80, 100 - 59.5])
  })

  it('tell what stands in place of a mark, and no mean of a class of fewer than five', async () => {
    const { docs, print } = await documents(studentPaper.name, { schoolCode: 'S3' })
    const text = (await pagesOf(await print(docs[0]))).join('')
    expect(text).toContain('数学100作弊')
    expect(text).not.toContain('未选')
    // 语文 was sat by five, the total has four.
    expect(text).toContain('语文1008872.8069.12前50%')
  })

  it('tell a place as far as the policy of the exam tells parents, whoever prints them', async () => {
    const textOfSheets = async () => {
      const { docs, print } = await documents(studentPaper.name, { schoolCode: 'S3' })
      return (await pagesOf(await print(docs[0]))).join('')
    }
    told('none')
    expect(await textOfSheets()).not.toMatch(/位置|前50%/)
    told('exact')
    expect(await textOfSheets()).toContain('总分300260—191.00前50%')
  })

  it('are those of the reader alone', async () => {
    const { docs } = await documents(studentPaper.name, {}, SCHOOL)
    expect(docs.map(({ name }) => name)).toEqual(['一中_1班_学生成绩单', '一中_2班_学生成绩单'])
    expect((await documents(studentPaper.name, { schoolCode: 'S3' }, SCHOOL)).docs).toEqual([])
  })
})
