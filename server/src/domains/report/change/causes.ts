import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { ruleLines } from '../basis.ts'
import { coursesOf } from '../courses.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { queryRows } from '../read-rows.ts'
import { LINE_CHANGE, reportSql } from '../report-sql.ts'
import type { Row } from '../run.ts'

const LOG = every(operationLog, 'who changed an exam between two versions is told to the bureau')

/** What changed between two versions, one line each: corrections, rule and courses, lines, and who did it. */
export async function causesOf(ctx: Ctx, library: Library, before: ExamPackage, now: ExamPackage): Promise<string[]> {
  const parts = await Promise.all([
    corrections(ctx, before, now),
    choices(ctx, library, before, now),
    lines(ctx, before, now),
    steps(ctx, before, now),
  ])
  const causes = parts.flat()
  return causes.length > 0 ? causes : ['两版之间没有更正、口径、分数线与等级的改动']
}

/** Corrections that entered between the two data versions, as far as the reader sees them, by course and question. */
async function corrections(ctx: Ctx, before: ExamPackage, now: ExamPackage): Promise<string[]> {
  const { rows } = await sql<{ courseName: string; questionNo: string; num: number }>`
    select c.course_name, coalesce(c.question_no, '') as question_no, count(*)::int as num from ${visible(ctx, examScoreCorrection)} c
    where c.exam_id = ${now.examId} and c.data_version > ${before.manifest.dataVersion}
      and c.data_version <= ${now.manifest.dataVersion}
    group by 1, 2 order by num desc, 1, 2`.execute(ctx.db)
  return rows.map(({ courseName, questionNo, num }) =>
    questionNo ? `小题更正：${courseName} 第${questionNo}题 ${num} 条` : `成绩更正：${courseName} ${num} 条`,
  )
}

/** Choices of the rule, marks of the lines of courses and levels, each as it was and as it is. */
async function choices(ctx: Ctx, library: Library, before: ExamPackage, now: ExamPackage): Promise<string[]> {
  const [was, is] = await Promise.all(
    [before, now].map(async (source) => {
      const courses = await coursesOf(ctx.analytics, library, source.folder)
      const marks = courses.flatMap(({ courseName }) => ruleLines(source, courses, courseName).marks)
      return { ...ruleLines(source, courses, null), marks }
    }),
  )
  const [old = [], fresh = []] = [was, is].map((some) => Object.values(some ?? {}).flat())
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `原口径：${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `新口径：${line}`),
  ]
}

const SCORE_LINE = 'score_line.parquet'

async function lines(ctx: Ctx, before: ExamPackage, now: ExamPackage): Promise<string[]> {
  const hasLines = [before, now].every(({ manifest }) => manifest.files.some(({ name }) => name === SCORE_LINE))
  if (!hasLines) return []
  const values = { package: now.folder, before: before.folder }
  const rows = await queryRows<Row & LineRow>(ctx, reportSql({ sql: LINE_CHANGE }).rows, values)
  return rows.map((row) => `分数线：${row.periodName} ${row.courseName} ${row.before ?? '无'} → ${row.now ?? '无'}`)
}

interface LineRow {
  periodName: string
  courseName: string
  before: number | null
  now: number | null
}

/** Steps of the operation log that move figures, newest first; for those who see the whole exam. */
const CALLS = [
  'examInfo.saveRule',
  'examInfo.submitCourse',
  'examInfo.saveSchoolParam',
  'examInfo.saveScoreLevelParams',
  'examInfo.saveLineNumParams',
]
const MOST_STEPS = 20

async function steps(ctx: Ctx, before: ExamPackage, now: ExamPackage): Promise<string[]> {
  if (ctx.scope.level !== 'all') return []
  const { rows } = await sql<{ account: string; title: string; time: string }>`
    select l.account, l.title, to_char(l.create_time, 'YYYY-MM-DD HH24:MI') as time from ${LOG} l
    where l.row_id = ${now.examId} and (l.call = any(${CALLS}) or l.call like 'examImport.%archive%')
      and l.create_time > ${before.manifest.builtTime}::timestamptz
      and l.create_time <= ${now.manifest.builtTime}::timestamptz
    order by l.create_time desc limit ${MOST_STEPS}`.execute(ctx.db)
  return rows.map(({ account, title, time }) => `${time} ${account}：${title}`)
}
