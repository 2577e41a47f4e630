import { Progress } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type JobView, percentOf } from '../../../platform/jobs/jobs.ts'
import './import.css'

/** What the server is doing now; the page may be left and found again. */
export function JobLine({ job }: { job: JobView | undefined }) {
  const t = useT()
  const hasTotal = (job?.total ?? 0) > 0
  return (
    <div className="imp-job" role="status">
      <i className="imp-spin" aria-hidden="true" />
      <div>
        <b>{t(job?.step || '排队中')}</b>
        <span>{amountOf(job, t) || t('可以离开本页，完成后可在“任务中心”查看')}</span>
      </div>
      {hasTotal && job && <Progress percent={percentOf(job)} size="small" showInfo={false} aria-label={t('进度')} />}
    </div>
  )
}

/** How far it is: rows while a file is read, whose end is not known yet, else so many of so many. */
function amountOf(job: JobView | undefined, t: ReturnType<typeof useT>): string {
  const { done = 0, total = 0 } = job ?? {}
  if (total > 0) return `${formatNumber(done)} / ${formatNumber(total)}`
  return done > 0 ? t('已读 {n} 行', { n: formatNumber(done) }) : ''
}
