import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { criticalStudent } from '@xueheng/contract/domains/report/critical-student.ts'
import { generalBrief } from '@xueheng/contract/domains/report/general-brief.ts'
import { lineStdnum } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { NOT_CHOSEN, markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import { type Paper, briefPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { oneScoreParagraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { questionStudent } from '@xueheng/contract/domains/report/question.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { studentVertical } from '@xueheng/contract/domains/report/vertical.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HAND_QUESTIONS } from '../../../../test/fixtures/hand-questions.ts'
import { type Desk, EVERYTHING, openDesk } from '../../../../test/fixtures/report-fixture.ts'
import type { CtxUser } from '../../../platform/ctx.ts'
import { withPress } from '../../../platform/paper/paper.ts'
import { type PaperInput, openPaperDesk } from './paper-desk.ts'
import { toRequest } from './paper-doc.ts'
import { planPapers } from './plan-papers.ts'

type Row = Record<string, unknown>

/** Figures of a page: the call that answers them, and the words they stand in, with `{key}` for each. */
interface Printed {
  call: AnyReport
  asked?: object
  /** The rows that are printed; all of the call's without. */
  of?: (answer: ReportAnswer) => Row[]
  line: string
}

const TOTAL = '总分'
const COURSES = ['语文', '数学', '物理']
const BEFORE = { examId: '1001', examName: '一模', version: 1 }

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  const policy = defaultDisclosure('3')
  desk.setPolicy({ ...policy, rankVisible: { ...policy.rankVisible, parent: 'band' } })
})
afterAll(() => desk.close())

/** The text of the first document of a paper; letters that are set apart stand together. */
async function printedText({ name }: Paper, input: Partial<PaperInput>, previous?: typeof BEFORE): Promise<string> {
  const opened = await openPaperDesk(desk.ctx(), desk.library, { examId: '1002', ...input })
  const { source } = opened
  const open = previous ? { ...opened, source: { ...source, manifest: { ...source.manifest, previous } } } : opened
  const [planned] = await planPapers(open, name)
  const doc = await planned!.write()
  const pdf = await withPress('', new AbortController().signal, (press) => press.print(toRequest(open, doc)))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

/** A figure as people read it: digits of its column, a dash where there is none. */
function figure({ kind, scale = 2 }: Header, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value !== 'number') return String(value)
  return `${value.toFixed(kind === 'integer' ? 0 : scale)}${kind === 'percent' ? '%' : ''}`
}

function sentence(line: string, leaves: Header[], row: Row): string {
  return line.replaceAll(/\{([^}]+)\}/g, (_all, keys: string) => {
    const key = keys.split('|').find((one) => row[one]) ?? keys
    return figure(leaves.find((leaf) => leaf.key === key) ?? { key, title: key }, row[key])
  })
}

/** Takes every figure of the table off the text, then the rules the calls tell, and gives what is left of it. */
async function takeFigures(text: string, table: Printed[], examId: string): Promise<string> {
  let left = text
  const words = new Set<string>()
  for (const { call, asked, of = ({ records }: ReportAnswer) => records, line } of table) {
    const answer = await desk.ask(call.name, { examId, size: 200, ...asked })
    const rows = of(answer)
    expect(rows.length, `${call.name} ${line}`).toBeGreaterThan(0)
    for (const row of rows) left = take(left, sentence(line, leavesOf(answer.headers), row), call.name)
    for (const word of [...answer.basis, ...answer.notes]) words.add(word.replaceAll(/\s/g, ''))
  }
  return [...words].reduce((rest, word) => rest.replaceAll(word, '◦'), left)
}

function take(text: string, wanted: string, from: string): string {
  expect(text, from).toContain(wanted)
  return text.replace(wanted, '◦')
}

/** Digits that no call answers: numbers of tables, charts and pages, axes, the exam's own rules, when it was printed. */
function strangers(left: string, ...known: RegExp[]): string[] {
  const usual = [/[表图]\d+/, /第\d+页，共\d+页/, /报表第1版/, /2026-01-05(09:30)?/]
  const rest = [...usual, ...known].reduce((text, words) => text.replaceAll(new RegExp(words, 'g'), '◦'), left)
  return rest.match(/.{0,20}\d.{0,20}/g) ?? []
}

const totalOf = ({ records }: ReportAnswer) => records.filter(({ courseName }) => courseName === TOTAL)
const by = (rows: Row[], key: string) => rows.toSorted((one, other) => Number(other[key]) - Number(one[key]))
const coursesByRate = ({ records }: ReportAnswer) =>
  by(
    records.filter(({ courseName }) => courseName !== TOTAL),
    'scoreRate',
  )
const unitsByComposite = ({ records }: ReportAnswer) => by(records, 'compositeScore')

const BRIEF: Printed[] = [
  {
    call: generalBrief.all,
    of: totalOf,
    line: '联考应考{planNum}联考实考{studentNum}联考缺考{absentNum}联考总分均分{avgScore}',
  },
  { call: generalBrief.all, of: totalOf, line: '总分均分{avgScore}分，得分率{scoreRate}' },
  { call: generalBrief.all, of: (all) => coursesByRate(all).slice(0, 1), line: '最高的是{courseName}（{scoreRate}）' },
  { call: generalBrief.all, of: (all) => coursesByRate(all).slice(-1), line: '最低的是{courseName}（{scoreRate}）' },
  {
    call: generalBrief.area,
    of: (all) => unitsByComposite(all).slice(0, 1),
    line: '最高的是{areaName}（{compositeScore}）',
  },
  {
    call: generalBrief.area,
    of: (all) => unitsByComposite(all).slice(-1),
    line: '最低的是{areaName}（{compositeScore}）',
  },
  {
    call: generalBrief.area,
    of: (all) => {
      const units = unitsByComposite(all)
      return [{ gap: (Number(units[0]?.['avgScore']) - Number(units.at(-1)?.['avgScore'])).toFixed(2) }]
    },
    line: '两者总分均分相差{gap}分',
  },
  {
    call: generalBrief.all,
    line: '{courseName}{examScore}{studentNum}{avgScore}{maxScore}{scoreRate}{excellentRate}{passRate}{lowRate}',
  },
  { call: generalBrief.area, line: '{areaName}{compositeRank}{studentNum}{avgScore}{tScore}{compositeScore}' },
  {
    call: oneScoreParagraph.all,
    asked: { courseName: TOTAL, step: 10 },
    of: ({ lines }) => lines.map(({ name, mark }) => ({ name, mark: String(mark) })),
    line: '{name}{mark}',
  },
]

it('every figure of the brief of an exam is the one of its call, and it has no other', async () => {
  const left = await takeFigures(await printedText(briefPaper, { examId: '1001' }), BRIEF, '1001')
  expect(strangers(left, /人数012/, /60100150200250280/, /每10分一段/)).toEqual([])
})

const SCHOOL = { schoolCode: 'S1' }
const GAIN =
  '{matchedNum}{matchRate}{entryT}{expectedT}{exitT}{valueAdded}{lowAdded}{highAdded}{verdict}{rankAdded}{growthPr}'
const NAME = '{className|schoolName|areaName}'
const RATES = '{excellentRate}{passRate}{lowRate}'
const classMeans = ({ records }: ReportAnswer) => by(records, 'avgScore')

/** What the book says of one course: the school beside its area and everyone, and its classes. */
function ofCourse(courseName: string): Printed[] {
  const asked = { ...SCHOOL, courseName }
  const call = oneScoreTwoRate.class
  const totals = (answer: ReportAnswer) => answer.totals
  return [
    { call, asked, of: totals, line: `{courseName}${NAME}{studentNum}{avgScore}{scoreRate}${RATES}{stdScore}` },
    {
      call,
      asked,
      line: `{className}{teacherName}{planNum}{studentNum}{avgScore}{avgRankInSchool}{diffAvg}${RATES}{maxScore}{minScore}`,
    },
    { call, asked, of: totals, line: `${NAME}—{planNum}{studentNum}{avgScore}——${RATES}{maxScore}{minScore}` },
    {
      call: valueAdded.school,
      asked: { ...asked, entryExamId: BEFORE.examId },
      line: `{courseName}${GAIN}`,
    },
  ]
}

/** Every cell of a row under its lines, in the order of the heads. */
function ofLines({ records, totals, headers }: ReportAnswer): Row[] {
  const leaves = leavesOf(headers.filter(({ children }) => children))
  return [...records, ...totals].map((row) => ({
    ...row,
    cells: leaves.map((leaf) => figure(leaf, row[leaf.key])).join(''),
  }))
}

const BOOK: Printed[] = [
  {
    call: oneScoreTwoRate.class,
    asked: { ...SCHOOL, courseName: TOTAL },
    of: ({ totals }) => totals.filter(({ unitGrain }) => unitGrain === 'school'),
    line: '应考{planNum}实考{studentNum}缺考{absentNum}',
  },
  ...[TOTAL, ...COURSES].flatMap(ofCourse),
  {
    call: oneScoreTwoRate.class,
    asked: { ...SCHOOL, courseName: TOTAL },
    of: (answer) => {
      const [best, worst] = [classMeans(answer)[0], classMeans(answer).at(-1)]
      const gap = (Number(best?.['avgScore']) - Number(worst?.['avgScore'])).toFixed(2)
      return [{ best: best?.['className'], worst: worst?.['className'], gap }]
    },
    line: '总分均分最高的是{best}，最低的是{worst}，相差{gap}分',
  },
  {
    call: valueAdded.school,
    asked: { ...SCHOOL, courseName: TOTAL, entryExamId: BEFORE.examId },
    line: '匹配考生{matchedNum}人',
  },
  {
    call: valueAdded.class,
    asked: { ...SCHOOL, courseName: TOTAL, entryExamId: BEFORE.examId },
    line: `{className}${GAIN}`,
  },
  { call: lineStdnum.class, asked: SCHOOL, of: ofLines, line: '{schoolName}{className}{areaName}{studentNum}{cells}' },
  {
    call: criticalStudent,
    asked: SCHOOL,
    line: '{studentName}{lineName}{className}{studentNumber}{totalScore}{gap}{weakCourses}',
  },
  {
    call: oneScoreTwoRate.class,
    asked: { ...SCHOOL, courseName: TOTAL },
    of: ({ records }) => by(records, 'diffAvg').toReversed(),
    line: '{diffAvg}',
  },
]

it('every figure of a school book is the one of its call, and it has no other', async () => {
  const left = await takeFigures(await printedText(schoolPaper, SCHOOL, BEFORE), BOOK, '1002')
  expect(strangers(left, /\.{9,}\d/, /[12]班/, /-4-202468/, /160180200220240260280/)).toEqual([])
})

const CLASS = { schoolCode: 'S3', classCode: 'S3-3202301' }
const PUPILS = { '26009': '冯九', '26010': '陈十', '26011': '褚十一', '26012': '卫十二', '26013': '蒋十三' }
/** Means of fewer are not told to parents. */
const FEWEST = 5

/** One child and one course, or the total. */
interface Place {
  studentNumber: string
  courseName: string
}

/** A column of a sheet: the call of its figure, what that is asked, and how it stands there. */
interface SheetColumn {
  call: AnyReport
  ask: (place: Place) => object
  user?: Partial<CtxUser>
  tell: (answer: ReportAnswer, place: Place) => string
}

const isOf = (courseName: string) => (row: Row) => row['courseName'] === courseName
const mean = (row: Row | undefined) =>
  Number(row?.['studentNum'] ?? 0) < FEWEST ? '—' : Number(row?.['avgScore']).toFixed(2)

/** The cell of a course in a row of a child, of the total its own; none for a course the child does not take. */
function cellOf({ headers }: ReportAnswer, { courseName }: Place, part: string, total: string): Header | undefined {
  if (courseName === TOTAL) return leavesOf(headers).find(({ key }) => key === total)
  const group = headers.find(({ title }) => title === courseName)
  return group?.children?.find(({ key }) => key.endsWith(`.${part}`))
}

function markText(answer: ReportAnswer, place: Place): string {
  const [row = {}] = answer.records
  const cell = cellOf(answer, place, 'score', 'totalScore')
  return cell ? (markWord(cell, row) ?? String(row[cell.key] ?? '—')) : NOT_CHOSEN
}

function bandText(answer: ReportAnswer, place: Place): string {
  const cell = cellOf(answer, place, 'allRank', 'allRank')
  return String((cell && answer.records[0]?.[cell.key]) ?? '—')
}

const byNumber = ({ studentNumber }: Place) => ({ studentNumber })
const SHEET: Record<string, SheetColumn> = {
  科目: { call: studentScore, ask: byNumber, tell: (_answer, { courseName }) => courseName },
  满分: {
    call: generalBrief.all,
    ask: () => ({}),
    tell: ({ records }, { courseName }) => String(records.find(isOf(courseName))?.['examScore']),
  },
  得分: { call: studentScore, ask: byNumber, tell: markText },
  班级均分: {
    call: oneScoreTwoRate.class,
    ask: ({ courseName }) => ({ ...CLASS, courseName }),
    tell: ({ records }) => mean(records[0]),
  },
  联考均分: {
    call: generalBrief.all,
    ask: () => ({}),
    tell: ({ records }, { courseName }) => mean(records.find(isOf(courseName))),
  },
  位置: { call: studentScore, ask: byNumber, user: { isAdministrator: false, roles: ['parent'] }, tell: bandText },
}

/** The line of a course on the sheet of a child; nothing for a course that was not chosen. */
async function sheetLine(place: Place): Promise<string[]> {
  const cells: string[] = []
  for (const { call, ask, user, tell } of Object.values(SHEET))
    cells.push(tell(await desk.ask(call.name, { examId: '1002', ...ask(place) }, EVERYTHING, user), place))
  return cells.includes(NOT_CHOSEN) ? [] : [cells.join('')]
}

/** What a child lost of each knowledge point, by the marks of the questions. */
async function lostTexts(studentNumber: string): Promise<string[]> {
  const points = new Map<string, { lost: number; whole: number }>()
  for (const { questionNo, points: parts, questionScore } of HAND_QUESTIONS) {
    const asked = { examId: '1002', courseName: '数学', questionNo, size: 200 }
    const { records } = await desk.ask(questionStudent.name, asked)
    const row = records.find((one) => one['studentNumber'] === studentNumber)
    if (!row) continue
    for (const { name, share } of parts) {
      const { lost, whole } = points.get(name) ?? { lost: 0, whole: 0 }
      const part = share / 10_000
      const missed = Number(row['lostScore'] ?? questionScore)
      points.set(name, { lost: lost + missed * part, whole: whole + questionScore * part })
    }
  }
  return [...points].flatMap(([name, { lost, whole }]) => (lost > 0 ? `数学“${name}”失${lost}分（满${whole}分）` : []))
}

/** Axes of the two charts, the day of the exam, and what the foot explains. */
const SHEET_WORDS = [/0?20406080100/, /205080/, /2026-04-10/, /前25%/, /少于5人/, /T分：50为全体平均，每10为/]

it('every figure of the sheets of a class is the one of its call, and they have no other', async () => {
  const text = await printedText(studentPaper, CLASS)
  let left = text
  for (const [studentNumber, name] of Object.entries(PUPILS)) {
    left = take(left, `${name}考号${studentNumber}三中1班`, 'roster')
    for (const courseName of [...COURSES, TOTAL])
      for (const line of await sheetLine({ studentNumber, courseName }))
        left = take(left, line, `${name} ${courseName}`)
    for (const lost of await lostTexts(studentNumber)) left = take(left, lost, questionStudent.name)
    const { records } = await desk.ask(studentVertical.name, { examId: '1002', studentNumber })
    const past = records.filter(({ tScore }) => tScore !== null)
    for (const { beginDate, examName, tScore } of past.length > 1 ? past : [])
      left = take(left, `${String(beginDate)}${String(examName)}${Number(tScore).toFixed(2)}`, studentVertical.name)
  }
  expect(strangers(left, ...SHEET_WORDS)).toEqual([])
})
