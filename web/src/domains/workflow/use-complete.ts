import { completeTask } from '@xueheng/contract/domains/workflow/task.ts'
import type { FormInstance } from 'antd'
import { type Action, useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { openTab, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'

export interface TaskPlace {
  taskId: string
  processInstanceId: string
  businessId: string
}

type Verdict = [isAgreed: boolean, comment: string, variables?: Record<string, unknown>]

interface Completing {
  /** Asked before. */
  confirm?: string
  /** Its fields show the problems that name them. */
  form?: FormInstance
}

/** Completes a task and leads back to what is still to be done. */
export function useComplete(place: TaskPlace, { confirm, form }: Completing = {}): Action<Verdict> {
  const path = useTabPath()
  return useAction(
    (...[isAgreed, comment, variables]: Verdict) =>
      callApi(completeTask, {
        ...place,
        comment,
        ...(isAgreed && { flag: 'ok' }),
        ...(variables && { variables }),
      }),
    {
      isInline: true,
      form,
      changes: [['crud'], ['flow']],
      ...(confirm && { confirm: { text: confirm, isDanger: true } }),
      onDone: () => {
        setTabDirty(false, path)
        openTab('/work/todo')
      },
    },
  )
}
