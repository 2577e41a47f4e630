import { COMPUTED_TASKS } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examDataProgress, examDataProgressTask } from '@xueheng/contract/domains/exam/data-progress.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import { type RowHooks, hook } from '../../platform/module.ts'
import type { StoredRow } from '../../platform/rows/rows.ts'
import { findExam } from './exam-row.ts'
import { tasksNotChosen } from './process-items.ts'
import { plannedTask, progressOf } from './progress.ts'
import { nextRunNo } from './progress-run.ts'

/** How far an exam is holds for all its units. */
const around: RowHooks<StoredRow>['around'] = async (ctx, _input, work, action) => {
  if (changesRows(action)) assertWholeTenant(ctx, '数据进度')
  return work(ctx)
}

/** A run noted from outside: what ran and when is told by runs alone. */
const runHooks = hook(examDataProgress, {
  around,
  async beforeSave(ctx, row, before) {
    if (before) return
    const examId = String(row.examId)
    const exam = await findExam(ctx, examId)
    const off = await tasksNotChosen(ctx, examId)
    Object.assign(row, {
      runNo: await nextRunNo(ctx, examId),
      dataVersion: exam.dataVersion ?? 0,
      taskTotal: COMPUTED_TASKS.length - off.length,
      taskFinished: 0,
      percent: 0,
      operator: ctx.user.name,
    })
  },
})

/** A task noted from outside: the plan says what it is, the exam how far it is. */
const taskHooks = hook(examDataProgressTask, {
  around,
  async beforeSave(ctx, row, before) {
    if (before) return
    const { taskCode, taskName, taskTypes } = plannedTask(String(row.taskCode))
    const known = (await progressOf(ctx, String(row.examId))).find((task) => task.taskCode === taskCode)
    Object.assign(row, {
      taskName,
      taskTypes,
      taskState: known?.taskState,
      isFinished: known?.isFinished,
      doneNum: known?.doneNum,
      totalNum: known?.totalNum,
      sort: known?.sort,
    })
  },
})

export const progressHooks = [runHooks, taskHooks]
