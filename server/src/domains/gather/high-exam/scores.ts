import { highExamArtReview, highExamReview } from '@xueheng/contract/domains/gather/high-exam-review.ts'
import { gatherHighExamScore, listArts } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import {
  type HighExamAction,
  highExamArchiveStates,
  highExamStates,
} from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { runReview } from '../../../platform/review/review.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { requireState } from '../../../platform/states.ts'
import { reviewNotifier } from '../../notices/index.ts'
import { HIGH_EXAMS, assertAsked, assertFilled, chooseAction } from '../collected.ts'
import { placeInTask, taskToFill, withTask } from '../open-task.ts'
import {
  type Chain,
  type HighExamScore,
  archiveState,
  artState,
  changedFields,
  cultureState,
  requireEditing,
  settleClass,
  settleTotal,
} from './rules.ts'

export const highExamAccess: AccessRule = { entity: gatherHighExamScore, limit: withTask }

const isSending = (action: HighExamAction) => action === 'submit' || action === 'submitFinally'
const nameRow = ({ studentName }: HighExamScore) => studentName

/** What is archived is taken back before its audit is. */
async function beforeRevoke(ctx: Ctx, { id }: HighExamScore, action: HighExamAction): Promise<void> {
  if (action === 'revoke') await requireState(ctx, highExamArchiveStates, archiveState(id), 'revoke')
}

/** What is handed in, in either chain, has all that is asked for. */
const assertComplete: Record<Chain, (ctx: Ctx, row: HighExamScore) => Promise<void>> = {
  async culture(ctx, row) {
    await assertFilled(ctx, HIGH_EXAMS, row, row.studentName)
    if (row.totalScore === null) throw fault('totalScore', `${row.studentName}还没有填写总分`)
  },
  async art(ctx, row) {
    await taskToFill(ctx, row.gatherTaskId)
    if (!row.artType) throw fault('artType', `${row.studentName}不是艺术类考生`)
    if (row.artScore === null) throw fault('artScore', `${row.studentName}还没有填写专业分`)
  },
}

export const highExamRun = runReview(
  highExamReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      await beforeRevoke(ctx, row, action)
      if (isSending(action)) await assertComplete.culture(ctx, row)
    },
    nameRow,
  },
  reviewNotifier,
)

export const highExamArtRun = runReview(
  highExamArtReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      await beforeRevoke(ctx, row, action)
      if (isSending(action)) await assertComplete.art(ctx, row)
    },
    nameRow,
  },
  reviewNotifier,
)

/** What was changed under audit is handed in anew, in the chain it belongs to. */
async function handInAgain(ctx: Ctx, chains: Chain[], row: Partial<HighExamScore>, before: HighExamScore) {
  const runs = { culture: highExamRun, art: highExamArtRun }
  for (const chain of chains) {
    await assertComplete[chain](ctx, { ...before, ...row })
    await runs[chain].move(ctx, before, 'change')
  }
}

export const highExamHooks = hook(gatherHighExamScore, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', schoolCode = '' } = { ...before, ...row }
    const { areaCode } = await placeInTask(ctx, gatherTaskId, schoolCode)
    const task = await taskToFill(ctx, gatherTaskId)
    assertAsked(HIGH_EXAMS, task)
    await settleClass(ctx, row, before)
    settleTotal(row, before)
    if (before) await handInAgain(ctx, await requireEditing(ctx, before, changedFields(row, before)), row, before)
    else Object.assign(row, { auditStatus: 0, artAuditStatus: 0, archiveStatus: 0 })
    Object.assign(row, { areaCode, examYear: task.studyYear + 1 })
  },
  async beforeRemove(ctx, rows) {
    for (const { id, gatherTaskId } of rows) {
      await taskToFill(ctx, gatherTaskId)
      await requireState(ctx, highExamStates, cultureState(id), 'remove')
      await requireState(ctx, highExamStates, artState(id), 'remove')
    }
  },
  async afterRestore(ctx, rows) {
    for (const { gatherTaskId } of rows) await taskToFill(ctx, gatherTaskId)
  },
})

export const highExamHandlers = [
  ...highExamRun.handlers,
  ...highExamArtRun.handlers,
  implement(listArts, (ctx, { query }) =>
    listOf(
      ctx,
      listArts,
      query,
      sql`(select g.* from ${visible(ctx, gatherHighExamScore)} g where g.art_type is not null)`,
    ),
  ),
]
