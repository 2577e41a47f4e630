import { markQuotas, markSummary } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../../platform/api/client.ts'
import { useCan } from '../../../../platform/session/session.ts'
import type { TaskChoice } from '../use-task-progress.ts'

export type MarkLine = Output<typeof markSummary>[number]
export type QuotaLine = Output<typeof markQuotas>[number]

const MARKING = ['exam-task-marking']

/** What is read again after a plan, a pull or an answer. */
export const MARK_CHANGES = [examTaskTeacher, MARKING] as const

export function useMarkSummary(taskId: string) {
  return useQuery({
    queryKey: [...MARKING, taskId],
    queryFn: () => callApi(markSummary, { taskId }),
  })
}

export function useMarkQuotas(taskId: string, courseName: string) {
  return useQuery({
    queryKey: [...MARKING, taskId, courseName],
    queryFn: () => callApi(markQuotas, { taskId, courseName }),
  })
}

/** What the user may do with the marking of a task in its state. */
export function useMarkRights({ taskStatus }: TaskChoice) {
  const can = useCan()
  const state = Number(taskStatus)
  const isPlanned = canDo(taskStates, 'plan', state)
  return {
    canAdd: can('examtaskmarkplan_add') && isPlanned,
    canEdit: can('examtaskmarkplan_edit') && isPlanned,
    canRemove: can('examtaskmarkplan_delete') && isPlanned,
    canPull: can('examtask_edit') && canDo(taskStates, 'mark', state),
    canAnswer: can('examtaskteacher_edit') && canDo(taskStates, 'mark', state),
  }
}
