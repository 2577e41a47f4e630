import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { CrudPage, ListRows, ListToolbar } from '../../../platform/crud/CrudPage.tsx'
import { type PageProps, openTab } from '../../../platform/tabs/tab.ts'
import { ArrangeDesk } from './ArrangeDesk.tsx'
import { PLANS_PATH } from './use-arrange.ts'

/** 编排任务: the list, and behind `/<id>` the desk of one plan. */
export function Page({ rest: [taskId] }: PageProps) {
  if (taskId) return <ArrangeDesk taskId={taskId} />
  return (
    <CrudPage entity={examArrangeTask}>
      <ListToolbar />
      <ListRows
        actions={[{ label: '编排', run: (row) => openTab(`${PLANS_PATH}/${row.id}`) }]}
        isRemovable={(row) => row['arrangeStatus'] === 0}
      />
    </CrudPage>
  )
}
