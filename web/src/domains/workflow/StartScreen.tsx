import { Button, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import './workflow.css'

interface StartScreenProps {
  title: string
  hint: string
  definitionId: string
  form: Pick<FormInstance, 'submit'>
  isBusy: boolean
  /** The form. */
  children: ReactNode
}

/** Where a process is started: its form, and the way the request will take. */
export function StartScreen({ title, hint, definitionId, form, isBusy, children }: StartScreenProps) {
  const t = useT()
  return (
    <PageFrame title={t(title)} hint={t(hint)}>
      <section className="flow-sheet">
        {children}
        <div className="flow-buttons">
          <Button type="primary" loading={isBusy} onClick={form.submit}>
            {t('发起流程')}
          </Button>
          <Button onClick={() => openTab('/work/start')}>{t('返回')}</Button>
        </div>
      </section>
      <section className="flow-sheet">
        <h2>{t('流程图')}</h2>
        <FlowDiagram processDefinitionId={definitionId} />
      </section>
    </PageFrame>
  )
}
