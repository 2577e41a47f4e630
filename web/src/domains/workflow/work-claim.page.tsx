import { claimTask, claimTasks } from '@xueheng/contract/domains/workflow/task.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { TaskPage } from './TaskPage.tsx'

const PAGED = { isPaged: 1 }

/** 待签任务: open to several people until one of them takes it. */
export function Page() {
  const t = useT()
  const client = useQueryClient()

  async function claim(row: CrudRow): Promise<void> {
    if (!(await confirmBox(t('确定签收此任务?')))) return
    try {
      await callApi(claimTask, { taskId: String(row.taskId) })
      message.success(t('已签收，请到待办任务办理'))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: ['crud'] })
  }

  return (
    <TaskPage
      entity={claimTasks}
      segment="claim-list"
      code="work_claim"
      fixedFilters={PAGED}
      actions={[{ code: 'work_claim_sign', label: '签收', run: claim }]}
    />
  )
}
