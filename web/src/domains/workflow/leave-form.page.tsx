import { leaveStart } from '@xueheng/contract/domains/workflow/leave.ts'
import { Form } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { type PageProps, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { type Leave, LeaveForm } from './LeaveForm.tsx'
import { StartScreen } from './StartScreen.tsx'
import { useStart } from './use-start.ts'

/** 请假流程: the request for leave. */
export function Page({ rest: [definitionId = ''] }: PageProps) {
  const path = useTabPath()
  const [form] = Form.useForm<Leave>()
  const starting = useStart(
    (leave: Leave) => callApi(leaveStart, { ...leave, processDefinitionId: definitionId }),
    form,
  )
  return (
    <StartScreen
      title="请假流程"
      hint="提交后由审批人员处理，进展在已发任务里查看"
      definitionId={definitionId}
      form={form}
      isBusy={starting.isBusy}
    >
      <LeaveForm
        form={form}
        refusal={starting.refusal}
        onChange={() => setTabDirty(true, path)}
        onFinish={(leave) => void starting.run(leave)}
      />
    </StartScreen>
  )
}
