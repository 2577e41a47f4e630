import { requestStart, startForm } from '@xueheng/contract/domains/workflow/request.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, setTabDirty, useTabPath, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StartScreen } from './StartScreen.tsx'
import { RequestFields } from './form-inputs.tsx'
import { useStart } from './use-start.ts'

/** 通用表单: what the process file asks for. */
export function Page({ rest: [processDefinitionId = ''] }: PageProps) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Values>()
  const found = useQuery({
    queryKey: ['flow', 'form', processDefinitionId],
    queryFn: () => callApi(startForm, { processDefinitionId }),
  })
  useTabTitle(found.data ? t(found.data.name) : undefined)
  const starting = useStart((values: Values) => callApi(requestStart, { processDefinitionId, values }), form)
  if (!found.data) {
    return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />
  }
  const { name, description, fields } = found.data
  return (
    <StartScreen
      title={name}
      hint={description}
      definitionId={processDefinitionId}
      form={form}
      isBusy={starting.isBusy}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        className="flow-form"
        onValuesChange={() => setTabDirty(true, path)}
        onFinish={(values) => void starting.run(values)}
      >
        <RefusalNote text={starting.refusal} />
        <RequestFields fields={fields ?? []} />
      </Form>
    </StartScreen>
  )
}
