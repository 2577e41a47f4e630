import { leaveStart } from '@xueheng/contract/domains/workflow/leave.ts'
import { Button, Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, openTab, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { type Leave, LeaveForm } from './LeaveForm.tsx'
import './workflow.css'

/** 请假流程: the request, and the way it will take. */
export function Page({ rest: [definitionId = ''] }: PageProps) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Leave>()
  const starting = useAction((leave: Leave) => callApi(leaveStart, { ...leave, processDefinitionId: definitionId }), {
    form,
    done: '申请已提交',
    changes: [['crud']],
    onDone: () => {
      form.resetFields()
      setTabDirty(false, path)
      openTab('/work/send')
    },
  })

  return (
    <PageFrame title={t('请假流程')} hint={t('提交后由审批人员处理，进展在已发任务里查看')}>
      <section className="flow-sheet">
        <LeaveForm
          form={form}
          refusal={starting.refusal}
          onChange={() => setTabDirty(true, path)}
          onFinish={(leave) => void starting.run(leave)}
        />
        <div className="flow-buttons">
          <Button type="primary" loading={starting.isBusy} onClick={form.submit}>
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
