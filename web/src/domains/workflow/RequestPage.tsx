import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { RequestFacts, type RequestView, useRequest } from './RequestFacts.tsx'
import { RequestScreen } from './RequestScreen.tsx'

interface RequestPageProps {
  processInstanceId: string
  businessId: string
  /** The task that is to be handled. */
  taskId?: string
  extra?: ReactNode
  /** What there is to do, under the facts. */
  children?: (request: RequestView) => ReactNode
}

/** A request of the general form, named after its process. */
export function RequestPage({ processInstanceId, businessId, taskId, extra, children }: RequestPageProps) {
  const t = useT()
  const found = useRequest(businessId, taskId)
  useTabTitle(found.data ? t(found.data.name) : undefined)
  if (!found.data) {
    return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <RequestScreen
      title={found.data.name}
      processInstanceId={processInstanceId}
      extra={extra}
      facts={<RequestFacts request={found.data} />}
    >
      {children?.(found.data)}
    </RequestScreen>
  )
}
