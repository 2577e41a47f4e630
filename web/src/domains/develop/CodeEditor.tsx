import { type CodeField, code, codeDetail, codeSubmit } from '@xueheng/contract/domains/develop/code.ts'
import { Alert, Col, Form, Row, Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post } from '../../platform/api/client.ts'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import { fieldsOf } from '../../platform/crud/row.ts'
import { useRefusal } from '../../platform/crud/use-entity-dialog.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message } from '../../platform/ui/message.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { FieldLines } from './FieldLines.tsx'
import { tableOptions } from './SourceTables.tsx'
import { useSources, useTables } from './use-source.ts'
import './develop.css'

interface Plan {
  id?: string
  updateTime?: string
  datasourceId?: string | null
  tableName?: string | null
  fields?: CodeField[]
  [name: string]: unknown
}

const TYPED = ['codeName', 'title', 'entityName', 'packageName', 'serviceName', 'webPath', 'tablePrefix', 'pkName']
const NEW: Plan = { serviceName: 'bigdata-service', fields: [] }

interface CodeEditorProps {
  id: string | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** One plan: what is made, from which table, with which fields. */
export function CodeEditor({ id, onSaved, onClose }: CodeEditorProps) {
  const t = useT()
  const stored = useQuery({
    queryKey: ['code-plan', id],
    queryFn: () => get<Plan>(codeDetail.path, { id }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const plan = id === undefined ? NEW : stored.data
  if (plan) return <PlanForm plan={plan} onSaved={onSaved} onClose={onClose} />
  return (
    <AppModal open title={t('代码生成')} width="min(960px, 94vw)" footer={null} onCancel={onClose}>
      {stored.error ? <ErrorState error={stored.error} onRetry={() => void stored.refetch()} /> : <Skeleton rows={8} />}
    </AppModal>
  )
}

interface PlanFormProps {
  plan: Plan
  onSaved: () => Promise<unknown>
  onClose: () => void
}

function PlanForm({ plan, onSaved, onClose }: PlanFormProps) {
  const t = useT()
  const { form, isBusy, refusal, save } = usePlan(plan, onSaved, onClose)
  return (
    <AppModal
      open
      title={t('代码生成')}
      width="min(960px, 94vw)"
      okText={t('保存')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {refusal && <Alert className="code-hint" type="error" showIcon title={refusal} />}
      <AppForm<Plan> form={form} initialValues={plan} onFinish={(values) => void save(values)}>
        <FormFields fields={fieldsOf(code).filter(([name]) => TYPED.includes(name))} mode="edit" />
        <SourcePicker />
        <FieldLines />
      </AppForm>
    </AppModal>
  )
}

/** Keeps a plan. One that took its fields from a table stays open, so that they can be read over. */
function usePlan(plan: Plan, onSaved: () => Promise<unknown>, onClose: () => void) {
  const t = useT()
  const refused = useRefusal()
  const [form] = Form.useForm<Plan>()
  const [kept, keep] = useState({ id: plan.id, updateTime: plan.updateTime })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(values: Plan): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    const isFromTable = (values.fields ?? []).length === 0
    try {
      const saved = await post<Plan>(codeSubmit.path, { body: { ...values, ...kept } })
      await onSaved()
      if (!isFromTable) {
        message.success(t('操作成功'))
        return onClose()
      }
      keep({ id: saved.id, updateTime: saved.updateTime })
      form.setFieldsValue({ fields: saved.fields ?? [] })
      message.success(t('已从数据表读取字段，请核对'))
    } catch (error) {
      const { fields, text } = refused(error, TYPED)
      form.setFields(fields)
      setRefusal(text)
    } finally {
      setBusy(false)
    }
  }

  return { form, isBusy, refusal, save }
}

function SourcePicker() {
  const t = useT()
  const form = Form.useFormInstance<Plan>()
  const datasourceId = Form.useWatch('datasourceId', form) ?? undefined
  const sources = useSources()
  const tables = useTables(datasourceId)
  return (
    <Row gutter={24}>
      <Col xs={24} md={12}>
        <Form.Item name="datasourceId" label={t('数据源')}>
          <Select
            allowClear
            placeholder={t('请选择数据源')}
            loading={sources.isFetching}
            options={(sources.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={() => form.setFieldsValue({ tableName: null })}
          />
        </Form.Item>
      </Col>
      <Col xs={24} md={12}>
        <Form.Item
          name="tableName"
          label={t('数据表')}
          extra={tables.error ? t(tables.error.message) : t('没有字段时，保存会从数据表读取字段')}
        >
          <Select
            allowClear
            placeholder={t('选择数据表')}
            disabled={!datasourceId}
            loading={tables.isFetching}
            options={tableOptions(tables.data)}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      </Col>
    </Row>
  )
}
