import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'
import { loadChoices } from '../../../platform/crud/lookups.ts'

const MOST_TASKS = 200
/** Milliseconds after which the counts of schools at work are asked for again. */
const REFRESH_MS = 30_000

/** Start of the keys of all that is counted of a task. */
export const PROGRESS = ['exam-task-progress']

export function useTasks() {
  return useQuery({
    queryKey: ['crud', examTask.name, 'choices'],
    queryFn: () => loadChoices(examTask, MOST_TASKS),
  })
}

export type TaskChoice = NonNullable<ReturnType<typeof useTasks>['data']>[number]

export function useAreaProgress(taskId: string) {
  return useQuery({
    queryKey: [...PROGRESS, taskId],
    queryFn: () => callApi(progressInArea, { taskId }),
    refetchInterval: REFRESH_MS,
  })
}

export function useSchoolProgress(taskId: string, areaCode: string) {
  return useQuery({
    queryKey: [...PROGRESS, taskId, areaCode],
    queryFn: () => callApi(progressInSchool, { taskId, areaCode }),
    refetchInterval: REFRESH_MS,
  })
}
