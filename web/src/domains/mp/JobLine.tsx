import { Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { isOver, percentOf, useJob } from '../../platform/jobs/jobs.ts'

/** How far a job of this screen is, and what came of it. */
export function JobLine({ jobId, onEnd }: { jobId: string | undefined; onEnd?: () => void }) {
  const t = useT()
  const job = useJob(jobId)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  const state = job && isOver(job) ? job.state : undefined
  useEffect(() => {
    if (state) ended.current?.()
  }, [state, jobId])
  if (!job) return null
  return (
    <span className="mp-job" role="status">
      {isOver(job) ? (
        <span>{t(job.text)}</span>
      ) : (
        <>
          <span>{t(job.step || job.title)}</span>
          <Progress percent={percentOf(job)} size="small" aria-label={t(job.title)} />
        </>
      )}
    </span>
  )
}
