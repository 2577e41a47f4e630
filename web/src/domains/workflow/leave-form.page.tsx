import { leaveStart } from '@xueheng/contract/domains/workflow/leave.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, openTab, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { message, wordsOf } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { type Leave, LeaveForm } from './LeaveForm.tsx'
import './workflow.css'

/** 请假流程: the request, and the way it will take. */
export function Page({ rest: [definitionId = ''] }: PageProps) {
  const t = useT()
  const path = useTabPath()
  const client = useQueryClient()
  const [form] = Form.useForm<Leave>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function start(leave: Leave): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await callApi(leaveStart, { ...leave, processDefinitionId: definitionId })
      message.success(t('申请已提交'))
      form.resetFields()
      setTabDirty(false, path)
      await client.invalidateQueries({ queryKey: ['crud'] })
      openTab('/work/send')
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageFrame title={t('请假流程')} hint={t('提交后由审批人员处理，进展在已发任务里查看')}>
      <section className="flow-sheet">
        <LeaveForm
          form={form}
          refusal={refusal}
          onChange={() => setTabDirty(true, path)}
          onFinish={(leave) => void start(leave)}
        />
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
