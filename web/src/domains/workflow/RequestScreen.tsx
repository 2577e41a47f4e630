import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { HistoryList } from './HistoryList.tsx'
import './workflow.css'

interface RequestScreenProps {
  title: string
  processInstanceId: string
  facts: ReactNode
  extra?: ReactNode
  /** What there is to do, under the facts. */
  children?: ReactNode
}

/** A request with its history and drawing, to be read or handled. */
export function RequestScreen({ title, processInstanceId, facts, extra, children }: RequestScreenProps) {
  const t = useT()
  return (
    <PageFrame title={t(title)} extra={extra}>
      <div className="flow-columns">
        <div>
          <section className="flow-sheet" aria-label={t('申请内容')}>
            <h2>{t('申请内容')}</h2>
            {facts}
          </section>
          {children}
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
