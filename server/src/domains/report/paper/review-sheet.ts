import {
  courseQuestion,
  knowledgeRate,
  paperQuality,
  questionOption,
  questionStudent,
} from '@xueheng/contract/domains/report/question.ts'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { refuse } from '../../../platform/error.ts'
import type { Row } from '../run.ts'
import type { PaperDoc, PlannedDoc } from './paper-doc.ts'
import { type ClassUnit, type PaperDesk, classesOf, numberOf, textOf } from './paper-desk.ts'
import { type PaperTable, pickColumns } from './set-table.ts'

const TEMPLATE = new URL('review-sheet.typ', import.meta.url)

interface Paper {
  courseName: string
  paperCode: string
}

/** 讲评单: a document per class and paper with question scores. */
export async function planReviewSheets(desk: PaperDesk): Promise<PlannedDoc[]> {
  const { courseName: wanted } = desk.input
  const { records: all } = await desk.ask(paperQuality)
  const records = all.filter((row) => !wanted || row['courseName'] === wanted)
  if (records.length === 0) throw refuse('所选考试、科目没有小题分，不能印制讲评单')
  const papers = records.map((row) => ({ courseName: textOf(row, 'courseName'), paperCode: textOf(row, 'paperCode') }))
  const classes = await classesOf(desk)
  return classes.flatMap((unit) => {
    const { schoolCode, classCode } = unit
    if (classCode === null) return []
    return papers.map((paper) => ({
      document: [schoolCode, classCode, paper.courseName, paper.paperCode].join('/'),
      name: nameOf(unit, paper),
      write: () => writeReview(desk, unit, classCode, paper),
    }))
  })
}

function nameOf({ schoolName, className }: ClassUnit, { courseName, paperCode }: Paper): string {
  return `${schoolName}${className}_${courseName}${paperCode}`
}

async function writeReview(desk: PaperDesk, unit: ClassUnit, classCode: string, paper: Paper): Promise<PaperDoc> {
  const { schoolCode } = unit
  const asked = { schoolCode, classCode, ...paper }
  const questions = await desk.ask(courseQuestion.class, asked)
  const options = await desk.ask(questionOption, asked)
  const points = await desk.ask(knowledgeRate.class, asked)
  const own = ownRows(questions.records, classCode)
  const lost = await countLost(desk, own, asked)
  const chosen = new Map(options.records.map((row) => [textOf(row, 'questionNo'), choices(options.headers, row)]))
  const rows = own.map((row) => {
    const no = textOf(row, 'questionNo')
    return {
      ...row,
      lostNum: lost.get(no) ?? null,
      choices: chosen.get(no) ?? '',
      mark: row['weakUnits'] ? '偏低' : '',
    }
  })
  return {
    name: `${nameOf(unit, paper)}_讲评单`,
    title: `${paper.courseName}讲评单`,
    unit: `${unit.schoolName}${unit.className}`,
    template: TEMPLATE,
    isOfStudents: false,
    students: 0,
    facts: await factsOf(desk, asked),
    basis: questions.basis,
    sections: [
      {
        title: '各题得分率',
        findings: { part: 'questions', lines: findings(rows) },
        tables: [questionTable(questions, rows)],
      },
      ...(points.records.length > 0
        ? [{ title: '知识点', tables: [pointTable(points, ownRows(points.records, classCode))] }]
        : []),
    ],
  }
}

/** The rate of the class stands in a cell that is called by its code. */
function ownRows(records: Row[], classCode: string): Row[] {
  return records.map((row) => ({
    ...row,
    ownRate: row[`${classCode}.scoreRate`] ?? null,
    ownDiff: row[`${classCode}.diffRate`] ?? null,
  }))
}

/** How many of the class lost marks at each question; an unanswered one is lost. */
async function countLost(desk: PaperDesk, rows: Row[], asked: Row): Promise<Map<string, number>> {
  const lost = new Map<string, number>()
  for (const row of rows) {
    const questionNo = textOf(row, 'questionNo')
    const { records } = await desk.ask(questionStudent, { ...asked, questionNo })
    lost.set(questionNo, records.filter((one) => one['lostScore'] !== 0).length)
  }
  return lost
}

/** What the class chose in per cent, the key marked: A 12、B✓ 60. */
function choices(headers: Header[], row: Row): string {
  const key = textOf(row, 'answerKey')
  return headers
    .flatMap(({ key: group, title, children }) => {
      const share = children && numberOf(row, `${group}.ownShare`)
      return share ? [`${title}${key.includes(title) ? '✓' : ''} ${Math.round(share)}`] : []
    })
    .join('、')
}

/** How the class did in the course, beside everyone. */
async function factsOf(desk: PaperDesk, asked: Row): Promise<PaperDoc['facts']> {
  const { records, totals } = await desk.ask(oneScoreTwoRate.class, asked)
  const own = records.find((row) => row['classCode'] === asked['classCode'])
  const all = totals.find((row) => row['unitGrain'] === 'all')
  if (!own) return []
  const beside = (key: string, unit: string) => {
    const [mine, whole] = [numberOf(own, key), numberOf(all, key)].map((value) => value?.toFixed(2).concat(unit) ?? '—')
    return `${mine}（联考 ${whole}）`
  }
  return [
    ['本班实考', `${textOf(own, 'studentNum') || '—'} 人`],
    ['平均分', beside('avgScore', '')],
    ['及格率', beside('passRate', '%')],
  ]
}

function findings(rows: Row[]): string[] {
  const weak = rows.filter(({ mark }) => mark !== '').map((row) => textOf(row, 'questionNo'))
  const [worst] = byNeed(rows)
  const need = worst && numberOf(worst, 'ownDiff')
  return [
    weak.length > 0
      ? `得分率低于联考 5 个百分点以上的有 ${weak.length} 题：${weak.join('、')}。`
      : '没有得分率低于联考 5 个百分点以上的题。',
    ...(worst && need !== undefined && need < 0
      ? [
          `最需要讲评的是第 ${textOf(worst, 'questionNo')} 题：本班 ${rateText(worst, 'ownRate')}，联考 ${rateText(worst, 'allRate')}。`,
        ]
      : []),
  ]
}

function rateText(row: Row, key: string): string {
  const rate = numberOf(row, key)
  return rate === undefined ? '—' : `${rate.toFixed(2)}%`
}

/** Furthest below everyone first, then those with the lowest rate; what cannot be compared comes last. */
function byNeed(rows: Row[]): Row[] {
  const place = (row: Row, key: string) => numberOf(row, key) ?? Infinity
  const order = (one: number, other: number) => (one === other ? 0 : one - other)
  return rows.toSorted(
    (one, other) =>
      order(place(one, 'ownDiff'), place(other, 'ownDiff')) || order(place(one, 'ownRate'), place(other, 'ownRate')),
  )
}

const OWN: Header = { key: 'ownRate', title: '本班', kind: 'percent', scale: 2 }
/** Their titles are short: the caption says that they are rates. */
const ABOVE: Header[] = [
  { key: 'schoolRate', title: '本校', kind: 'percent', scale: 2 },
  { key: 'areaRate', title: '县区', kind: 'percent', scale: 2 },
  { key: 'allRate', title: '联考', kind: 'percent', scale: 2 },
]
const DIFFERENCE: Header = { key: 'ownDiff', title: '与联考之差', kind: 'decimal', scale: 2 }
const BESIDE: Header[] = [
  { key: 'lostNum', title: '失分人数', kind: 'integer' },
  { key: 'choices', title: '本班选项(%)', kind: 'text' },
]
const MARK: Header = { key: 'mark', title: '标记', kind: 'text' }

function questionTable({ headers }: ReportAnswer, rows: Row[]): PaperTable {
  const about = pickColumns(headers, 'questionNo', 'questionType', 'questionScore', 'knowledge')
  return {
    caption: '各题得分率，最需要讲评的在前',
    headers: [
      ...about,
      OWN,
      ...ABOVE,
      DIFFERENCE,
      ...BESIDE,
      ...(rows.some((row) => row['mark'] !== '') ? [MARK] : []),
    ],
    records: byNeed(rows),
    isStanding: true,
    bar: DIFFERENCE.key,
    notes: [
      '偏低：得分率低于联考 5 个百分点以上；与联考之差为百分点。',
      '选项后的 ✓ 是答案，百分比以本班作答人数为分母；失分人数含未作答的。',
    ],
  }
}

function pointTable({ headers }: ReportAnswer, rows: Row[]): PaperTable {
  const about = pickColumns(headers, 'pointName', 'questionNum', 'fullScore')
  return {
    caption: '知识点得分率，最需要讲评的在前',
    headers: [...about, OWN, ...ABOVE, DIFFERENCE],
    records: byNeed(rows),
    isStanding: true,
    bar: DIFFERENCE.key,
  }
}
