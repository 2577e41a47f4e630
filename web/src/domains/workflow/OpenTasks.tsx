import { claimList, todoList } from '@xueheng/contract/domains/workflow/task.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callApi } from '../../platform/api/client.ts'
import { formatMoment } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { handlePath } from './paths.ts'
import './workflow.css'

const MOST = 5

/** On the start page: what waits for the user, and what the user may take. Nothing is said when nothing waits. */
export function OpenTasks() {
  const t = useT()
  const can = useCan()
  const page = { current: 1, size: MOST, isPaged: 1 }
  const todo = useQuery({
    queryKey: ['crud', 'todoTask', 'home'],
    queryFn: () => callApi(todoList, page),
    enabled: can('work_todo_view'),
  })
  const open = useQuery({
    queryKey: ['crud', 'claimTask', 'home'],
    queryFn: () => callApi(claimList, page),
    enabled: can('work_claim_view'),
  })
  const tasks = [
    ...(todo.data?.records ?? []).map((task) => ({ task, path: task.formRoute ? placeOf(task) : '/work/todo' })),
    ...(open.data?.records ?? []).map((task) => ({ task, path: '/work/claim' })),
  ]
  if (tasks.length === 0) return null
  const count = (todo.data?.total ?? 0) + (open.data?.total ?? 0)
  return (
    <section className="flow-open" aria-label={t('待办任务')}>
      <h2>
        {t('待办任务')} · {count}
      </h2>
      <ul>
        {tasks.map(({ task, path }) => (
          <li key={task.taskId}>
            <Link to={path}>
              {t(task.processDefinitionName ?? '')} · {t(task.taskName ?? '')}
            </Link>
            <span>{task.startUser}</span>
            {task.status === 'claim' && <span>{t('待签收')}</span>}
            <small>{formatMoment(task.createTime ?? '')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Placed {
  formRoute: string | null
  taskId: string | null
  processInstanceId: string | null
  businessId: string | null
}

function placeOf({ formRoute, taskId, processInstanceId, businessId }: Placed): string {
  return handlePath({
    formRoute: formRoute ?? '',
    taskId: taskId ?? '',
    processInstanceId: processInstanceId ?? '',
    businessId: businessId ?? '',
  })
}
