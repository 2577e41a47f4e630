import { type JobView, jobDetail } from '@xueheng/contract/platform/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get } from '../../platform/api/client.ts'
import { isOver, readJobs, useJob } from '../../platform/jobs/jobs.ts'
import { useTabState } from '../../platform/tabs/tab.ts'
import { showError } from '../../platform/ui/message.ts'
import { refreshExam } from './exam.ts'

/** A call that answers the id of the job it started. */
export type StartsJob = () => Promise<{ jobId: string | null } | null>

const POLL_MS = 600

export interface ExamJob {
  job: JobView | undefined
  isBusy: boolean
  /** Starts the jobs one after the other, each when the one before has succeeded. */
  run: (...starts: StartsJob[]) => Promise<void>
}

/** The work started from the desk of one exam. It stays known when the tab is left and found again. */
export function useExamJob(examId: string): ExamJob {
  const client = useQueryClient()
  const [jobId, setJobId] = useTabState(`job-${examId}`, '')
  const [isChained, setChained] = useTabState(`job-chain-${examId}`, false)
  const job = useJob(jobId || undefined)
  const state = job?.state
  useEffect(() => {
    if (state && state !== 'waiting') void refreshExam(client, examId)
  }, [client, examId, state])

  async function run(...starts: StartsJob[]): Promise<void> {
    setChained(true)
    try {
      for (const start of starts) {
        const started = (await start())?.jobId ?? ''
        setJobId(started)
        await readJobs()
        if ((await endOf(started)).state !== 'done') break
      }
    } catch (error) {
      showError(error)
    } finally {
      setChained(false)
      await refreshExam(client, examId)
    }
  }

  return { job, isBusy: isChained || (job !== undefined && !isOver(job)), run }
}

async function endOf(jobId: string): Promise<JobView> {
  for (;;) {
    const job = await get<JobView>(jobDetail.path, { id: jobId })
    if (isOver(job)) return job
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
