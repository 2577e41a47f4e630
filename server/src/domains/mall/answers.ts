import { aiFeedback, aiFeedbackPage, questionAnswer } from '@xueheng/contract/domains/mall/question-answer.ts'
import { questionManage } from '@xueheng/contract/domains/mall/question-manage.ts'
import { studentInfo } from '@xueheng/contract/domains/mall/student-info.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { assertMayWrite } from '../../platform/http/changes.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import type { Reach } from '../../platform/net/address.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { listOf } from '../../platform/rows/list.ts'
import { changeRow, lockRow } from './change-row.ts'
import { MADE_BY_MACHINE, askFeedback } from './feedback.ts'
import { VERDICT, gradeAnswer } from './grade-answer.ts'
import { findOutside } from './outside.ts'

type Answer = EntityRow<typeof questionAnswer.fields>
type Question = EntityRow<typeof questionManage.fields>

const ANSWERS = every(questionAnswer, 'how often a question was answered, whoever looks')

export const answerHooks: EntityHooks = hook(questionAnswer, {
  async beforeSave(ctx, row, before) {
    if (!before) Object.assign(row, await answered(ctx, row))
  },
  async afterSave(ctx, { questionId }, before) {
    if (!before) await countAnswers(ctx, [questionId])
  },
  async beforeRemove(ctx, rows) {
    await countAnswers(
      ctx,
      questionsOf(rows),
      rows.map(({ id }) => id),
    )
  },
  afterRestore: (ctx, rows) => countAnswers(ctx, questionsOf(rows)),
})

function questionsOf(rows: Answer[]): string[] {
  return [...new Set(rows.map(({ questionId }) => questionId))].toSorted()
}

/** An answer as the server judges it; what the body says of marks does not count. The question is held: answers are counted. */
async function answered(ctx: Ctx, { questionId, studentId, answerText }: Partial<Answer>): Promise<Partial<Answer>> {
  const question = await lockRow(ctx, questionManage, questionId ?? '')
  if (question.isEnabled === 0) throw fault('questionId', '题目已停用')
  const { schoolCode, areaCode } = await findOrRefuse(studentInfo, ctx, studentId ?? '')
  const isRight = gradeAnswer(question, answerText ?? '')
  const earlier = await sql<{ n: number }>`select count(*)::int as n from ${ANSWERS} a
    where question_id = ${question.id} and student_id = ${studentId} and is_deleted = 0`.execute(ctx.db)
  return {
    schoolCode,
    areaCode,
    isRight,
    score: isRight === VERDICT.open ? null : isRight === VERDICT.right ? question.score : '0.0',
    attemptNo: (earlier.rows[0]?.n ?? 0) + 1,
    answerTime: wallTime(ctx.now),
    isByMachine: 0,
  }
}

/** Counts how often questions were answered, and rightly, from the answers; `without` are about to go. */
async function countAnswers(ctx: Ctx, questionIds: string[], without: string[] = []): Promise<void> {
  for (const id of questionIds) {
    await lockRow(ctx, questionManage, id)
    await sql`update ${into(questionManage)} q set used_count = n.used, correct_count = n.correct
      from (select count(*) as used, count(*) filter (where is_right = ${VERDICT.right}) as correct from ${ANSWERS} a
        where question_id = ${id} and is_deleted = 0 and id <> all(${without}::bigint[])) n where q.id = ${id}`.execute(
      ctx.db,
    )
  }
}

export interface FeedbackDeps {
  config: Pick<Config, 'masterKey'> & Reach
}

export function answerHandlers(deps: FeedbackDeps): Implementation[] {
  return [
    implement(aiFeedback, async (ctx, { answerId, questionId, answerText }) => {
      assertMayWrite(ctx.user)
      if (answerId) return feedbackOn(deps, ctx, answerId)
      if (!questionId || !answerText) throw fault('answerText', '请选择作答，或给出题目和作答内容')
      const question = await findOrRefuse(questionManage, ctx, questionId)
      return told(await ask(deps, ctx, question, answerText, []))
    }),
    implement(aiFeedbackPage, (ctx, { query }) =>
      listOf(
        ctx,
        aiFeedbackPage,
        query,
        sql`(select * from ${visible(ctx, questionAnswer)} a where coalesce(feedback, '') <> '')`,
      ),
    ),
  ]
}

interface Feedback {
  feedback: string
  model: string
}

function told({ feedback, model }: Feedback) {
  return { feedback, model, isByMachine: 1 }
}

/** What is kept is told again: the same answer is asked about once. */
async function feedbackOn(deps: FeedbackDeps, ctx: Ctx, answerId: string) {
  const answer = await findOrRefuse(questionAnswer, ctx, answerId)
  if (answer.feedback) return told({ feedback: answer.feedback, model: answer.feedbackModel ?? '' })
  const question = await findOrRefuse(questionManage, ctx, answer.questionId)
  const student = await findOrRefuse(studentInfo, ctx, answer.studentId)
  const made = await ask(deps, ctx, question, answer.answerText, [student.studentName])
  const kept = {
    feedback: made.feedback,
    feedbackModel: made.model,
    isByMachine: 1,
    feedbackTime: wallTime(new Date()),
  }
  await changeRow(ctx, questionAnswer, answer, kept, { name: 'feedback', title: aiFeedback.title })
  return told(made)
}

async function ask(
  { config }: FeedbackDeps,
  ctx: Ctx,
  question: Question,
  answerText: string,
  names: string[],
): Promise<Feedback> {
  const service = await findOutside(ctx.db, config.masterKey, 'feedback')
  if (!service) throw refuse('智能反馈没有启用，请联系管理员在外部服务中设置')
  const text = await askFeedback(config, service, { question, answerText, names })
  return { feedback: `${MADE_BY_MACHINE}${text}`, model: service.model ?? '' }
}
