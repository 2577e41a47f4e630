import { ScheduleOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshAfterJob } from '../../platform/action/after-job.ts'
import { keep, kept, onKeptElsewhere } from '../../platform/api/storage.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type JobView, isOver, onJobEnd, useJobs } from '../../platform/jobs/jobs.ts'
import { t } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { message } from '../../platform/ui/message.ts'
import { JobLine } from './JobLine.tsx'
import { TopPanel } from './TopPanel.tsx'
import './job-centre.css'

/** Long work and how far it is; the badge counts what is under way. */
export function JobCentre() {
  const words = useT()
  const jobs = useJobs()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const busy = jobs.filter((job) => !isOver(job)).length
  const ended = useEndedUnseen(jobs, isOpen)
  const client = useQueryClient()
  useEffect(() => onJobEnd(announce), [])
  useEffect(() => onJobEnd((job) => void refreshAfterJob(client, job.id)), [client])
  const label = labelOf(busy, ended, words)
  return (
    <TopPanel
      label={label}
      name={words('任务')}
      icon={<ScheduleOutlined className="job-bell" />}
      badge={busy > 0 ? { count: busy } : { dot: ended > 0 }}
      title={words('任务中心')}
      className="job-panel"
      isOpen={isOpen}
      onOpen={setOpen}
      button={button}
    >
      <JobList jobs={jobs} onLeave={() => setOpen(false)} />
    </TopPanel>
  )
}

function labelOf(busy: number, ended: number, words: ReturnType<typeof useT>): string {
  if (busy > 0) return words('任务中心，{busy}个进行中', { busy })
  return ended > 0 ? words('任务中心，{ended}个刚结束', { ended }) : words('任务中心')
}

const SEEN = 'jobs-seen'

/** How many jobs have ended since the list was last looked at, in whatever window. */
function useEndedUnseen(jobs: JobView[], isOpen: boolean): number {
  const [seen, setSeen] = useState(() => kept<string>(SEEN) ?? '')
  const latest = jobs.reduce((time, job) => (job.endTime && job.endTime > time ? job.endTime : time), seen)
  useEffect(() => {
    if (!isOpen || latest === seen) return
    keep(SEEN, latest)
    setSeen(latest)
  }, [isOpen, latest, seen])
  useEffect(() => onKeptElsewhere(SEEN, () => setSeen(kept<string>(SEEN) ?? '')), [])
  return jobs.filter((job) => isOver(job) && (job.endTime ?? '') > seen).length
}

function JobList({ jobs, onLeave }: { jobs: JobView[]; onLeave: () => void }) {
  const words = useT()
  return (
    <>
      <h2>{words('任务中心')}</h2>
      {jobs.length === 0 ? (
        <Empty title={words('还没有任务')} hint={words('导入、校验、计算和生成报表都会在这里显示进度')} />
      ) : (
        <ul>
          {jobs.slice(0, 20).map((job) => (
            <JobLine key={job.id} job={job} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </>
  )
}

function announce(job: JobView): void {
  const [title, text] = [t(job.title), t(job.text)]
  // What a job has found may be good or bad: it is told as it is.
  if (job.state === 'done' && text) message.info(t('{title}已完成：{text}', { title, text }))
  else if (job.state === 'done') message.success(t('{title}已完成', { title }))
  if (job.state === 'failed') message.error(t('{title}失败：{text}', { title, text }))
}
