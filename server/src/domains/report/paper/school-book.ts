import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { criticalStudent } from '@xueheng/contract/domains/report/critical-student.ts'
import { lineStdnum } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Row } from '../run.ts'
import { drawBoxes, drawDifferences } from './charts.ts'
import type { PaperDoc, PaperSection, PlannedDoc } from './paper-doc.ts'
import { type PaperDesk, type SchoolUnit, numberOf, schoolsOf, textOf } from './paper-desk.ts'
import { gainSection } from './gain-section.ts'
import { pickColumns } from './set-table.ts'

const TEMPLATE = new URL('book.typ', import.meta.url)
/** A chart for fewer compares nothing. */
const FEWEST_CLASSES = 2
/** Memory grows with the rows of one document. */
const MOST_NEAR = 1000

/** 学校分册: a book per school of the reader, in the order of the bureau. */
export async function planSchoolBooks(desk: PaperDesk): Promise<PlannedDoc[]> {
  return (await schoolsOf(desk)).map((school) => ({
    document: school.schoolCode,
    name: school.schoolName,
    write: () => writeBook(desk, school),
  }))
}

async function writeBook(desk: PaperDesk, { areaName, schoolCode, schoolName: unit }: SchoolUnit): Promise<PaperDoc> {
  const byCourse = await askByCourse(desk, schoolCode)
  const total = byCourse.get(TOTAL_COURSE)
  const whole = total?.totals.find((row) => row['unitGrain'] === 'school')
  const lines = await lineSection(desk, schoolCode)
  const gain = await gainSection(desk, schoolCode)
  const students = lines?.tables?.[1]?.records.length ?? 0
  return {
    name: `${unit}_学校分册`,
    title: '学校分册',
    unit,
    template: TEMPLATE,
    isOfStudents: true,
    students,
    facts: [
      ['县区', areaName],
      ['应考', countText(whole, 'planNum')],
      ['实考', countText(whole, 'studentNum')],
      ['缺考', countText(whole, 'absentNum')],
    ],
    basis: total?.basis ?? desk.basis,
    sections: [
      comparedSection(unit, byCourse),
      classSection(total),
      ...desk.courses.flatMap((course) => courseSection(course, byCourse.get(course))),
      ...(gain ? [gain] : []),
      ...(lines ? [lines] : []),
    ],
  }
}

function countText(row: Row | undefined, key: string): string {
  return numberOf(row, key)?.toLocaleString('en-US') ?? '—'
}

/** Classes of the school with the rows of school, area and everyone below them, by course. */
async function askByCourse(desk: PaperDesk, schoolCode: string): Promise<Map<string, ReportAnswer>> {
  const answers = new Map<string, ReportAnswer>()
  for (const courseName of [TOTAL_COURSE, ...desk.courses]) {
    answers.set(courseName, await desk.ask(oneScoreTwoRate.class, { schoolCode, courseName }))
  }
  return answers
}

/** The school against its area and everyone, course by course. */
function comparedSection(unit: string, byCourse: Map<string, ReportAnswer>): PaperSection {
  const [first] = byCourse.values()
  const keys = ['unitName', 'studentNum', 'avgScore', 'scoreRate', 'excellentRate', 'passRate', 'lowRate', 'stdScore']
  const columns = pickColumns(first?.headers ?? [], 'courseName', ...keys)
  const name = { key: 'unitName', title: '单位', kind: 'text' }
  const records = [...byCourse.values()].flatMap(({ totals }) =>
    totals.map((row) => ({ ...row, unitName: totalName(row) })),
  )
  const [course, ...rest] = columns
  return {
    title: '本校与县区、联考',
    tables: [{ caption: `${unit}各科与县区、联考`, headers: [...(course ? [course] : []), name, ...rest], records }],
  }
}

/** Total rows carry what they are of in the column of their unit. */
function totalName(row: Row): string {
  return textOf(row, 'className') || textOf(row, 'schoolName') || textOf(row, 'areaName')
}

/** Classes by their totals, with how far each mean is from the school's. */
function classSection(answer: ReportAnswer | undefined): PaperSection {
  const records = answer?.records ?? []
  const units = records.flatMap((row) => {
    const value = numberOf(row, 'diffAvg')
    return value === undefined ? [] : [{ name: textOf(row, 'className'), value }]
  })
  return {
    title: '各班总分',
    findings: { part: 'classes', lines: classFinding(units) },
    charts: units.length < FEWEST_CLASSES ? [] : classCharts(units, records),
    tables: [classTable('各班总分', answer)],
  }
}

const BOX = ['minScore', 'q1', 'medianScore', 'q3', 'maxScore']

function classCharts(units: { name: string; value: number }[], records: Row[]) {
  const boxes = records.flatMap((row) => {
    const box = BOX.flatMap((key) => numberOf(row, key) ?? [])
    return box.length < BOX.length ? [] : [{ name: textOf(row, 'className'), box }]
  })
  return [
    { ...drawDifferences(units), caption: '各班总分均分与本校均分之差（分）' },
    ...(boxes.length === 0
      ? []
      : [{ ...drawBoxes(boxes), caption: '各班总分的分布：最低、下四分位、中位数、上四分位、最高（分）' }]),
  ]
}

function classFinding(units: { name: string; value: number }[]): string[] {
  const ordered = units.toSorted((one, other) => other.value - one.value)
  const [best, worst] = [ordered[0], ordered.at(-1)]
  if (!best || !worst || best === worst) return []
  const gap = (best.value - worst.value).toFixed(2)
  return [`总分均分最高的是${best.name}，最低的是${worst.name}，相差 ${gap} 分。`]
}

const CLASS_COLUMNS = ['className', 'teacherName', 'planNum', 'studentNum', 'avgScore', 'avgRankInSchool', 'diffAvg']
const RATES = ['excellentRate', 'passRate', 'lowRate', 'maxScore', 'minScore']

function classTable(caption: string, answer: ReportAnswer | undefined) {
  const columns = pickColumns(answer?.headers ?? [], ...CLASS_COLUMNS, ...RATES)
  const totals = (answer?.totals ?? []).map((row) => ({ ...row, className: totalName(row) }))
  return { caption, headers: columns, records: answer?.records ?? [], totals, notes: answer?.notes ?? [] }
}

function courseSection(course: string, answer: ReportAnswer | undefined): PaperSection[] {
  if (!answer || answer.records.length === 0) return []
  return [{ title: course, tables: [{ ...classTable(`${course}：各班`, answer), notes: [] }] }]
}

/** Who is above the lines, and by name who is near one; nothing where the exam has none. */
async function lineSection(desk: PaperDesk, schoolCode: string): Promise<PaperSection | undefined> {
  const { files } = desk.source.manifest
  if (!files.some(({ name, rows }) => name === 'score_line.parquet' && rows > 0)) return undefined
  const online = await desk.ask(lineStdnum.class, { schoolCode })
  const near = await desk.ask(criticalStudent, { schoolCode })
  const keys = ['lineName', 'className', 'studentNumber', 'studentName', 'totalScore', 'gap', 'weakCourses']
  const { headers, records, totals, notes } = online
  return {
    title: '上线与临界生',
    tables: [
      { caption: '各班上线人数', headers, records, totals, notes },
      {
        caption: '临界生',
        headers: pickColumns(near.headers, ...keys),
        records: near.records.slice(0, MOST_NEAR),
        notes: [...near.notes, ...cutNote(near.total)],
      },
    ],
  }
}

function cutNote(total: number): string[] {
  return total > MOST_NEAR ? [`共 ${total} 名临界生，这里列出前 ${MOST_NEAR} 名，完整名单见“临界生”报表。`] : []
}
