import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  courseQuestion,
  knowledgeRate,
  paperQuality,
  questionOption,
  questionStudent,
  spTable,
} from '@xueheng/contract/domains/report/question.ts'
import type { ExamSpec, FactSource, QuestionFile, SpecQuestion } from '../src/domains/exam/compute/exam-spec.ts'
import { runPlan } from '../src/domains/exam/compute/run-plan.ts'
import { COURSE_SCORE_COLUMNS, PAPER_PART_COLUMNS, ROSTER_COLUMNS } from '../src/domains/exam/compute/tables.ts'
import { buildPackage, packagePath, placePackage } from '../src/domains/exam/package/build-package.ts'
import {
  LIST_BEHIND_PAPER,
  LIST_BEHIND_QUESTIONS,
  LIST_MOVED_QUESTIONS,
  REPORT_MACROS,
  bind,
  reportSql,
} from '../src/domains/report/report-sql.ts'
import type { Analytics } from '../src/platform/analytics/analytics.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { sqlText } from '../src/platform/analytics/sql-file.ts'
import { hashFile } from '../src/platform/files/hash-file.ts'
import { bareQuestions } from './baseline-questions.ts'
import { benchSpec } from './duck-data.ts'
import { watchMemory } from './memory.ts'
import { type QuestionImportFigures, benchQuestionImport } from './question-import.ts'
import { type ReportFigure, benchReports } from './reports.ts'
import { timesOf } from './times.ts'

const MEMORY_LIMIT = process.env['BENCH_MEMORY'] ?? '2GB'
const ROUNDS = Number(process.env['BENCH_COMPUTE_ROUNDS'] ?? 3)
const COURSES = 6
/** Marks of the questions of each paper: 12 of five marks with options, 10 of nine. */
const FULL = [...Array.from({ length: 12 }, () => 5), ...Array.from({ length: 10 }, () => 9)]
const REPORTS = [
  ...Object.values(courseQuestion),
  ...Object.values(knowledgeRate),
  questionOption,
  questionStudent,
  paperQuality,
  spTable,
]

const LISTS = {
  'who answered a question': { sql: LIST_BEHIND_QUESTIONS, behind: 'answered', questionNo: '3' },
  'the best and worst of a question': { sql: LIST_BEHIND_QUESTIONS, behind: 'answeredEnds', questionNo: '3' },
  'the best who chose an option': { sql: LIST_BEHIND_QUESTIONS, behind: 'highChoice', questionNo: '3', choice: 'B' },
  'the best and worst of a paper': { sql: LIST_BEHIND_PAPER, behind: 'paperEnds' },
  'whose mark of a question moved': { sql: LIST_MOVED_QUESTIONS, questionNo: '3' },
  'whose marks of a paper moved': { sql: LIST_MOVED_QUESTIONS, questionNo: '整卷' },
}

export interface QuestionFigures {
  students: number
  marks: number
  /** Seconds of the three steps with their part of the package, and of the bare script over the same files. */
  ours: number
  bare: number
  ratio: number
  peakMb: number
  tasks: Record<string, number>
  /** What the three steps take in an exam without question scores. */
  withoutMs: number
  reports: ReportFigure[]
  /** Lists behind figures of questions, for someone who sees the whole exam: middle and 95th percentile of twenty, in ms. */
  lists: Record<string, { p50: number; p95: number }>
  /** One course's sheet, from the upload until it is staged. */
  imports: QuestionImportFigures[]
}

/** Steps, reports and import of questions of a city: `BENCH_STUDENTS` students, 6 courses of 22 questions. */
export async function benchQuestions(
  students = Number(process.env['BENCH_STUDENTS'] ?? 100_000),
): Promise<QuestionFigures> {
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-questions-'))
  const analytics = await openAnalytics({ memoryLimit: MEMORY_LIMIT, threads: 2, tempFolder: join(root, 'tmp') })
  try {
    const figures = await measure(analytics, root, students)
    analytics.close()
    return { ...figures, imports: await benchQuestionImport(students) }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function measure(
  analytics: Analytics,
  root: string,
  students: number,
): Promise<Omit<QuestionFigures, 'imports'>> {
  const questionFiles = await writeFiles(analytics, root, students)
  const spec: ExamSpec = { ...benchSpec(), questions: questionsOf() }
  spec.courses = spec.courses.slice(0, COURSES).map((course) => ({ ...course, examScore: 150 }))
  const source = sourceOf(analytics, students)
  const workFolder = join(root, 'work')
  const { tasks: first } = await runPlan({ analytics, spec, folder: workFolder, source })
  const withoutMs = first.filter(({ taskCode }) => taskCode.startsWith('QUES')).reduce((sum, { ms }) => sum + ms, 0)
  const whole = { ...spec, questionFiles }
  let [ours, bare, peakMb] = [Infinity, Infinity, 0]
  const tasks: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    const memory = watchMemory()
    const run = await secondsOf(async () => {
      const outcome = await runPlan({ analytics, spec: whole, folder: workFolder, source, force: false })
      for (const { taskCode, ms } of outcome.tasks) if (taskCode.startsWith('QUES')) tasks[taskCode] = ms
    })
    peakMb = Math.max(peakMb, memory.stop())
    ours = Math.min(ours, run)
    bare = Math.min(bare, await secondsOf(() => bareQuestions(root, MEMORY_LIMIT)))
    console.log(`round ${round + 1}: ours ${run.toFixed(1)} s, least ${ours.toFixed(1)} s, bare ${bare.toFixed(1)} s`)
    if (round < ROUNDS - 1) await runPlan({ analytics, spec, folder: workFolder, source })
  }
  const { hashes } = await runPlan({ analytics, spec: whole, folder: workFolder, source })
  const built = await buildPackage({ analytics, spec: whole, workFolder, examFolder: root, hashes, now: new Date() })
  await placePackage(built, root, 1)
  const names = new Set(REPORTS.map(({ name }) => name))
  const reports = await benchReports(packagePath(root, 1), ({ name }) => names.has(name))
  const lists = await measureLists(analytics, packagePath(root, 1))
  const marks = students * COURSES * FULL.length
  return { students, marks, ours, bare, ratio: ours / bare, peakMb, tasks, withoutMs, reports, lists }
}

/** The version before is the package itself: as much is read, and nothing has moved. */
async function measureLists(analytics: Analytics, folder: string): Promise<QuestionFigures['lists']> {
  const common = { package: folder, before: folder, courseId: 1, beforeCourseId: 1, paperCode: 'A', size: 20, skip: 0 }
  const lists: QuestionFigures['lists'] = {}
  for (const [name, { sql, ...values }] of Object.entries(LISTS)) {
    const { rows } = reportSql({ sql })
    const read = () => analytics.query(rows.sql, bind(rows, { ...common, ...values }), REPORT_MACROS)
    lists[name] = await timesOf(read, { rounds: 20, warm: 3 })
  }
  return lists
}

/** Ten knowledge points a course, every third question asks for two. */
function questionsOf(): SpecQuestion[] {
  const point = (at: number, share: number) => ({ code: null, name: `知识点${at % 10}`, share })
  return Array.from({ length: COURSES }, (_none, course) =>
    FULL.map((questionScore, at) => ({
      courseId: course + 1,
      paperCode: 'A',
      questionNo: String(at + 1),
      parentNo: null,
      questionType: at < 12 ? '单选题' : '解答题',
      isObjective: at < 12 ? 1 : 0,
      isMultiple: 0,
      questionScore,
      answer: at < 12 ? 'A' : null,
      optionNum: 4,
      item: String(at + 1),
      isChoice: 0,
      ability: null,
      presetP: null,
      points: at % 3 === 2 ? [point(at, 6000), point(at + 3, 4000)] : [point(at, 10_000)],
      paperScore: 150,
    })),
  ).flat()
}

/** A number in 0..999 that depends on its arguments alone. */
const dice = (salt: string) => `(hash(sid, ${salt}) % 1000)::int`
/** Better students by school and by themselves. */
const ABILITY = `((hash(sid % 140, 1) % 200)::int + (hash(sid, 2) % 600)::int + 100)`

async function writeFiles(analytics: Analytics, root: string, students: number): Promise<QuestionFile[]> {
  await mkdir(join(root, 'archive'), { recursive: true })
  const files: QuestionFile[] = []
  for (let courseId = 1; courseId <= COURSES; courseId += 1) {
    const file = join(root, 'archive', `${courseId}.parquet`)
    await analytics.batch((db) =>
      db.run(`copy (
        select sid::int as sid, ${courseId}::smallint as course_id, 'A' as paper_code, question_no,
          case when place > 12 then (9 * ((${ABILITY} + ${dice(`${courseId}, place`)}) // 200))::smallint
            when ${ABILITY} > ${dice(`${courseId}, place`)} then 50::smallint else 0::smallint end as score10,
          case when place > 12 then null when ${ABILITY} > ${dice(`${courseId}, place`)} then 'A'
            else ['B', 'C', 'D'][1 + ${dice(`${courseId}, place, 7`)} % 3] end as answer
        from (select place, place::varchar as question_no from range(1, ${FULL.length + 1}) q(place))
        cross join (select sid from range(1, ${students + 1}) s(sid))
        order by question_no, sid) to ${sqlText(file)} (format parquet)`),
    )
    files.push({ courseId, file, sha256: await hashFile(file) })
  }
  return files
}

/** 140 schools of classes of 48 in twelve areas; everybody sat every course. */
function sourceOf(analytics: Analytics, students: number): FactSource {
  const schools = Math.max(1, Math.round(students / 714))
  const roster = `select sid, 'N' || sid as student_number, 'L' || sid as student_code, '学生' || sid as student_name,
      '9901' || lpad(area::varchar, 3, '0') as area_code, '县区' || area as area_name, area as area_sort,
      'S' || school as school_code, '第' || school || '中学' as school_name, school as school_sort, '1' as school_group, 1 as is_in_report,
      'S' || school || '-' || class as class_code, class || '班' as exam_class, class as class_sort, '物化生' as course_combination,
      2 as arts_science, 1 as student_type, 1 as is_count
    from (select sid, sid % ${schools} as school, sid % ${schools} % 12 as area, sid // ${schools} // 48 as class
      from range(1, ${students + 1}) s(sid))`
  const scores = `select sid, course_id, 60 + ${dice('course_id')} % 80 as score, 0 as score_status
    from (select sid from range(1, ${students + 1}) s(sid)) cross join range(1, ${COURSES + 1}) c(course_id)`
  const write = (sql: string, columns: object, path: string) =>
    analytics.batch((db) =>
      db.run(`copy (select ${Object.keys(columns).join(', ')} from (${sql})) to ${sqlText(path)} (header)`),
    )
  return {
    fingerprint: async () => 'bench',
    write: async (folder) => {
      await write(roster, ROSTER_COLUMNS, join(folder, 'roster.csv'))
      await write(scores, COURSE_SCORE_COLUMNS, join(folder, 'course_score.csv'))
      const parts = `select 0 as sid, 0 as course_id, 0 as objective_score, 0 as subjective_score where false`
      await write(parts, PAPER_PART_COLUMNS, join(folder, 'paper_part.csv'))
    },
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

if (process.argv[1] === import.meta.filename) {
  const { reports, imports, ...figures } = await benchQuestions()
  console.log(figures)
  console.table(imports)
  console.table(reports)
}
