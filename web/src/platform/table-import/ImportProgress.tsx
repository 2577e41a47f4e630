import { Progress } from 'antd'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { type JobView, percentOf } from '../jobs/jobs.ts'

/** How far the job is: step, rows done of rows in all. */
export function ImportProgress({ job }: { job: JobView | undefined }) {
  const t = useT()
  const { done = 0, total = 0, step = '' } = job ?? {}
  const amount = total > 0 ? `${formatNumber(done)} / ${formatNumber(total)}` : ''
  return (
    <div className="table-import-busy" role="status">
      <b>{[t(step || '排队中'), amount].filter(Boolean).join('　')}</b>
      <Progress percent={job ? percentOf(job) : 0} status="active" showInfo={total > 0} aria-label={t('进度')} />
      <span>{t('可以关闭窗口，完成后可在“任务中心”查看')}</span>
    </div>
  )
}
