import { requestStart, startForm } from '@xueheng/contract/domains/workflow/request.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, openTab, setTabDirty, useTabPath, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { RequestFields } from './form-inputs.tsx'
import './workflow.css'

/** 通用表单: what the process file asks for, and the way the request will take. */
export function Page({ rest: [processDefinitionId = ''] }: PageProps) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Values>()
  const found = useQuery({
    queryKey: ['flow', 'form', processDefinitionId],
    queryFn: () => callApi(startForm, { processDefinitionId }),
  })
  useTabTitle(found.data ? t(found.data.name) : undefined)
  const starting = useAction((values: Values) => callApi(requestStart, { processDefinitionId, values }), {
    form,
    done: '申请已提交',
    changes: [['crud']],
    onDone: () => {
      form.resetFields()
      setTabDirty(false, path)
      openTab('/work/send')
    },
  })
  if (!found.data) {
    return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <PageFrame title={t(found.data.name)} hint={t(found.data.description)}>
      <section className="flow-sheet">
        <Form<Values>
          form={form}
          layout="vertical"
          className="flow-form"
          onValuesChange={() => setTabDirty(true, path)}
          onFinish={(values) => void starting.run(values)}
        >
          <RefusalNote text={starting.refusal} />
          <RequestFields fields={found.data.fields ?? []} />
        </Form>
        <div className="flow-buttons">
          <Button type="primary" loading={starting.isBusy} onClick={form.submit}>
            {t('发起流程')}
          </Button>
          <Button onClick={() => openTab('/work/start')}>{t('返回')}</Button>
        </div>
      </section>
      <section className="flow-sheet">
        <h2>{t('流程图')}</h2>
        <FlowDiagram processDefinitionId={processDefinitionId} />
      </section>
    </PageFrame>
  )
}
