import { historyFlowList } from '@xueheng/contract/domains/workflow/process.ts'
import { useQuery } from '@tanstack/react-query'
import { Timeline } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

/** What happened in a process, step by step. */
export function HistoryList({ processInstanceId }: { processInstanceId: string }) {
  const t = useT()
  const history = useQuery({
    queryKey: ['flow', 'history', processInstanceId],
    queryFn: () => callApi(historyFlowList, { processInstanceId }),
  })
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <Skeleton rows={3} />
  return (
    <Timeline
      className="flow-history"
      items={history.data.map((row) => ({
        key: row.id,
        color: row.endTime === '' ? 'blue' : row.flag === 'refuse' ? 'red' : 'green',
        content: (
          <article>
            <header>
              <b>{t(row.historyActivityName)}</b>
              {row.flag !== '' && (
                <span className={row.flag === 'ok' ? 'is-ok' : 'is-refused'}>
                  {t(row.flag === 'ok' ? '同意' : '驳回')}
                </span>
              )}
              {row.endTime === '' && <span>{t('进行中')}</span>}
            </header>
            <p>
              {row.assigneeName !== '' && <span>{row.assigneeName}</span>}
              <time>{row.endTime || row.createTime}</time>
              {row.historyActivityDurationTime !== '' && (
                <span>{t('历时{time}', { time: row.historyActivityDurationTime })}</span>
              )}
            </p>
            {row.comment !== '' && <blockquote>{row.comment}</blockquote>}
          </article>
        ),
      }))}
    />
  )
}
