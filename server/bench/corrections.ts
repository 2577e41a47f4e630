import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { correctionStates } from '@xueheng/contract/domains/exam/score-correction.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { correctionHandlers } from '../src/domains/exam/correction/corrections.ts'
import { archiveQuestionsJob } from '../src/domains/exam/question/archive-questions.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { inTransaction } from '../src/platform/db/pool.ts'
import { EXAM, administrator, measure } from './import.ts'
import { COURSE, fillExam, markOf, numberOf, stage, writeFormat } from './question-import.ts'

/** Marks of one question that are approved in one request. */
const MANY = 50
/** Five minutes of waiting for the archive. */
const MOST_TRIES = 1500

export interface CorrectionFigures {
  students: number
  /** Seconds of the request that asks for one correction of a question, of the one that approves it, and of one that approves many. */
  asked: number
  approved: number
  approvedMany: number
  peakMb: number
}

/** Corrections of archived question scores of one course of a city. */
export async function benchCorrections(
  students = Number(process.env['BENCH_STUDENTS'] ?? 100_000),
): Promise<CorrectionFigures> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-corrections-'))
  const app = await createApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', CAPTCHA: 'off' }))
  try {
    await app.runner.work()
    const ctx = await administrator(app)
    await fillExam(ctx, students)
    const path = join(folder, `${COURSE}.csv`)
    await writeFormat(path, students)
    await stage(ctx, path, students)
    await archive(ctx)
    const [first, ...others] = Array.from({ length: MANY + 1 }, (_none, at) => at * 7 + 1)
    let ids: string[] = []
    const asked = await measure(async () => {
      ids = await ask(ctx, [first ?? 1])
    })
    const approved = await measure(() => approve(ctx, ids))
    const more = await ask(ctx, others)
    const approvedMany = await measure(() => approve(ctx, more))
    await assertApplied(ctx, MANY + 1)
    return {
      students,
      asked: asked.seconds,
      approved: approved.seconds,
      approvedMany: approvedMany.seconds,
      peakMb: Math.max(approved.peakMb, approvedMany.peakMb),
    }
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The list and the marks become facts as they are; the question scores by the job that archives them. */
async function archive(ctx: Ctx): Promise<void> {
  const tenant = ctx.user.tenantId
  await sql`insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_name, area_code, area_name,
      school_code, school_name, class_code, exam_class)
    select ${tenant}, exam_id, id, student_number, student_name, '990101', '县区', school_code, school_name, class_code, exam_class
    from exam_student_import where exam_id = ${EXAM}`.execute(ctx.db)
  await sql`insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score_status, score)
    select ${tenant}, s.exam_id, s.sid, k.course_id, m.score_status, m.score
    from exam_score_student_course_import m
    join exam_score_student s on s.exam_id = m.exam_id and s.student_number = m.student_number
    join exam_course k on k.exam_id = m.exam_id and k.course_name = m.course_name
    where m.exam_id = ${EXAM}`.execute(ctx.db)
  await sql`update exam_info set exam_status = ${examStates.states.archived.value} where id = ${EXAM}`.execute(ctx.db)
  await sql`analyze exam_score_student, exam_score_student_course`.execute(ctx.db)
  await inTransaction(ctx.db, (db) => ctx.jobs.start({ ...ctx, db }, archiveQuestionsJob, { examId: EXAM }, '归档'))
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const files =
      await sql`select 1 from exam_question_file where exam_id = ${EXAM} and file_state = 'archived'`.execute(ctx.db)
    if (files.rows.length > 0) return
    await new Promise((wait) => setTimeout(wait, 200))
  }
  throw new Error('the question scores are not archived')
}

function call(ctx: Ctx, name: string, input: Record<string, unknown>): Promise<unknown> {
  const found = correctionHandlers.find((one) => one.call.name === name)
  if (!found) throw new Error(`no call ${name}`)
  return inTransaction(ctx.db, (db) => found.handler({ ...ctx, db }, input, undefined as never))
}

async function ask(ctx: Ctx, students: number[]): Promise<string[]> {
  const lines = students.map((student) => ({
    studentNumber: numberOf(student),
    courseName: COURSE,
    questionNo: '20',
    newScore: String((markOf(student, 20) + 1) % 10),
  }))
  const made = (await call(ctx, 'examScoreCorrection.submitBatch', { examId: EXAM, reason: '登分有误', lines })) as {
    id: string
    message: string
  }[]
  const refused = made.find(({ message }) => message !== '')
  if (refused) throw new Error(refused.message)
  return made.map(({ id }) => id)
}

/** By somebody else than who asked. */
async function approve(ctx: Ctx, ids: string[]): Promise<void> {
  const other = { ...ctx, user: { ...ctx.user, id: '2' } }
  await call(other, 'examScoreCorrection.audit', { ids: ids.join(), pass: 1, approveOpinion: '属实' })
}

async function assertApplied(ctx: Ctx, count: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from exam_score_correction
    where exam_id = ${EXAM} and correction_status = ${correctionStates.states.applied.value} and is_sum_off = 1`.execute(
    ctx.db,
  )
  if (rows[0]?.n !== count) throw new Error(`${rows[0]?.n} corrections of ${count}`)
}

if (process.argv[1] === import.meta.filename) console.log(await benchCorrections())
