import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi, get } from '../../../platform/api/client.ts'

const MOST_TASKS = 200
/** Milliseconds after which the counts of schools at work are asked for again. */
const REFRESH_MS = 30_000

export function useTasks() {
  return useQuery({
    queryKey: ['exam-tasks'],
    queryFn: () => get<Page<{ id: string; taskName: string }>>(`${examTask.paths[0]}/list`, { size: MOST_TASKS }),
  })
}

export function useAreaProgress(taskId: string) {
  return useQuery({
    queryKey: ['exam-task-progress', taskId],
    queryFn: () => callApi(progressInArea, { taskId }),
    refetchInterval: REFRESH_MS,
  })
}

export function useSchoolProgress(taskId: string, areaCode: string) {
  return useQuery({
    queryKey: ['exam-task-progress', taskId, areaCode],
    queryFn: () => callApi(progressInSchool, { taskId, areaCode }),
    refetchInterval: REFRESH_MS,
  })
}
