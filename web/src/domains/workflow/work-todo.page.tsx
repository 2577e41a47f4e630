import { todoTasks } from '@xueheng/contract/domains/workflow/task.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { TaskPage } from './TaskPage.tsx'
import { handlePath, hasPages, placeOfRow } from './paths.ts'

const PAGED = { isPaged: 1 }

/** 待办任务: what the user has to do. */
export function Page() {
  return (
    <TaskPage
      entity={todoTasks}
      segment="todo-list"
      code="work_todo"
      where={PAGED}
      actions={[
        {
          code: 'work_todo_handle',
          label: '办理',
          run: (row) => openTab(handlePath(placeOfRow(row))),
          isFor: hasPages,
        },
      ]}
    />
  )
}
