import { sentTasks } from '@xueheng/contract/domains/workflow/task.ts'
import { useState } from 'react'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { StopDialog } from './StopDialog.tsx'
import { TaskPage } from './TaskPage.tsx'

/** 已发任务: what the user has started, each with its last step. */
export function Page() {
  const [stopped, stop] = useState<CrudRow>()
  return (
    <TaskPage
      entity={sentTasks}
      segment="send-list"
      code="work_send"
      actions={[
        { code: 'work_send_detail', label: '撤回', run: stop, isFor: (row) => row.processIsFinished === 'unfinished' },
      ]}
    >
      {stopped && (
        <StopDialog
          title="撤回申请"
          processInstanceId={String(stopped.processInstanceId)}
          onClose={() => stop(undefined)}
        />
      )}
    </TaskPage>
  )
}
