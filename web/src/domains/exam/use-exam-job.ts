import { type JobView, jobDetail } from '@xueheng/contract/platform/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshChanges } from '../../platform/action/changes.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { get } from '../../platform/api/client.ts'
import { isOver, readJobs, useJob } from '../../platform/jobs/jobs.ts'
import { useTabState } from '../../platform/tabs/tab.ts'
import { examChanges } from './exam.ts'

/** A call that answers the id of the job it started. */
export type StartsJob = () => Promise<{ jobId: string | null } | null>

const POLL_MS = 600
/** What the jobs do is told by their progress. */
const SILENT = { done: '' }

export interface ExamJob {
  job: JobView | undefined
  isBusy: boolean
  /** Starts the jobs one after the other, each when the one before has succeeded. Answers whether none was refused. */
  run: (...starts: StartsJob[]) => Promise<boolean>
}

/** The work started from the desk of one exam. It stays known when the tab is left and found again. */
export function useExamJob(examId: string): ExamJob {
  const client = useQueryClient()
  const [jobId, setJobId] = useTabState(`job-${examId}`, '')
  const [isChained, setChained] = useTabState(`job-chain-${examId}`, false)
  const job = useJob(jobId || undefined)
  const state = job?.state
  useEffect(() => {
    if (state && state !== 'waiting') void refreshChanges(client, examChanges(examId))
  }, [client, examId, state])

  const running = useAction(async (...starts: StartsJob[]) => {
    setChained(true)
    try {
      for (const start of starts) {
        const started = (await start())?.jobId ?? ''
        setJobId(started)
        await readJobs()
        if ((await endOf(started)).state !== 'done') break
      }
    } finally {
      setChained(false)
      // Also after a refusal: those before it have changed the exam.
      await refreshChanges(client, examChanges(examId))
    }
  }, SILENT)

  return { job, isBusy: isChained || (job !== undefined && !isOver(job)), run: running.run }
}

async function endOf(jobId: string): Promise<JobView> {
  for (;;) {
    const job = await get<JobView>(jobDetail.path, { id: jobId })
    if (isOver(job)) return job
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
