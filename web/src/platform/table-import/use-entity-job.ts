import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { EntityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshChanges } from '../action/changes.ts'
import { useAction } from '../action/use-action.ts'
import { callApi } from '../api/client.ts'
import { t } from '../i18n/i18n.ts'
import { isOver, readJobs, useJob } from '../jobs/jobs.ts'

/** The job that keeps a workbook; the list is read again once it is done. */
export function useEntityJob(calls: EntityImportCalls, entity: AnyEntity) {
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string>()
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
    { isInline: true, done: '', onDone: (answer) => setJobId(answer?.jobId) },
  )
  const hasFailed = job !== undefined && isOver(job) && !isDone
  return {
    job,
    isDone,
    isBusy: starting.isBusy || (jobId !== undefined && !(job && isOver(job))),
    refusal: hasFailed ? t(job.text) : starting.refusal,
    start: starting.run,
    forget: () => {
      setJobId(undefined)
      starting.reset()
    },
  }
}
