import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowSource } from '../../../../test/exam-csv.ts'
import { type QuestionMark, questionOf, writeQuestionFile } from '../../../../test/fixtures/question-marks.ts'
import { FIXTURE_COURSES, fixtureSpec } from '../../../../test/fixture-package.ts'
import { fc } from '../../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import {
  cronbachAlpha,
  endShares,
  itemTotal,
  knowledgeRate,
  type PaperMarks,
  questionDiscrimination,
  splitHalf,
  standardError,
  totalsOf,
} from '../formulas/questions.ts'
import { sum } from '../formulas/statistics.ts'
import { buildPackage, packagePath, placePackage } from '../package/build-package.ts'
import type { SpecQuestion } from './exam-spec.ts'
import { runPlan } from './run-plan.ts'

let root: string
let analytics: OpenAnalytics
let runs = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'questions-'))
  analytics = await openAnalytics({ memoryLimit: '512MB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
})
afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

type Row = Record<string, number | string | null>

interface Paper {
  questions: SpecQuestion[]
  /** Marks in tenths; students sit in two schools of two classes in turn. */
  marks: PaperMarks
  /** Letters by student and question. */
  answers?: (string | null)[][]
}

/** The facts of an exam of a course for each paper; a student's mark is the sum of his questions. */
async function compute(...papers: Paper[]) {
  runs += 1
  const examFolder = join(root, `exam${runs}`)
  const workFolder = join(examFolder, 'work')
  const students = Math.max(...papers.map(({ marks }) => marks.length))
  const roster = Array.from({ length: students }, (_none, at) => ({
    sid: at + 1,
    student_number: String(1001 + at),
    area_code: '990101',
    area_name: '东县',
    area_sort: 1,
    school_code: `S${at % 2}`,
    school_name: `${at % 2}中`,
    school_sort: at % 2,
    is_in_report: 1,
    class_code: `S${at % 2}-${at % 4}`,
    exam_class: `${at % 4}班`,
    class_sort: at % 4,
    is_count: 1,
  }))
  const scores = papers.flatMap(({ marks }, course) =>
    totalsOf(marks).map((total, at) => ({ sid: at + 1, course_id: course + 1, score: total / 10, score_status: 0 })),
  )
  const questionFiles = []
  for (const [at, paper] of papers.entries())
    questionFiles.push(
      await writeQuestionFile(analytics, join(root, `marks${runs}-${at}.parquet`), at + 1, rowsOf(paper, at + 1)),
    )
  const [course] = FIXTURE_COURSES
  const spec = {
    ...fixtureSpec({}, []),
    courses: papers.map((_paper, at) => ({ ...course!, courseId: at + 1, courseName: `科目${at + 1}`, sort: at + 1 })),
    questions: papers.flatMap(({ questions }, at) => questions.map((question) => ({ ...question, courseId: at + 1 }))),
    questionFiles,
  }
  const source = rowSource(roster, scores, `run${runs}`)
  const run = () => runPlan({ analytics, spec, folder: workFolder, source })
  const { hashes } = await run()
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, now: new Date(0) })
  await placePackage(built, examFolder, 1)
  const read = (table: string, where = 'true', folder = packagePath(examFolder, 1)) =>
    analytics.query<Row>(`select * from read_parquet($file) where ${where}`, { file: join(folder, `${table}.parquet`) })
  return { run, spec, workFolder, source, files: built.manifest.files.map(({ name }) => name), read }
}

function rowsOf({ questions, marks, answers }: Paper, courseId: number): QuestionMark[] {
  return marks.flatMap((row, student) =>
    row.map((score10, at) => ({
      sid: student + 1,
      course_id: courseId,
      paper_code: 'A',
      question_no: questions[at]?.questionNo ?? '',
      score10,
      answer: answers?.[student]?.[at] ?? null,
    })),
  )
}

/** Ten students and five questions, worked out by hand. */
const FULL = [5, 5, 10, 10, 20]
const MARKS = [
  [5, 5, 10, 9, 18],
  [5, 5, 9, 8, 16],
  [5, 5, 8, 9, 15],
  [5, 0, 9, 7, 13],
  [5, 5, 6, 6, 12],
  [0, 5, 7, 5, 11],
  [5, 0, 5, 6, 8],
  [5, 5, 4, 3, 6],
  [0, 0, 5, 4, 5],
  [5, 0, 2, 1, 2],
].map((row) => row.map((mark) => mark * 10))
const TEN: Paper = {
  questions: FULL.map((questionScore, at) => questionOf({ questionNo: String(at + 1), questionScore, paperScore: 50 })),
  marks: MARKS,
}

let ten: Awaited<ReturnType<typeof compute>>
beforeAll(async () => {
  ten = await compute(TEN)
})

function column(marks: PaperMarks, at: number): (number | null)[] {
  return marks.map((row) => row[at] ?? null)
}

describe('ten students and five questions', () => {
  const totals = totalsOf(MARKS)
  const rounded = (values: (number | null | undefined)[]) => values.map((value) => Number((value ?? NaN).toFixed(3)))

  test('have the difficulty, discrimination, correlation and reliability worked out by hand, by formula and by SQL', async () => {
    const D = [0.333, 0.667, 0.533, 0.6, 0.6]
    const r = [0.22, 0.507, 0.857, 0.894, 0.96]
    expect(totals).toEqual([470, 430, 420, 340, 340, 280, 240, 230, 140, 100])
    expect(rounded(FULL.map((full, at) => questionDiscrimination(column(MARKS, at), totals, full * 10)))).toEqual(D)
    expect(rounded(FULL.map((_full, at) => itemTotal(column(MARKS, at), totals)))).toEqual(r)
    expect(rounded([cronbachAlpha(MARKS)])).toEqual([0.829])
    const { read } = ten
    const stat = await read('question_stat', "grain = 'all'")
    expect(stat.map((row) => Number(row.sum10) / (10 * 10 * (FULL[Number(row.questionId) - 1] ?? 0)))).toEqual([
      0.8, 0.6, 0.65, 0.58, 0.53,
    ])
    expect(rounded(stat.map((row) => Number(row.discrimination)))).toEqual(D)
    expect(rounded(stat.map((row) => Number(row.itemTotal)))).toEqual(r)
    const [paper] = await read('paper_quality')
    expect(paper).toMatchObject({ questionNum: 5, itemNum: 5, studentNum: 10, full10: 500, sum10: 2990 })
    // 29.9 of 50; the best three have 132, the worst three 47
    expect(rounded([Number(paper?.alpha), Number(paper?.discrimination)])).toEqual([0.829, 0.567])
    expect(Number(paper?.sem)).toBeCloseTo(Math.sqrt(137.89 * (1 - 0.8289)), 2)
  })

  test('count in every class what the class got, and add up to the whole', async () => {
    const stat = await ten.read('question_stat')
    const third = stat.filter((row) => row.questionId === 3)
    const of = (grain: string) =>
      third
        .filter((row) => row.grain === grain)
        .map((row) => [row.classCode ?? row.schoolCode, row.studentNum, row.sum10, row.fullNum, row.zeroNum])
    expect(of('all')).toEqual([[null, 10, 650, 1, 0]])
    expect(of('school')).toEqual([
      ['S0', 5, 340, 1, 0],
      ['S1', 5, 310, 0, 0],
    ])
    expect(of('class')).toEqual([
      ['S0-0', 3, 210, 1, 0],
      ['S0-2', 2, 130, 0, 0],
      ['S1-1', 3, 180, 0, 0],
      ['S1-3', 2, 130, 0, 0],
    ])
  })
})

describe('students at the cut', () => {
  test('count with an equal share, so that their order changes nothing', async () => {
    // 27 % of four are two; 30 stands once above, three share the second place
    expect(endShares([30, 20, 20, 20])).toEqual({ high: [1, 1 / 3, 1 / 3, 1 / 3], low: [0, 2 / 3, 2 / 3, 2 / 3], k: 2 })
    const questions = [
      questionOf({ questionNo: '1', questionScore: 2 }),
      questionOf({ questionNo: '2', questionScore: 3 }),
    ]
    const marks = [
      [10, 20],
      [20, 0],
      [10, 10],
      [0, 20],
    ]
    const { read } = await compute({ questions, marks })
    const stat = await read('question_stat', "grain = 'all'")
    // best: 10 + 30/3, worst: 2 × 30/3, of 2 × 20
    expect(stat.map((row) => row.discrimination)).toEqual([0, (30 - 20) / 60])
  })
})

describe('questions to choose from', () => {
  test('are one item, and those who left one out are not among its students', async () => {
    const choice = { item: '选做', isChoice: 1 }
    const questions = [
      questionOf({ questionNo: '1', questionScore: 10 }),
      questionOf({ questionNo: '2', questionScore: 10, ...choice }),
      questionOf({ questionNo: '3', questionScore: 10, ...choice }),
    ]
    const marks = [
      [100, 90, null],
      [60, null, 70],
      [40, 30, null],
      [20, null, 0],
    ]
    const { read } = await compute({ questions, marks })
    const stat = await read('question_stat', "grain = 'all'")
    expect(stat.map((row) => [row.studentNum, row.sum10, row.zeroNum])).toEqual([
      [4, 220, 0],
      [2, 120, 0],
      [2, 70, 1],
    ])
    const [paper] = await read('paper_quality')
    const items = marks.map(([one, two, three]) => [one ?? 0, (two ?? 0) + (three ?? 0)])
    expect([paper?.questionNum, paper?.itemNum]).toEqual([3, 2])
    expect(paper?.alpha).toBeCloseTo(cronbachAlpha(items) ?? NaN, 9)
  })
})

describe('options', () => {
  test('are counted with blanks and double marks, among the best and the worst as well', async () => {
    const objective = { isObjective: 1, questionScore: 1 }
    const questions = [
      questionOf({ questionNo: '1', answer: 'A', ...objective }),
      questionOf({ questionNo: '2', answer: 'AC', isMultiple: 1, ...objective }),
    ]
    const marks = [
      [10, 10],
      [10, 0],
      [0, 0],
      [0, 0],
    ]
    const answers = [
      ['A', 'AC'],
      ['A', 'A'],
      ['AB', 'D'],
      [null, ''],
    ]
    const { read } = await compute({ questions, marks, answers })
    const options = await read('question_option', "grain = 'all'")
    expect(options.map((row) => [row.questionId, row.choice, row.num, row.highShareNum, row.lowShareNum])).toEqual([
      [1, '*', 1, 0, 1],
      [1, '-', 1, 0, 1],
      [1, 'A', 2, 2, 0],
      [2, '-', 1, 0, 1],
      [2, 'A', 2, 2, 0],
      [2, 'C', 1, 1, 0],
      [2, 'D', 1, 0, 1],
    ])
  })
})

describe('knowledge points', () => {
  test('take of each question its share, never a mean of rates', async () => {
    const [one, two] = [
      [{ code: null, name: '函数', share: 10_000 }],
      [
        { code: null, name: '函数', share: 4000 },
        { code: 'K2', name: '数列', share: 6000 },
      ],
    ]
    const questions = [
      questionOf({ questionNo: '1', questionScore: 5, points: one }),
      questionOf({ questionNo: '2', questionScore: 10, points: two }),
    ]
    const { read } = await compute({
      questions,
      marks: [
        [50, 60],
        [0, 20],
      ],
    })
    const points = await read('knowledge', "grain = 'all'")
    // 函数: 5 + 8 × 0.4 of 10 + 20 × 0.4 marks
    expect(points.map((row) => [row.pointName, row.questionNum, (10 * Number(row.got)) / Number(row.whole)])).toEqual([
      ['函数', 2, 82 / 18],
      ['数列', 1, 4],
    ])
    expect(
      knowledgeRate([
        { sum10: 50, num: 2, full10: 50, share: 10_000 },
        { sum10: 80, num: 2, full10: 100, share: 4000 },
      ]),
    ).toBeCloseTo((100 * 8.2) / 18, 9)
  })
})

/** Few marks, many ties, here and there nothing; one choice of two. */
const anyPaper = fc
  .integer({ min: 1, max: 14 })
  .chain((students) =>
    fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.option(fc.integer({ min: 0, max: 4 })),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
      ),
      { minLength: students, maxLength: students },
    ),
  )

describe('the SQL and the formulas agree on random papers', () => {
  const questions = [
    questionOf({ questionNo: '1', questionScore: 4 }),
    questionOf({ questionNo: '2', questionScore: 4 }),
    questionOf({ questionNo: '3', questionScore: 2, item: 'x', isChoice: 1 }),
    questionOf({ questionNo: '4', questionScore: 2, item: 'x', isChoice: 1 }),
  ]

  /** How many of a run are papers of one exam, computed together. */
  const TOGETHER = 6

  test('in every question and in the paper', async () => {
    const papers = fc.array(anyPaper, { minLength: TOGETHER, maxLength: TOGETHER })
    await fc.assert(
      fc.asyncProperty(papers, async (drawn) => {
        const all = drawn.map(marksOf)
        const { read } = await compute(...all.map((marks) => ({ questions, marks })))
        for (const [at, marks] of all.entries()) {
          const ofCourse = `course_id = ${at + 1}`
          expectQuestions(await read('question_stat', `grain = 'all' and ${ofCourse}`), marks)
          expectPaper(await read('paper_quality', ofCourse), marks)
        }
      }),
      { numRuns: 3 },
    )
  })

  function marksOf(drawn: [number, number | null, number, boolean][]): PaperMarks {
    return drawn.map(([one, two, three, isThird]) => [
      one * 10,
      two === null ? null : two * 10,
      isThird ? three * 10 : null,
      isThird ? null : three * 10,
    ])
  }

  function expectQuestions(stat: Row[], marks: PaperMarks): void {
    const totals = totalsOf(marks)
    const answered = questions.map((_question, at) => column(marks, at).filter((mark) => mark !== null))
    expect(stat.map((row) => [row.studentNum, row.sum10])).toEqual(
      answered.filter(({ length }) => length > 0).map((given) => [given.length, sum(given)]),
    )
    const asked = questions.flatMap((question, at) =>
      answered[at]?.length ? [{ question, own: column(marks, at) }] : [],
    )
    asked.forEach(({ question, own }, at) => {
      expectClose(stat[at]?.discrimination, questionDiscrimination(own, totals, question.questionScore * 10))
      expectClose(stat[at]?.itemTotal, itemTotal(own, totals))
    })
  }

  function expectPaper([paper]: Row[], marks: PaperMarks): void {
    const items = marks.map(([one, two, three, four]) => [one ?? 0, two ?? 0, (three ?? 0) + (four ?? 0)])
    const alpha = cronbachAlpha(items)
    expectClose(paper?.alpha, alpha)
    expectClose(paper?.splitHalf, splitHalf(items))
    expectClose(paper?.sem, standardError(totalsOf(marks), alpha))
  }

  function expectClose(found: Row[string] | undefined, expected: number | null): void {
    if (expected === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 9)
  }
})

describe('an exam', () => {
  test('without question scores has the tables without a row, and one with others computes the questions alone', async () => {
    const { run, spec, workFolder, source, files } = ten
    expect(files).toEqual(expect.arrayContaining(['question_score_0.parquet', 'question_score_1.parquet']))
    expect((await run()).tasks.filter(({ state }) => state === TASK_STATE.done)).toEqual([])
    const { tasks } = await runPlan({
      analytics,
      spec: { ...spec, questionFiles: [] },
      folder: workFolder,
      source,
    })
    expect(tasks.filter(({ state }) => state === TASK_STATE.done).map(({ taskCode }) => taskCode)).toEqual([
      'QUES_STAT',
      'QUES_PAPER',
      'QUES_KNOWLEDGE',
    ])
    const file = join(workFolder, 'question_stat.parquet')
    expect(await analytics.query('select count(*)::int as num from read_parquet($file)', { file })).toEqual([
      { num: 0 },
    ])
  })
})
