import type { CorrectionLine } from '@xueheng/contract/domains/exam/score-correction-calls.ts'
import { MOST_LINES, archivedScores, submitCorrections } from '@xueheng/contract/domains/exam/score-correction-calls.ts'
import { correctionReview } from '@xueheng/contract/domains/exam/score-correction-review.ts'
import { correctionStates, examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { markText, questionMarkText } from '@xueheng/contract/domains/exam/mark-text.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { attempt } from '../../../platform/db/attempt.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { fault, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { runReview } from '../../../platform/review/review.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { submit } from '../../../platform/rows/write.ts'
import { requireState, stateRow } from '../../../platform/states.ts'
import { reviewNotifier } from '../../notices/index.ts'
import { examState, findExam } from '../exam-row.ts'
import { readMark } from '../import/score-text.ts'
import { openQuestions } from '../question/question-source.ts'
import { type ArchivedMark, findArchivedMarks, listArchivedMarks } from './archived-mark.ts'
import { changeMark } from './change-mark.ts'
import { type ChangedQuestion, openQuestionChange, writeChanged } from './change-questions.ts'
import { type OfCourse, groupByCourse } from './of-course.ts'
import { readQuestionMark, readQuestionMarks } from './question-mark.ts'
import { noteSums } from './question-sums.ts'

type Correction = EntityRow<typeof examScoreCorrection.fields>

const OPEN = every(examScoreCorrection, 'a mark waits for one correction at a time, whoever asks for it')
const { draft, waiting } = correctionStates.states

const stateOf = (id: string) => stateRow(examScoreCorrection, id, 'correctionStatus')

const correctionRun = runReview(
  correctionReview,
  {
    nameRow: (row) => `${row.studentName} ${nameMark(row)} ${row.oldScore}→${row.newScore}`,
    async beforeDecide(ctx, row, action) {
      if (action === 'submit') await refuseSecond(ctx, row, row.id)
    },
    async afterDecide(ctx, row, action) {
      if (action === 'approve') await apply(ctx, row)
    },
    async afterAll(ctx, decided) {
      const approved = decided.flatMap(({ row, action }) => (action === 'approve' ? row : []))
      await applyQuestions(ctx, approved.filter(isOfQuestion))
      await noteSums(ctx, approved)
    },
  },
  reviewNotifier,
)

/** The mark becomes what was asked for; the row keeps which version of the data that made. */
async function apply(ctx: Ctx, row: Correction): Promise<void> {
  const { id, examId, studentNumber, courseName, oldScore, newScore } = row
  if (isOfQuestion(row)) return keepVersion(ctx, id, await openQuestion(ctx, row))
  const after = readNewMark(newScore, await fullMark(ctx, { examId, studentNumber, courseName }))
  const version = await changeMark(ctx, { examId, studentNumber, courseName, before: oldScore ?? '', after })
  await keepVersion(ctx, id, version)
}

async function keepVersion(ctx: Ctx, id: string, version: number): Promise<void> {
  await sql`update ${into(examScoreCorrection)} set data_version = ${version} where id = ${id}`.execute(ctx.db)
}

type Place = Pick<Correction, 'examId' | 'studentNumber' | 'courseName'>
type OfQuestion = Correction & { questionNo: string }

function isOfQuestion(row: Correction): row is OfQuestion {
  return Boolean(row.questionNo)
}

/** What is corrected, as people call it. */
function nameMark({ courseName, questionNo }: { courseName: string; questionNo?: string | null }): string {
  return questionNo ? `${courseName}第${questionNo}题` : courseName
}

/** The exam is held for a change of the question; the marks are written once for all that are approved together. */
async function openQuestion(ctx: Ctx, { examId, courseName, questionNo, studentNumber, oldScore }: OfQuestion) {
  const place = { examId, courseName, studentNumber }
  return openQuestionChange(ctx, { ...place, questionNo, before: oldScore ?? '' }, await requireMark(ctx, place))
}

async function applyQuestions(ctx: Ctx, rows: OfQuestion[]): Promise<void> {
  for (const examId of new Set(rows.map((row) => row.examId))) {
    const changes: ChangedQuestion[] = []
    for (const course of groupByCourse(rows.filter((one) => one.examId === examId)))
      changes.push(...(await changesOf(ctx, course)))
    await writeChanged(ctx, examId, changes)
  }
}

/** Every row was held against the archive when the exam was opened for it. */
async function changesOf(ctx: Ctx, { place, numbers, rows }: OfCourse<OfQuestion>): Promise<ChangedQuestion[]> {
  const marks = await findArchivedMarks(ctx, place, numbers)
  const find = await readQuestionMarks(ctx, place, marks)
  return rows.flatMap(({ studentNumber, questionNo: asked, newScore }) => {
    const mark = marks.find(({ person }) => person.studentNumber === studentNumber)
    if (!mark) return []
    const { question } = find(mark, asked)
    const { questionNo } = question
    const score10 = readQuestionMark(newScore, question)
    return { courseId: mark.courseId, sid: mark.sid, studentNumber, questionNo, score10 }
  })
}

async function fullMark(ctx: Ctx, place: Place): Promise<number> {
  return (await requireMark(ctx, place)).examScore
}

/** A student out of the caller's sight answers like one who is not there. */
async function requireMark(ctx: Ctx, { examId, studentNumber, courseName }: Place): Promise<ArchivedMark> {
  const marks = await listArchivedMarks(ctx, examId, studentNumber)
  if (marks.length === 0) throw fault('studentNumber', `考号 ${studentNumber} 不在归档的考生名单`)
  const found = marks.find((mark) => mark.courseName === courseName)
  if (!found) throw fault('courseName', `考号 ${studentNumber} 没有「${courseName}」的归档成绩`)
  return found
}

function readNewMark(text: string, full: number): { status: number; score: number | null } {
  const { status, score } = readMark(text)
  if (status === undefined || text.trim() === '') throw fault('newScore', '请填写分数，或缺考、作弊、违纪、缓考、免考')
  if (score === null) return { status, score }
  if (score < 0 || score > full) throw fault('newScore', `分数应在 0 到 ${full} 之间`)
  if (score * 2 !== Math.floor(score * 2)) throw fault('newScore', '分数应为 0.5 的倍数')
  return { status, score }
}

/** The old mark is that of the archive, whatever a body says. */
export const correctionHooks = hook(examScoreCorrection, {
  async beforeSave(ctx, row, before) {
    if (before) await requireState(ctx, correctionStates, stateOf(before.id), 'edit')
    const { examId = '', courseName = '', studentNumber = '', questionNo, newScore = '' } = { ...before, ...row }
    await findExam(ctx, examId)
    await requireState(ctx, examStates, examState(examId), 'correct')
    const mark = await requireMark(ctx, { examId, studentNumber, courseName })
    const asked = questionNo
      ? await askQuestion(ctx, examId, mark, { questionNo, newScore })
      : { questionNo: null, oldScore: mark.text, newScore: markText(readNewMark(newScore, mark.examScore)) }
    if (asked.newScore === asked.oldScore) throw fault('newScore', '更正后的成绩与归档的成绩相同')
    await refuseSecond(ctx, { examId, courseName, studentNumber, questionNo: asked.questionNo }, before?.id)
    const { studentCode: _personal, ...person } = mark.person
    Object.assign(row, person, asked)
    if (!before) Object.assign(row, { correctionStatus: draft.value, applicantName: ctx.user.name })
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, correctionStates, stateOf(id), 'remove')
  },
  around: (ctx, input, work, action) => (action === 'submit' ? correctionRun.submit(ctx, input, work) : work(ctx)),
})

/** A question may be corrected by whoever sees its archived score: schools with the published exam. */
async function askQuestion(
  ctx: Ctx,
  examId: string,
  mark: ArchivedMark,
  { questionNo, newScore }: { questionNo: string; newScore: string },
) {
  const { courseName } = mark
  if (!(await openQuestions(ctx, examId, courseName))?.isArchived)
    throw fault('questionNo', `${courseName}没有已归档的小题分`)
  const { question, text } = (await readQuestionMarks(ctx, { examId, courseName }, [mark]))(mark, questionNo)
  const wanted = questionMarkText(readQuestionMark(newScore, question))
  return { questionNo: question.questionNo, oldScore: text, newScore: wanted }
}

type Wanted = Place & { questionNo?: string | null }

async function refuseSecond(ctx: Ctx, wanted: Wanted, id = '0'): Promise<void> {
  const { examId, courseName, studentNumber, questionNo } = wanted
  await lockKey(ctx.db, `exam-correction:${examId}:${studentNumber}`)
  const other = await sql`select 1 from ${OPEN} c where c.exam_id = ${examId} and c.course_name = ${courseName}
    and c.student_number = ${studentNumber} and coalesce(c.question_no, '') = ${questionNo ?? ''} and c.is_deleted = 0 and c.id <> ${id}
    and c.correction_status = any(${[draft.value, waiting.value]}::int[]) limit 1`.execute(ctx.db)
  if (other.rows.length > 0) throw refuse(`考号 ${studentNumber} 的${nameMark(wanted)}已有尚未办结的更正申请`)
}

interface Lines {
  examId: string
  reason: string
  lines: (Partial<CorrectionLine> | null)[]
}

/** Each line for itself: one that is refused keeps none of the others back. */
async function submitLines(ctx: Ctx, { examId, reason, lines }: Lines) {
  await findExam(ctx, examId)
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > MOST_LINES)
    throw refuse(`一次可更正 1 到 ${MOST_LINES} 条成绩`)
  const results = []
  for (const [at, line] of lines.entries()) {
    const { studentNumber, courseName, questionNo, newScore } = line ?? {}
    const asked = { examId, reason, studentNumber, courseName, questionNo, newScore }
    const made = await attempt(ctx, (inside) => submitLine(inside, asked))
    const isDone = made.refusal === undefined
    results.push({ lineNo: at + 1, id: made.value ?? '', isDone: isDone ? 1 : 0, message: made.refusal ?? '' })
  }
  return results
}

/** One application for another mark, sent at once; answers its id. The old mark is that of the archive. */
export async function applyForCorrection(ctx: Ctx, asked: CorrectionLine & Omit<Lines, 'lines'>): Promise<string> {
  const { examId, reason, studentNumber, courseName, newScore } = asked
  await findExam(ctx, examId)
  return submitLine(ctx, { examId, reason, studentNumber, courseName, newScore })
}

/** An application is approved in the name of the user, as from the page of approvals. */
export async function approveCorrection(ctx: Ctx, id: string, opinion: string): Promise<void> {
  await correctionRun.act(ctx, await findOrRefuse(examScoreCorrection, ctx, id), 'approve', opinion)
}

/** A new application always: whatever else a line holds, an id of an old one among it, is nobody's to send here. */
async function submitLine(ctx: Ctx, asked: Record<string, unknown>): Promise<string> {
  const row = await submit(examScoreCorrection, ctx, asked, correctionHooks.hooks)
  await correctionRun.act(ctx, row, 'submit')
  return row.id
}

export const correctionHandlers = [
  ...correctionRun.handlers,
  implement(submitCorrections, submitLines),
  implement(archivedScores, async (ctx, { examId, studentNumber }) => {
    await findExam(ctx, examId)
    const marks = await listArchivedMarks(ctx, examId, studentNumber)
    return marks.map(({ courseName, examScore, text, person: { studentName, schoolName, examClass } }) => ({
      studentName,
      schoolName,
      examClass,
      courseName,
      examScore,
      oldScore: text,
    }))
  }),
]
