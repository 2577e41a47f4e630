import { jobCancel } from '@xueheng/contract/platform/jobs.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, download } from '../../platform/api/client.ts'
import { formatMoment } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type JobView, isOver, percentOf } from '../../platform/jobs/jobs.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import './job-line.css'

const STATE_WORDS: Record<JobView['state'], string> = {
  waiting: '等待中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
}

/** Jobs whose file is printed papers, and where those get a seal. */
const PRINTED = /\.print-/
const SIGN = { path: '/seal/signserver/sign', permission: 'signserver_sign' }

interface JobLineProps {
  job: JobView
  /** The user goes to what the job made. */
  onLeave?: () => void
}

export function JobLine({ job, onLeave }: JobLineProps) {
  const words = useT()
  const percent = percentOf(job)
  const fetching = useAction(() => download(`/api/blade-resource/file/${job.fileId}`), { done: '' })
  const cancelling = useAction(() => callApi(jobCancel, { id: job.id }), {
    confirm: words('确定取消「{title}」？', { title: job.title }),
    done: '',
  })
  const detail = words(job.text || job.step || '')
  const can = useCan()
  function seal(): void {
    onLeave?.()
    openTab(`${SIGN.path}?${new URLSearchParams({ file: job.fileId, name: job.title })}`)
  }
  function open(): void {
    onLeave?.()
    openTab(job.link)
  }
  return (
    <li className={`job-line is-${job.state}`}>
      <div className="job-head">
        <b>{words(job.title)}</b>
        <span className="job-state">
          {words(STATE_WORDS[job.state])}
          {job.state === 'running' && job.total > 0 && ` ${percent}%`}
        </span>
      </div>
      {!isOver(job) && (
        <progress
          max={100}
          value={job.state === 'waiting' || job.total === 0 ? undefined : percent}
          aria-label={words(job.title)}
        />
      )}
      <div className="job-foot">
        <span>{[formatMoment(job.createTime), detail].filter(Boolean).join('　')}</span>
        {!isOver(job) && (
          <button type="button" onClick={() => void cancelling.run()}>
            {words('取消')}
          </button>
        )}
        {job.state === 'done' && job.fileId && (
          <button type="button" onClick={() => void fetching.run()}>
            {words('下载')}
          </button>
        )}
        {job.state === 'done' && job.fileId && PRINTED.test(job.name) && can(SIGN.permission) && (
          <button type="button" onClick={seal}>
            {words('盖章')}
          </button>
        )}
        {job.link && isOver(job) && (
          <button type="button" onClick={open}>
            {words('查看')}
          </button>
        )}
      </div>
    </li>
  )
}
