import { publishExam as publishCall, withdrawExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { conflict } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { examState, findExam, moveExam } from './exam-row.ts'

/** A stale package is not published: readers would see numbers that no longer hold. */
export async function publishExam(ctx: Ctx, examId: string): Promise<void> {
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'publish')
  if (exam.packageDataVersion !== exam.dataVersion) throw conflict('数据已更新，请重新生成报表后再发布')
  await moveExam(ctx, examId, 'publish')
  await logOperation(ctx, publishCall.name, publishCall.title, {
    entity: 'examInfo',
    rowId: examId,
    after: { version: exam.packageVersion },
  })
}

async function withdraw(ctx: Ctx, examId: string): Promise<void> {
  await findExam(ctx, examId)
  await moveExam(ctx, examId, 'withdraw')
  await logOperation(ctx, withdrawExam.name, withdrawExam.title, { entity: 'examInfo', rowId: examId })
}

export const publishHandlers = [
  implement(publishCall, (ctx, { examId }) => publishExam(ctx, examId)),
  implement(withdrawExam, (ctx, { examId }) => withdraw(ctx, examId)),
]
