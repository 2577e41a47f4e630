import { demoBureau } from '../../server/src/demo/bureau.ts'
import { demoSchoolCode } from '../../server/src/demo/load.ts'
import type { Klass, Sitting } from '../../server/src/demo/model.ts'
import { makeBook } from '../../server/test/fixtures/books.ts'

/** The paper of 物理 as a teacher copies it from a workbook: head and lines; the last question misses ten marks. */
export const PAPER_TEXT = [
  '题号\t上级题号\t题型\t分值\t客观题\t答案\t选项数\t漏选给分\t知识点',
  '1\t\t单选题\t5\t是\tA\t4\t\t力学',
  '2\t\t单选题\t5\t是\tB\t4\t\t力学',
  '3\t\t单选题\t5\t是\tC\t4\t\t电磁学',
  '4\t\t多选题\t10\t是\tAB\t4\t半分\t电磁学',
  '5\t\t填空题\t15\t\t\t\t\t热学',
  '6\t\t解答题\t20\t\t\t\t\t力学',
  '7\t\t解答题\t20\t\t\t\t\t电磁学',
  '8\t\t解答题\t10\t\t\t\t\t热学',
].join('\n')

/** Marks of question 8 are out of 20. */
export const LAST_MARK = '20'

const KEYS = ['A', 'B', 'C', 'AB']
const FULL = [5, 5, 5, 10, 15, 20, 20, 20]
const CLASS_SIZE = 24

export interface Sheet {
  name: string
  buffer: Buffer
  mimeType: string
}

export interface ClassTests {
  ownSchool: string
  otherSchool: string
  ownClasses: string[]
  students: number
  /** Share of everyone whose mark in 物理 is nearest to the best 15 %, in per cent: those of the first level. */
  bestShare: string
  roster: Sheet
  scores: Sheet
  /** Question scores of the own school, with a mark too high and a letter nobody could choose. */
  own: Sheet
  /** Those of the other, with a sum that is not the mark of the paper. */
  other: Sheet
  /** What is wrong in them, and what it ought to be. */
  faults: { file: string; row: number; column: string; rule: string; text: string }[]
}

/** Two classes of the school of the account `school` and one of another, with their marks in 物理 by question. */
export async function makeClassTests(): Promise<ClassTests> {
  const bureau = demoBureau()
  const own = bureau.schools.find(({ code }) => code === demoSchoolCode())
  const other = bureau.schools.find(({ area }) => area !== own?.area)
  const sittings = bureau.exams.at(-1)?.sittings ?? []
  const of = (klass: Klass | undefined) =>
    ofOwnNames(sittings.filter((one) => one.klass === klass)).slice(0, CLASS_SIZE)
  const ownClasses = (own?.classes ?? []).slice(0, 2)
  const ours = ownClasses.flatMap(of)
  const theirs = of(other?.classes[0])
  const everyone = [...ours, ...theirs]
  const answers = new Map(everyone.map((one, at) => [one.number, answersOf(at)]))
  const marked = (some: Sitting[]) => some.map((one) => lineOf(one, answers.get(one.number) ?? []))
  const ourMarks = marked(ours)
  const theirMarks = marked(theirs)
  const faults = [
    { file: '本校', row: 2, column: '5', rule: '超过小题满分或为负数', text: spoil(ourMarks, 0, 6, '16') },
    { file: '本校', row: 3, column: '1', rule: '答案不在选项内', text: spoil(ourMarks, 1, 2, 'E') },
    { file: '外校', row: 4, column: '8', rule: '小题合计与单科成绩不符', text: spoil(theirMarks, 2, 9, '0') },
  ]
  return {
    ownSchool: own?.name ?? '',
    otherSchool: other?.name ?? '',
    ownClasses: ownClasses.map(({ no }) => String(no)),
    students: everyone.length,
    bestShare: bestShare([...answers.values()].map(sum)),
    roster: await sheetOf('名单.xlsx', '名单', [
      ['考号', '姓名', '学校', '班级'],
      ...everyone.map(({ number, student, klass }) => [number, student.name, klass.school.name, String(klass.no)]),
    ]),
    scores: await sheetOf('成绩.xlsx', '成绩', [
      ['考号', '姓名', '语文', '物理'],
      ...everyone.map(({ number, student }, at) => [
        number,
        student.name,
        String(40 + ((at * 7) % 60)),
        String(sum(answers.get(number) ?? [])),
      ]),
    ]),
    own: await sheetOf('本校物理小题.xlsx', '物理', [HEAD, ...ourMarks]),
    other: await sheetOf('外校物理小题.xlsx', '物理', [HEAD, ...theirMarks]),
    faults,
  }
}

/** Two of a class under one name are a fault of a roster. */
function ofOwnNames(sittings: Sitting[]): Sitting[] {
  const first = new Map(sittings.toReversed().map((one) => [one.student.name, one]))
  return sittings.filter((one) => first.get(one.student.name) === one)
}

const HEAD = ['考号', '姓名', '1', '2', '3', '4', '5', '6', '7', '8']

interface Answer {
  cell: string
  mark: number
}

/** Everyone does a little worse than the one before, and question 6 least well of all, the second class worst. */
function answersOf(at: number): Answer[] {
  return FULL.map((full, question) => {
    const key = KEYS[question]
    const isRight = (at + question) % 4 !== 0
    if (key) return { cell: isRight ? key : 'D', mark: isRight ? full : 0 }
    const share =
      question === 5 ? (isOfSecond(at) ? 0.05 : 0.15) + (at % 5) * 0.05 : 0.5 + ((at * 3 + question) % 8) * 0.05
    const mark = Math.round(full * share)
    return { cell: String(mark), mark }
  })
}

function isOfSecond(at: number): boolean {
  return at >= CLASS_SIZE && at < 2 * CLASS_SIZE
}

/** Marks that are alike stay together; of two shares as near the larger one. */
function bestShare(marks: number[]): string {
  const shares = [...new Set(marks)].map((mark) => marks.filter((one) => one >= mark).length / marks.length)
  const [best = 0] = shares.toSorted((one, other) => Math.abs(one - 0.15) - Math.abs(other - 0.15) || other - one)
  return `${(best * 100).toFixed(2)}%`
}

function sum(answers: Answer[]): number {
  return answers.reduce((total, { mark }) => total + mark, 0)
}

function lineOf({ number, student }: Sitting, answers: Answer[]): string[] {
  return [number, student.name, ...answers.map(({ cell }) => cell)]
}

/** Puts something wrong into a cell; answers what stood there. */
function spoil(lines: string[][], row: number, column: number, wrong: string): string {
  const line = lines[row] ?? []
  const right = line[column] ?? ''
  line[column] = wrong
  return right
}

async function sheetOf(name: string, sheet: string, rows: string[][]): Promise<Sheet> {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name, mimeType, buffer: await makeBook('xlsx', [{ name: sheet, rows }]) }
}
