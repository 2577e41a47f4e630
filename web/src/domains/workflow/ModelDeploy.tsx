import { modelDeploy } from '@xueheng/contract/domains/workflow/model.ts'
import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'
import { type DeployChoice, DeployFields, deployQuery } from './DeployFields.tsx'

/** A drawn process becomes one that can be started. */
export function ModelDeploy({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const [form] = Form.useForm<DeployChoice>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function deploy(choice: DeployChoice): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await callApi(modelDeploy, { modelId: row.id, ...deployQuery(choice) })
      message.success(t('部署成功'))
      await client.invalidateQueries({ queryKey: ['crud'] })
      onClose()
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={`${t('部署')} · ${String(row.name)}`}
      width={560}
      okText={t('部署')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {refusal && <Alert className="info-refusal" type="error" showIcon title={refusal} />}
      <Form<DeployChoice>
        form={form}
        layout="vertical"
        initialValues={row.category ? { category: `${CATEGORY_PREFIX}${String(row.category)}` } : {}}
        onFinish={(choice) => void deploy(choice)}
      >
        <DeployFields />
      </Form>
    </AppModal>
  )
}
