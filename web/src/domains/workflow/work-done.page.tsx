import { doneTasks } from '@xueheng/contract/domains/workflow/task.ts'
import { TaskPage } from './TaskPage.tsx'

/** 办结任务: what the user has done, the latest first. */
export function Page() {
  return <TaskPage entity={doneTasks} segment="done-list" code="work_done" />
}
