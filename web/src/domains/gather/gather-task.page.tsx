import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import * as calls from '@xueheng/contract/domains/gather/gather-task.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { openTab } from '../../platform/tabs/tab.ts'

const STEPS = [
  { step: 'open', label: '开放', call: calls.openGatherTask, asked: '开放后学校即可填报，确定开放?' },
  { step: 'close', label: '关闭', call: calls.closeGatherTask, asked: '关闭后学校不能再填，确定关闭?' },
  { step: 'archive', label: '归档', call: calls.archiveGatherTask, asked: '归档后不能再打开，确定归档?' },
] as const

/** 采集任务: what is collected from whom, opened, closed and archived; the way to its numbers. */
export function Page() {
  const [reopened, reopen] = useState<CrudRow>()
  const move = useAction((step: (typeof STEPS)[number], row: CrudRow) => callApi(step.call, { id: row.id }), {
    confirm: ({ asked }) => asked,
    changes: [calls.gatherTask],
  })
  const actions: RowAction[] = [
    { label: '进度', run: (row) => openTab(`/gather/studentNum?taskId=${row.id}`) },
    ...STEPS.map((step) => ({
      code: 'gathertask_edit',
      label: step.label,
      isFor: (row: CrudRow) => isAllowed(row, step.step),
      run: (row: CrudRow) => move.run(step, row),
    })),
    { code: 'gathertask_edit', label: '重新开放', isFor: (row) => isAllowed(row, 'reopen'), run: reopen },
  ]
  return (
    <CrudPage entity={calls.gatherTask}>
      <ListToolbar />
      <ListRows
        actions={actions}
        isEditable={(row) => isAllowed(row, 'edit')}
        isRemovable={(row) => isAllowed(row, 'remove')}
      />
      {reopened && (
        <CallDialog
          call={calls.reopenGatherTask}
          given={{ id: reopened.id }}
          changes={[calls.gatherTask]}
          onClose={() => reopen(undefined)}
        />
      )}
    </CrudPage>
  )
}

function isAllowed(row: CrudRow, action: keyof typeof gatherTaskStates.actions): boolean {
  return canDo(gatherTaskStates, action, Number(row['taskStatus']))
}
