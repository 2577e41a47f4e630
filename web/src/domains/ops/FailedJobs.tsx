import { opsFailedJobs, opsRetry } from '@xueheng/contract/domains/ops/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'

/** Work that ended without success, with its reason and another try. */
export function FailedJobs() {
  const t = useT()
  const can = useCan()
  const found = useQuery({ queryKey: ['ops', 'failed'], queryFn: () => callApi(opsFailedJobs) })
  const retrying = useAction((id: string, tenantId: string) => callApi(opsRetry, { id, tenantId }), {
    done: '已重新开始',
    changes: [['ops', 'failed']],
  })

  return (
    <section className="ops-part">
      <header>
        <h2>{t('失败任务')}</h2>
      </header>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className="ops-none">{t('没有失败的任务')}</p>}
      {found.data && found.data.length > 0 && (
        <table className="ops-rows">
          <thead>
            <tr>
              <th scope="col">{t('任务')}</th>
              <th scope="col">{t('失败原因')}</th>
              <th scope="col">{t('租户编号')}</th>
              <th scope="col">{t('操作人')}</th>
              <th scope="col">{t('结束时间')}</th>
              <th scope="col">{t('操作')}</th>
            </tr>
          </thead>
          <tbody>
            {found.data.map((job) => (
              <Job
                key={job.id}
                job={job}
                isBusy={retrying.busyWith?.[0] === job.id}
                onRetry={can('ops_retry') ? retrying.run : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface JobProps {
  job: Record<'id' | 'tenantId' | 'title' | 'account' | 'text' | 'endTime', string | null>
  isBusy: boolean
  onRetry: ((id: string, tenantId: string) => Promise<unknown>) | undefined
}

function Job({ job, isBusy, onRetry }: JobProps) {
  const t = useT()
  return (
    <tr>
      <th scope="row">{t(String(job.title))}</th>
      <td data-title={t('失败原因')}>{t(String(job.text ?? ''))}</td>
      <td data-title={t('租户编号')}>{job.tenantId}</td>
      <td data-title={t('操作人')}>{job.account}</td>
      <td data-title={t('结束时间')}>{formatTime(job.endTime)}</td>
      <td>
        {onRetry && (
          <Button
            type="link"
            size="small"
            loading={isBusy}
            onClick={() => void onRetry(String(job.id), String(job.tenantId))}
          >
            {t('重试')}
          </Button>
        )}
      </td>
    </tr>
  )
}
