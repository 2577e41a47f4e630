import { type OperationsView, opsOverview } from '@xueheng/contract/domains/ops/operations.ts'
import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ApiError, callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Backups } from './Backups.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { SlowStatements } from './SlowStatements.tsx'
import { Tiles } from './Tiles.tsx'
import { Troubles } from './Troubles.tsx'
import './operations.css'

const REFRESH_MS = 30_000

/** 运维中心: how the installation is, its failed work, its slow statements and its backups. */
export function Page() {
  const t = useT()
  const found = useQuery({
    queryKey: ['ops', 'overview'],
    queryFn: async (): Promise<OperationsView> => (await callApi(opsOverview))?.overview as OperationsView,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const isRefused = found.error instanceof ApiError && found.error.code === 403
  return (
    <PageFrame
      title={t('运维中心')}
      extra={
        <Button icon={<ReloadOutlined spin={found.isFetching} />} onClick={() => void found.refetch()}>
          {t('刷新')}
        </Button>
      }
    >
      {found.isPending && <Skeleton rows={8} />}
      {isRefused && <Empty title={t('只对管理租户的管理员开放')} />}
      {found.error && !isRefused && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <div className="ops">
          <Troubles view={found.data} />
          <Tiles view={found.data} />
          <Backups settings={found.data.backup} />
          <FailedJobs />
          <SlowStatements statements={found.data.statements} />
        </div>
      )}
    </PageFrame>
  )
}
