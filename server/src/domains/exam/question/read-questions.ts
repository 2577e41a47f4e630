import {
  type QuestionCell,
  getQuestionScoreList,
  questionScoreList,
} from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { maskRows } from '../../../platform/access/mask.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { AppError } from '../../../platform/error.ts'
import type { Part, Parts } from '../../../platform/rows/parts.ts'
import { examScoreStudentCourse } from '../tables.ts'
import { type QuestionSource, openQuestions } from './question-source.ts'
import {
  type AskedStudents,
  type SeenStudent,
  conditionOf,
  isAsked,
  seesEveryone,
  seenStudents,
} from './seen-students.ts'

const MARKS = every(examScoreImport, 'whoever has a mark of the course stands in its table of questions')

type Line = Output<typeof questionScoreList>['records'][number]
type WideLine = Output<typeof getQuestionScoreList>['records'][number]
interface Mark {
  key: string | number
  paperCode: string
  questionNo: string
  score10: number | null
  answer: string | null
}

/** One course's marks, a page of them, out of its file. */
export async function listMarks(ctx: Ctx, input: Input<typeof questionScoreList>): Promise<Page<Line>> {
  return onePage(await openMarks(ctx, input), input)
}

async function onePage<R>({ total, read }: Parts<R>, input: Record<keyof Part, number | null>): Promise<Page<R>> {
  const page = { current: input.current ?? 1, size: input.size ?? 10 }
  return pageOf(total === 0 ? [] : await read(page), total, page)
}

const NONE = { total: 0, read: async () => [] }

/** The same to be read part by part, all out of one file. */
export async function openMarks(
  ctx: Ctx,
  input: Omit<Input<typeof questionScoreList>, keyof Part>,
): Promise<Parts<Line>> {
  const source = await openQuestions(ctx, input.examId, input.courseName)
  if (!source) return NONE
  const keys = !isAsked(input) && (await seesEveryone(ctx)) ? undefined : await keysOf(ctx, source, input)
  const { where, params } = markFilter(source, input, keys)
  const order = orderOf(input, source.key)
  const [count] = await ctx.analytics.query<{ n: number }>(
    `select count(*)::int as n from ${source.table} where ${where}`,
    params,
  )
  const read = async ({ current, size }: Part) => {
    const rows = await ctx.analytics.query<Mark>(
      `select ${source.key} as key, paper_code, question_no, score10, answer from ${source.table} where ${where}
        order by ${order} limit ${size} offset ${(current - 1) * size}`,
      params,
    )
    return withStudents(ctx, source, rows)
  }
  return { total: count?.n ?? 0, read }
}

async function keysOf(ctx: Ctx, source: QuestionSource, asked: AskedStudents): Promise<SeenStudent['key'][]> {
  const { rows } = await sql<{
    key: SeenStudent['key'] | null
  }>`select i.key from ${await seenStudents(ctx, source, conditionOf(asked))} i`.execute(ctx.db)
  return rows.flatMap((row) => row.key ?? [])
}

const ORDERED: Record<string, string> = { score: 'score10', questionNo: 'question_no' }

/** By question and student, or by marks first; places settle ties. */
function orderOf({ ascs, descs }: { ascs: string | null; descs: string | null }, key: string): string {
  const [name, direction] = ascs ? [ascs, 'asc'] : [descs ?? '', 'desc']
  const column = ORDERED[name]
  return `${column ? `${column} ${direction} nulls last, ` : ''}question_no, ${key}`
}

function markFilter(
  { key, known }: QuestionSource,
  { questionNo, isFull, isZero }: Pick<Input<typeof questionScoreList>, 'questionNo' | 'isFull' | 'isZero'>,
  keys: SeenStudent['key'][] | undefined,
) {
  const fulls = JSON.stringify([...known].map(([place, { full10 }]) => ({ place, full: full10 })))
  const type = key === 'sid' ? 'INTEGER' : 'VARCHAR'
  const parts = [
    'true',
    keys && `${key} in (select unnest(from_json($keys, '["${type}"]')))`,
    questionNo && 'question_no = $questionNo',
    isZero && 'score10 = 0',
    isFull &&
      `(paper_code || ' ' || question_no, score10) in (select (f.place, f.full) from (
        select unnest(from_json($fulls, '[{"place":"VARCHAR","full":"SMALLINT"}]'), recursive := true)) f)`,
  ].filter(Boolean)
  return {
    where: parts.join(' and '),
    params: {
      ...(keys && { keys: JSON.stringify(keys) }),
      ...(questionNo && { questionNo }),
      ...(isFull && { fulls }),
    },
  }
}

async function withStudents(ctx: Ctx, source: QuestionSource, marks: Mark[]): Promise<Line[]> {
  const students = await studentsByKey(ctx, source, [...new Set(marks.map((mark) => mark.key))])
  const lines = marks.flatMap((mark) => {
    const student = students.get(mark.key)
    if (!student) return []
    const { key: _key, ...person } = student
    const { paperCode, questionNo, answer } = mark
    const question = source.known.get(`${paperCode} ${questionNo}`)
    return {
      id: [source.examId, source.courseId, person.studentNumber, questionNo].join(' '),
      courseName: source.courseName,
      ...person,
      paperCode,
      questionNo,
      questionId: question?.questionId ?? null,
      questionScore: question ? question.full10 / 10 : null,
      score: mark.score10 === null ? null : mark.score10 / 10,
      answer,
    }
  })
  return maskRows(questionScoreList.output ?? {}, lines)
}

async function studentsByKey(
  ctx: Ctx,
  source: QuestionSource,
  keys: SeenStudent['key'][],
): Promise<Map<SeenStudent['key'], SeenStudent>> {
  const among = source.key === 'sid' ? sql`i.key = any(${keys}::int[])` : sql`i.key = any(${keys}::varchar[])`
  const { rows } = await sql<SeenStudent>`select i.* from ${await seenStudents(ctx, source, among)} i`.execute(ctx.db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** One mark by its key; somebody else's answers like a missing one. */
export async function findMark(ctx: Ctx, id: string): Promise<Line> {
  const { examId, courseId, studentNumber, questionNo } = parseMarkId(id)
  const source = await openQuestions(ctx, examId, courseId)
  const found = source
    ? await listMarks(ctx, { ...NOTHING, examId, courseName: source.courseName, studentNumber, questionNo })
    : undefined
  const [line] = found?.records ?? []
  if (!line) throw new AppError('row.notFound')
  return line
}

const NOTHING = {
  studentName: null,
  schoolCode: null,
  classCode: null,
  isFull: null,
  isZero: null,
  current: null,
  size: null,
  ascs: null,
  descs: null,
}

/** `exam course student question`, as the lists answer it. */
export function parseMarkId(id: string) {
  const [examId = '', courseId = '', studentNumber = '', questionNo = ''] = id.split(' ')
  if (!/^\d{1,19}$/.test(examId) || !/^\d{1,4}$/.test(courseId)) throw new AppError('row.notFound')
  return { examId, courseId: Number(courseId), studentNumber, questionNo }
}

/** A row per student who has a mark of the course, by class and number, with what he has of every question. */
export async function listWide(ctx: Ctx, input: Input<typeof getQuestionScoreList>): Promise<Page<WideLine>> {
  return onePage(await openWide(ctx, input), input)
}

/** The same to be read part by part, all out of one file. */
export async function openWide(
  ctx: Ctx,
  input: Omit<Input<typeof getQuestionScoreList>, keyof Part>,
): Promise<Parts<WideLine>> {
  const source = await openQuestions(ctx, input.examId, input.courseName)
  if (!source) return NONE
  const chosen = await seenStudents(ctx, source, sql`${conditionOf(input)} and ${sits(source)}`)
  const total = await sql<{ n: number }>`select count(*)::int as n from ${chosen} i`.execute(ctx.db)
  const read = async ({ current, size }: Part) => {
    const { rows } =
      await sql<SeenStudent>`select i.* from ${chosen} i order by i.school_code, i.class_code, i.student_number
      limit ${size} offset ${(current - 1) * size}`.execute(ctx.db)
    const keys = rows.map((student) => student.key)
    const marks = await marksOf(ctx, source, keys)
    const lines = rows.map(({ key, ...person }) => ({ ...person, ...wideOf(marks.get(key) ?? []) }))
    return maskRows(getQuestionScoreList.output ?? {}, lines)
  }
  return { total: total.rows[0]?.n ?? 0, read }
}

/** Whether the student `i` has a mark of the course. */
function sits({ key, courseId, courseName }: QuestionSource): RawBuilder<unknown> {
  return key === 'sid'
    ? sql`exists (select 1 from ${own(examScoreStudentCourse)} c where c.exam_id = i.exam_id and c.sid = i.key
        and c.course_id = ${courseId} and c.score is not null)`
    : sql`exists (select 1 from ${MARKS} m where m.exam_id = i.exam_id and m.course_name = ${courseName}
        and m.student_number = i.student_number and m.is_deleted = 0 and m.score is not null)`
}

async function marksOf(
  ctx: Ctx,
  source: QuestionSource,
  keys: SeenStudent['key'][],
): Promise<Map<SeenStudent['key'], Mark[]>> {
  const { where, params } = markFilter(source, { questionNo: null, isFull: null, isZero: null }, keys)
  const rows = await ctx.analytics.query<Mark>(
    `select ${source.key} as key, paper_code, question_no, score10, answer from ${source.table} where ${where}`,
    params,
  )
  const found = new Map<SeenStudent['key'], Mark[]>()
  for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row])
  return found
}

function wideOf(marks: Mark[]): Pick<WideLine, 'paperCode' | 'total' | 'cells'> {
  const cells = marks.map(({ questionNo, score10, answer }): [string, QuestionCell] => [
    questionNo,
    { score: score10 === null ? null : score10 / 10, answer },
  ])
  const given = marks.flatMap(({ score10 }) => score10 ?? [])
  return {
    paperCode: marks[0]?.paperCode ?? '',
    total: given.length > 0 ? given.reduce((sum, one) => sum + one, 0) / 10 : null,
    cells: Object.fromEntries(cells),
  }
}
