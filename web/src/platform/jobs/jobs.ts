import { useEffect } from 'react'
import { create } from 'zustand'
import { type JobView, jobCancel, jobDetail, jobList } from '@xueheng/contract/platform/jobs.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useAction } from '../action/use-action.ts'
import { callApi, get } from '../api/client.ts'
import { type Watcher, watchEvents } from '../events/events.ts'

export type { JobView } from '@xueheng/contract/platform/jobs.ts'

const useJobStore = create<{ jobs: Record<string, JobView> }>(() => ({ jobs: {} }))

let watchers = 0
let stopWatching: (() => void) | undefined

/** One job, live; nothing until it is known. */
export function useJob(jobId: string | undefined): JobView | undefined {
  useWatch()
  const job = useJobStore((state) => (jobId ? state.jobs[jobId] : undefined))
  const isKnown = job !== undefined
  useEffect(() => {
    if (jobId && !isKnown) void get<JobView>(jobDetail.path, { id: jobId }).then(takeJob, () => undefined)
  }, [jobId, isKnown])
  return job
}

/** My jobs, live, the newest first. */
export function useJobs(): JobView[] {
  useWatch()
  const jobs = useJobStore((state) => state.jobs)
  return Object.values(jobs).toSorted((one, other) => other.createTime.localeCompare(one.createTime))
}

/** Stops a job that waits or runs; what becomes of it is told by its state. */
export function useJobCancel() {
  return useAction((id: string) => callApi(jobCancel, { id }), { done: '' })
}

export function isOver(job: JobView): boolean {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled'
}

/** Whole per cent, 0 to 100; 0 while the total is not known. */
export function percentOf(job: JobView): number {
  if (job.state === 'done') return 100
  return job.total > 0 ? Math.min(100, Math.floor((job.done / job.total) * 100)) : 0
}

/** Calls `listener` when a job that was seen waiting or running comes to its end. Answers how to stop. */
export function onJobEnd(listener: (job: JobView) => void): () => void {
  return useJobStore.subscribe((now, before) => {
    for (const job of Object.values(now.jobs)) {
      const old = before.jobs[job.id]
      if (old && old !== job && isOver(job) && !isOver(old)) listener(job)
    }
  })
}

/** Reads the list anew; after a job was started from this screen. */
export async function readJobs(): Promise<void> {
  const page = await get<Page<JobView>>(jobList.path, { current: 1, size: 50 })
  takeJobs(page.records)
}

export function forgetJobs(): void {
  useJobStore.setState({ jobs: {} })
}

function takeJob(job: JobView): void {
  if (job?.id) takeJobs([job])
}

/** What was asked before a job ended may be answered after its end was told: a job that is over stays over. */
function takeJobs(told: readonly JobView[]): void {
  useJobStore.setState(({ jobs }) => {
    const news = told.filter((job) => {
      const known = jobs[job.id]
      return !known || !isOver(known) || isOver(job)
    })
    return { jobs: { ...jobs, ...Object.fromEntries(news.map((job) => [job.id, job])) } }
  })
}

const JOBS: Watcher = {
  kind: 'job',
  onEvent: (job) => takeJob(job as JobView),
  readAll: () => readJobs().catch(() => undefined),
}

/** However many places show jobs, one watcher hears of them. */
function useWatch(): void {
  useEffect(() => {
    watchers += 1
    stopWatching ??= watchEvents(JOBS)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      stopWatching?.()
      stopWatching = undefined
    }
  }, [])
}
