import { claimTask, claimTasks } from '@xueheng/contract/domains/workflow/task.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { TaskPage } from './TaskPage.tsx'

const PAGED = { isPaged: 1 }

/** 待签任务: open to several people until one of them takes it. */
export function Page() {
  const claiming = useAction((row: CrudRow) => callApi(claimTask, { taskId: String(row.taskId) }), {
    confirm: '确定签收此任务?',
    done: '已签收，请到待办任务办理',
    changes: [['crud']],
  })
  return (
    <TaskPage
      entity={claimTasks}
      segment="claim-list"
      code="work_claim"
      where={PAGED}
      actions={[{ code: 'work_claim_sign', label: '签收', run: claiming.run }]}
    />
  )
}
