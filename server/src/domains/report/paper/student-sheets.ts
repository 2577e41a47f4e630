import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { NOT_CHOSEN, markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import { generalBrief } from '@xueheng/contract/domains/report/general-brief.ts'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import { type Header, type ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { PaperChart } from '../../../platform/paper/paper.ts'
import type { Row } from '../run.ts'
import { drawHistory, drawShares } from './charts.ts'
import { readLostPoints } from './lost-points.ts'
import type { PaperDoc, PlannedDoc } from './paper-doc.ts'
import { type ClassUnit, type PaperDesk, classesOf, numberOf, textOf } from './paper-desk.ts'
import { type PastExam, readHistory } from './student-history.ts'

const TEMPLATE = new URL('student-sheets.typ', import.meta.url)

/** A line of a sheet: one course, or the total. */
interface CourseLine {
  course: string
  full: number | undefined
  score: number | undefined
  /** What stands in place of a mark. */
  word: string
  /** Grade and assigned mark of a course by levels, '' of another. */
  level: string
  classAvg: number | undefined
  allAvg: number | undefined
  place: string
}

interface StudentSheet {
  student: Row
  lines: CourseLine[]
  /** The last exams with this one, the oldest first. */
  history: PastExam[]
  /** By which knowledge points most was lost, in a sentence; '' where no questions are known. */
  lost: string
}

/** Means a sheet may tell: of groups in which nobody is recognised. */
interface Means {
  full: Map<string, number>
  all: Map<string, number>
  /** By class, then course. */
  classes: Map<string, Map<string, number>>
}

/** 学生成绩单: a document per class, a half page per student, nobody else's marks or names, a place as far as parents are told it. */
export async function planStudentSheets(desk: PaperDesk): Promise<PlannedDoc[]> {
  const read = rememberLast((schoolCode: string) => readSchool(desk, schoolCode))
  return (await classesOf(desk)).map((unit) => ({
    document: [unit.schoolCode, unit.classCode ?? unit.className].join('/'),
    name: `${unit.schoolName}${unit.className}`,
    write: async () => writeSheets(desk, unit, await read(unit.schoolCode)),
  }))
}

/** What the sheets of a school are written from. */
interface SchoolFacts {
  ranked: ReportAnswer
  means: Means
  history: Map<string, PastExam[]>
  lost: Map<string, string>
}

async function readSchool(desk: PaperDesk, schoolCode: string): Promise<SchoolFacts> {
  const ranked = await desk.ask(scoreRank.student, { schoolCode }, 'parent')
  return {
    ranked,
    means: await readMeans(desk, schoolCode),
    history: await readHistory(desk, schoolCode),
    lost: await readLostPoints(desk, schoolCode),
  }
}

/** Classes come school by school: only the last school read is kept. */
function rememberLast<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let known: { key: string; value: Promise<T> } | undefined
  return (key) => {
    if (known?.key !== key) known = { key, value: read(key) }
    return known.value
  }
}

async function readMeans(desk: PaperDesk, schoolCode: string): Promise<Means> {
  const { smallestGroup } = desk.source.policy
  const isTold = (row: Row) => (numberOf(row, 'studentNum') ?? 0) >= smallestGroup
  const whole = await desk.ask(generalBrief.all)
  const byCourse = (key: string, rows: Row[]) =>
    new Map(
      rows.flatMap((row) => {
        const value = numberOf(row, key)
        return value === undefined ? [] : [[textOf(row, 'courseName'), value] as const]
      }),
    )
  const classes = new Map<string, Map<string, number>>()
  for (const courseName of [TOTAL_COURSE, ...desk.courses]) {
    const { records } = await desk.ask(oneScoreTwoRate.class, { schoolCode, courseName })
    for (const row of records) {
      const mean = numberOf(row, 'avgScore')
      if (mean === undefined || !isTold(row)) continue
      const known = classes.get(textOf(row, 'className')) ?? new Map<string, number>()
      classes.set(textOf(row, 'className'), known.set(courseName, mean))
    }
  }
  return {
    full: byCourse('examScore', whole.records),
    all: byCourse('avgScore', whole.records.filter(isTold)),
    classes,
  }
}

async function writeSheets(
  desk: PaperDesk,
  { schoolName, className }: ClassUnit,
  { ranked, means, history, lost }: SchoolFacts,
): Promise<PaperDoc> {
  const own = ranked.records
    .filter((row) => row['className'] === className)
    .toSorted((one, other) => textOf(one, 'studentNumber').localeCompare(textOf(other, 'studentNumber')))
  const sheets = own.map((student) => ({
    ...sheetOf(desk, ranked, student, means),
    history: history.get(textOf(student, 'studentNumber')) ?? [],
    lost: lost.get(textOf(student, 'studentNumber')) ?? '',
  }))
  const columns = {
    hasLevel: sheets.some(({ lines }) => lines.some(({ level }) => level !== '')),
    hasPlace: desk.source.policy.rankVisible.parent !== 'none',
    hasHistory: sheets.some(({ history: exams }) => isHistory(exams)),
  }
  const note = noteOf(desk, columns)
  const charts: Record<string, PaperChart> = {}
  const printed = sheets.map((sheet, at) => {
    charts[`student${at}`] = drawShares(sharesOf(sheet.lines))
    if (isHistory(sheet.history)) charts[`student${at}-history`] = drawHistory(sheet.history)
    return toPrint(sheet, `student${at}`, columns)
  })
  return {
    name: `${schoolName}_${className}_学生成绩单`,
    title: '学生成绩单',
    unit: `${schoolName}${className}`,
    template: TEMPLATE,
    isOfStudents: true,
    students: own.length,
    rows: own,
    facts: [],
    basis: [note],
    sections: [{ title: '成绩', tables: [sheetTable(className, desk.courses, sheets, note)] }],
    more: { sheets: printed, note, titles: titlesOf(columns), hasPlace: columns.hasPlace },
    charts,
  }
}

const PLACE_NOTE = '位置：本人在联考同科考生中所在的百分段，如“前25%”是成绩在最好的四分之一之内。'
const HISTORY_NOTE = 'T分：50 为全体平均，每 10 为一个标准差，考试范围不同时仅供参考。'

/** What is said of places, means and earlier exams, where they stand on the sheets. */
function noteOf({ source }: PaperDesk, { hasPlace, hasHistory }: SheetColumns): string {
  const means = `少于 ${source.policy.smallestGroup} 人的班级不显示均分。`
  return [...(hasPlace ? [PLACE_NOTE] : []), means, ...(hasHistory ? [HISTORY_NOTE] : [])].join('')
}

/** One exam has nothing to be compared with. */
function isHistory(exams: PastExam[]): boolean {
  return exams.length > 1
}

/** One student's courses, the total last. */
function sheetOf(
  desk: PaperDesk,
  { headers }: ReportAnswer,
  student: Row,
  means: Means,
): Pick<StudentSheet, 'student' | 'lines'> {
  const leaves = leavesOf(headers)
  const groups = new Map(headers.map((header) => [header.title, header]))
  const ofClass = means.classes.get(textOf(student, 'className'))
  const line = (course: string, mark: Header | undefined, rank: unknown, level = ''): CourseLine => ({
    course,
    full: means.full.get(course),
    score: mark && numberOf(student, mark.key),
    word: (mark && markWord(mark, student)) ?? '—',
    level,
    classAvg: ofClass?.get(course),
    allAvg: means.all.get(course),
    place: typeof rank === 'string' ? rank : '—',
  })
  const courses = desk.courses.map((course) => {
    const group = groups.get(course)
    const mark = group?.children?.find(({ key }) => key.endsWith('.score'))
    return line(course, mark, group && student[`${group.key}.allRank`], group && levelText(student, group.key))
  })
  const total = leaves.find(({ key }) => key === 'totalScore')
  const taken = courses.filter(({ word }) => word !== NOT_CHOSEN)
  return { student, lines: [...taken, line(TOTAL_COURSE, total, student['allRank'])] }
}

/** A 91: the grade and the mark that counts in the total. */
function levelText(student: Row, group: string): string {
  const mark = numberOf(student, `${group}.levelScore`)
  return mark === undefined ? '' : `${textOf(student, `${group}.levelName`)} ${mark}`.trim()
}

function sharesOf(lines: CourseLine[]) {
  return lines.map(({ course, full, score, classAvg, allAvg }) => ({
    name: course,
    own: share(score, full),
    group: share(classAvg, full),
    all: share(allAvg, full),
  }))
}

function share(mark: number | undefined, full: number | undefined): number | undefined {
  return mark === undefined || !full ? undefined : Math.round((mark / full) * 1000) / 10
}

function toPrint({ student, lines, history, lost }: StudentSheet, chart: string, { hasLevel, hasPlace }: SheetColumns) {
  return {
    chart,
    name: textOf(student, 'studentName'),
    number: textOf(student, 'studentNumber'),
    unit: textOf(student, 'schoolName') + textOf(student, 'className'),
    lost,
    history: isHistory(history) ? history.map((one) => [one.beginDate, one.examName, one.tScore.toFixed(2)]) : [],
    lines: lines.map(({ course, full, score, word, level, classAvg, allAvg, place }) => [
      course,
      full === undefined ? '—' : String(full),
      score === undefined ? word : String(score),
      ...(hasLevel ? [level || '—'] : []),
      meanText(classAvg),
      meanText(allAvg),
      ...(hasPlace ? [place] : []),
    ]),
  }
}

/** What not every exam has. */
interface SheetColumns {
  hasLevel: boolean
  hasPlace: boolean
  hasHistory: boolean
}

function titlesOf({ hasLevel, hasPlace }: SheetColumns): string[] {
  const level = hasLevel ? ['等级赋分'] : []
  return ['科目', '满分', '得分', ...level, '班级均分', '联考均分', ...(hasPlace ? ['位置'] : [])]
}

function meanText(mean: number | undefined): string {
  return mean === undefined ? '—' : mean.toFixed(2)
}

/** The same as a table for a workbook: a line per student. */
function sheetTable(caption: string, courses: string[], sheets: StudentSheet[], note: string) {
  const group = (course: string): Header => ({
    key: course,
    title: course,
    children: [
      { key: `${course}.score`, title: '分数', kind: 'decimal', scale: 1 },
      { key: `${course}.place`, title: '位置', kind: 'text' },
    ],
  })
  const headers: Header[] = [
    { key: 'studentNumber', title: '考号', kind: 'text', fixed: true },
    { key: 'studentName', title: '姓名', kind: 'text', fixed: true },
    ...[...courses, TOTAL_COURSE].map(group),
  ]
  const records = sheets.map(({ student, lines }) => ({
    studentNumber: student['studentNumber'],
    studentName: student['studentName'],
    ...Object.fromEntries(
      lines.flatMap(({ course, score, word, place }) => [
        [`${course}.score`, score ?? word],
        [`${course}.place`, place],
      ]),
    ),
  }))
  return { caption, headers, records, notes: [note] }
}
