import { type OperationsView, opsBackUp, opsBackups } from '@xueheng/contract/domains/ops/operations.ts'
import { SaveOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { isOver, percentOf, useJob } from '../../platform/jobs/jobs.ts'
import { useCan } from '../../platform/session/session.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { bytes } from './measures.ts'

/** What can be gone back to, and the button that adds to it. */
export function Backups({ settings }: { settings: OperationsView['backup'] }) {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const found = useQuery({ queryKey: ['ops', 'backups'], queryFn: () => callApi(opsBackups) })
  const [jobId, setJobId] = useState<string>()
  const job = useJob(jobId)
  const isRunning = job !== undefined && !isOver(job)
  const state = job?.state
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['ops', 'backups'] })
  }, [client, state])

  const starting = useAction(() => callApi(opsBackUp), {
    done: '',
    onDone: (answer) => setJobId(String(answer?.jobId ?? '')),
  })

  const plan = settings.cron
    ? `${t('定时')} ${settings.cron} · ${t('下次')} ${formatTime(settings.nextTime)}`
    : t('没有定时备份：可在系统参数中设置')
  return (
    <section className="ops-part">
      <header>
        <div>
          <h2>{t('备份')}</h2>
          <p>
            {plan} · {t('保留{n}份', { n: settings.keep })}
          </p>
        </div>
        {can('ops_backup') && (
          <Button
            type="primary"
            icon={<SaveOutlined />}
            loading={isRunning || starting.isBusy}
            onClick={() => void starting.run()}
          >
            {t('立即备份')}
          </Button>
        )}
      </header>
      {isRunning && <Progress percent={percentOf(job)} size="small" aria-label={t('备份')} />}
      {job?.state === 'failed' && <p role="alert">{t(job.text)}</p>}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className="ops-none">{t('还没有备份')}</p>}
      {found.data && found.data.length > 0 && <Files backups={found.data} />}
    </section>
  )
}

interface FilesProps {
  backups: { name: string | null; size: number | null; createTime: string | null }[]
}

function Files({ backups }: FilesProps) {
  const t = useT()
  return (
    <table className="ops-rows">
      <thead>
        <tr>
          <th scope="col">{t('文件')}</th>
          <th scope="col">{t('大小')}</th>
          <th scope="col">{t('时间')}</th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <tr key={backup.name}>
            <th scope="row">{backup.name}</th>
            <td data-title={t('大小')}>{bytes(Number(backup.size))}</td>
            <td data-title={t('时间')}>{formatTime(String(backup.createTime))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
