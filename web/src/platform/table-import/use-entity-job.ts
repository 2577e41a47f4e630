import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { EntityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshChanges } from '../action/changes.ts'
import { useAction } from '../action/use-action.ts'
import { callApi } from '../api/client.ts'
import { formatNumber } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { isOver, readJobs, useJob } from '../jobs/jobs.ts'
import type { PastImport } from './PastImports.tsx'

interface Started {
  jobId?: string | undefined
  isUndo: boolean
}

/** The job that keeps a workbook, or takes one back; the list is read again once it is done. */
export function useEntityJob(calls: EntityImportCalls, entity: AnyEntity) {
  const client = useQueryClient()
  const [{ jobId, isUndo }, setStarted] = useState<Started>({ isUndo: false })
  const job = useJob(jobId)
  const isDone = job?.state === 'done'
  useEffect(() => {
    if (isDone) void refreshChanges(client, [entity])
  }, [client, entity, isDone])
  const starting = useAction(
    async (fileId: string, leftOut: number[]) => {
      const answer = await callApi(calls.commit, { fileId, leftOut })
      await readJobs()
      return answer
    },
    {
      isInline: true,
      done: '',
      onDone: (answer) => setStarted({ jobId: answer?.jobId, isUndo: false }),
    },
  )
  const undoing = useAction(
    async ({ id }: PastImport) => {
      const answer = await callApi(calls.undo, { id })
      await readJobs()
      return answer
    },
    {
      confirm: ({ added, changed }) =>
        t('撤销这次导入：删除新增的 {added} 行，恢复变更的 {changed} 行？', {
          added: formatNumber(added),
          changed: formatNumber(changed),
        }),
      isInline: true,
      done: '',
      onDone: (answer) => setStarted({ jobId: answer?.jobId, isUndo: true }),
    },
  )
  const hasFailed = job !== undefined && isOver(job) && !isDone
  return {
    job,
    isDone,
    isUndo,
    isBusy: starting.isBusy || (jobId !== undefined && !(job && isOver(job))),
    refusal: hasFailed ? t(job.text) : (starting.refusal ?? undoing.refusal),
    start: starting.run,
    undo: undoing.run,
    forget: () => {
      setStarted({ isUndo: false })
      starting.reset()
      undoing.reset()
    },
  }
}
