import type { ReactNode } from 'react'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { LeaveFacts, type LeaveView, useLeave } from './LeaveFacts.tsx'
import { RequestScreen } from './RequestScreen.tsx'

interface LeaveScreenProps {
  title: string
  processInstanceId: string
  businessId: string
  /** The task that is to be handled. */
  taskId?: string
  extra?: ReactNode
  /** What there is to do, under the facts. */
  children?: (leave: LeaveView) => ReactNode
}

/** A request for leave, to be read or handled. */
export function LeaveScreen({ businessId, taskId, children, ...screen }: LeaveScreenProps) {
  const leave = useLeave(businessId, taskId)
  if (!leave.data) {
    return leave.error ? <ErrorState error={leave.error} onRetry={() => void leave.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <RequestScreen {...screen} facts={<LeaveFacts leave={leave.data} />}>
      {children?.(leave.data)}
    </RequestScreen>
  )
}
