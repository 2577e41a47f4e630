import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { HistoryList } from './HistoryList.tsx'
import { LeaveFacts, type LeaveView, useLeave } from './LeaveFacts.tsx'
import './workflow.css'

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

/** A request with its history and drawing, to be read or handled. */
export function LeaveScreen({ title, processInstanceId, businessId, taskId, extra, children }: LeaveScreenProps) {
  const t = useT()
  const leave = useLeave(businessId, taskId)
  if (!leave.data) {
    return leave.error ? <ErrorState error={leave.error} onRetry={() => void leave.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <PageFrame title={t(title)} extra={extra}>
      <div className="flow-columns">
        <div>
          <section className="flow-sheet" aria-label={t('申请内容')}>
            <h2>{t('申请内容')}</h2>
            <LeaveFacts leave={leave.data} />
          </section>
          {children?.(leave.data)}
          <section className="flow-sheet" aria-label={t('流程图')}>
            <h2>{t('流程图')}</h2>
            <FlowDiagram processInstanceId={processInstanceId} />
          </section>
        </div>
        <section className="flow-sheet" aria-label={t('流转记录')}>
          <h2>{t('流转记录')}</h2>
          <HistoryList processInstanceId={processInstanceId} />
        </section>
      </div>
    </PageFrame>
  )
}
