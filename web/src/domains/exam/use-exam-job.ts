import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshChanges } from '../../platform/action/changes.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { isOver, readJobs, useJobs } from '../../platform/jobs/jobs.ts'
import { examChanges } from './exam.ts'

/** A call that answers the id of the job it started. */
export type StartsJob = () => Promise<{ jobId: string | null } | null>

/** What the jobs do is told by their progress. */
const SILENT = { done: '' }

export interface ExamJob {
  job: JobView | undefined
  isBusy: boolean
  /** Starts a job; what follows from it the server starts itself. Answers whether it was not refused. */
  run: (start: StartsJob) => Promise<boolean>
}

/** The work on one exam, whoever of the user's windows started it; it is found again after a reload. */
export function useExamJob(examId: string): ExamJob {
  const client = useQueryClient()
  const jobs = useJobs().filter((one) => one.subject === examId)
  const job = jobs.find((one) => !isOver(one)) ?? jobs[0]
  const { id, state = 'waiting' } = job ?? {}
  const isEnded = job !== undefined && isOver(job)
  useEffect(() => {
    if (!id || state === 'waiting') return
    void refreshChanges(client, examChanges(examId))
    // Another step may follow that nobody here has started.
    if (isEnded) void readJobs().catch(() => undefined)
  }, [client, examId, id, state, isEnded])

  const running = useAction(
    async (start: StartsJob) => {
      await start()
      await readJobs()
    },
    { ...SILENT, changes: examChanges(examId) },
  )
  return { job, isBusy: running.isBusy || (job !== undefined && !isEnded), run: running.run }
}
