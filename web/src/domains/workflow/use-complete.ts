import { completeTask } from '@xueheng/contract/domains/workflow/task.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { message, wordsOf } from '../../platform/ui/message.ts'

export interface TaskPlace {
  taskId: string
  processInstanceId: string
  businessId: string
}

/** Completes a task and leads back to what is still to be done. */
export function useComplete(place: TaskPlace) {
  const t = useT()
  const path = useTabPath()
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function complete(isAgreed: boolean, comment: string, variables?: Record<string, unknown>): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await callApi(completeTask, {
        ...place,
        comment,
        ...(isAgreed && { flag: 'ok' }),
        ...(variables && { variables }),
      })
      message.success(t('操作成功'))
      setTabDirty(false, path)
      openTab('/work/todo')
      await Promise.all(['crud', 'flow'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { complete, refusal, isBusy }
}
