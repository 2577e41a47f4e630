import type { FlowMark } from '@xueheng/contract/domains/workflow/process.ts'
import { modelView } from '@xueheng/contract/domains/workflow/process.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './workflow.css'

/** The drawing library weighs more than most screens: it comes when a drawing is wanted. */
const Drawing = lazy(async () => ({ default: (await import('./Drawing.tsx')).Drawing }))
const NO_MARKS: FlowMark[] = []

export interface DiagramOf {
  processInstanceId?: string
  processDefinitionId?: string
}

/** The drawing of a process; of one that runs, with what is done and what goes on. */
export function FlowDiagram({ processInstanceId, processDefinitionId }: DiagramOf) {
  const t = useT()
  const asked = processInstanceId ? { processInstanceId } : { processDefinitionId: processDefinitionId ?? '' }
  const view = useQuery({ queryKey: ['flow', 'view', asked], queryFn: () => callApi(modelView, asked) })
  if (view.error) return <ErrorState error={view.error} onRetry={() => void view.refetch()} />
  if (!view.data) return <Skeleton rows={6} />
  return (
    <div className="flow-diagram">
      {processInstanceId && (
        <ul className="flow-legend" aria-label={t('图例')}>
          <li className="is-done">{t('已完成')}</li>
          <li className="is-current">{t('进行中')}</li>
        </ul>
      )}
      <Suspense fallback={<Skeleton rows={6} />}>
        <Drawing xml={view.data.xml} marks={view.data.flow ?? NO_MARKS} />
      </Suspense>
    </div>
  )
}

export function DiagramDialog({ of, onClose }: { of: DiagramOf & { title: string }; onClose: () => void }) {
  const t = useT()
  return (
    <AppModal open title={`${t('流程图')} · ${t(of.title)}`} width={1040} footer={null} onCancel={onClose}>
      <FlowDiagram {...of} />
    </AppModal>
  )
}
