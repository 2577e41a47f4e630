import * as calls from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { currentStudyYear } from '@xueheng/contract/domains/school/study-year.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { RowAction } from '../../platform/crud/RowActions.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { wallTime } from '../../platform/i18n/clock.ts'
import { openTab } from '../../platform/tabs/tab.ts'

const STEPS = [
  { step: 'open', label: '开始', call: calls.openTask, asked: '开始后学校即可上报，确定开始?' },
  { step: 'close', label: '截止', call: calls.closeTask, asked: '截止后学校不能再改，确定截止?' },
  { step: 'archive', label: '归档', call: calls.archiveTask, asked: '归档后不能再打开，确定归档?' },
] as const

/** 考务任务: what is collected from whom, opened, closed and archived; the way to its progress. */
export function Page() {
  const [usual] = useState(thisYear)
  const [reopened, reopen] = useState<CrudRow>()
  const move = useAction((step: (typeof STEPS)[number], row: CrudRow) => callApi(step.call, { id: row.id }), {
    confirm: ({ asked }) => asked,
    changes: [calls.examTask],
  })
  const actions: RowAction[] = [
    {
      label: '进度',
      run: (row) => openTab(`/bigdata/task/examTaskProgress?taskId=${row.id}`),
    },
    ...STEPS.map((step) => ({
      code: 'examtask_edit',
      label: step.label,
      isFor: (row: CrudRow) => isAllowed(row, step.step),
      run: (row: CrudRow) => move.run(step, row),
    })),
    { code: 'examtask_edit', label: '重新开放', isFor: (row) => isAllowed(row, 'reopen'), run: reopen },
  ]
  return (
    <CrudPage entity={calls.examTask} defaults={usual}>
      <ListToolbar />
      <ListRows
        actions={actions}
        isEditable={(row) => isAllowed(row, 'edit')}
        isRemovable={(row) => isAllowed(row, 'remove')}
      />
      {reopened && (
        <CallDialog
          call={calls.reopenTask}
          given={{ id: reopened.id }}
          changes={[calls.examTask]}
          onClose={() => reopen(undefined)}
        />
      )}
    </CrudPage>
  )
}

/** A new task is most likely of this year. */
function thisYear() {
  const today = wallTime(new Date())
  return { examYear: today.year, studyYear: currentStudyYear(today) }
}

function isAllowed(row: CrudRow, action: keyof typeof taskStates.actions): boolean {
  return canDo(taskStates, action, Number(row['taskStatus']))
}
