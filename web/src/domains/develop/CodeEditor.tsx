import { type CodeField, code, codeDetail, codeSubmit } from '@xueheng/contract/domains/develop/code.ts'
import { Col, Form, Row, Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { get, post } from '../../platform/api/client.ts'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import { fieldsOf } from '../../platform/crud/row.ts'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { FieldLines } from './FieldLines.tsx'
import { tableOptions } from './SourceTables.tsx'
import { useSources, useTables } from './use-source.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
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
  onClose: () => void
}

/** One plan: what is made, from which table, with which fields. */
export function CodeEditor({ id, onClose }: CodeEditorProps) {
  const t = useT()
  const stored = useQuery({
    queryKey: ['code-plan', id],
    queryFn: () => get<Plan>(codeDetail.path, { id }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const plan = id === undefined ? NEW : stored.data
  if (plan) return <PlanForm plan={plan} onClose={onClose} />
  return (
    <AppModal open title={t('代码生成')} width={960} footer={null} onCancel={onClose}>
      {stored.error ? <ErrorState error={stored.error} onRetry={() => void stored.refetch()} /> : <Skeleton rows={8} />}
    </AppModal>
  )
}

interface PlanFormProps {
  plan: Plan
  onClose: () => void
}

/** A plan that took its fields from a table stays open, so that they can be read over. */
function PlanForm({ plan, onClose }: PlanFormProps) {
  const t = useT()
  const [form] = Form.useForm<Plan>()
  const [kept, keep] = useState({ id: plan.id, updateTime: plan.updateTime })
  const saving = useAction((values: Plan) => post<Plan>(codeSubmit.path, { body: { ...values, ...kept } }), {
    form,
    done: (_saved, values) => (isFromTable(values) ? '已从数据表读取字段，请核对' : '操作成功'),
    changes: [code],
    onDone: (saved, values) => {
      if (!isFromTable(values)) return onClose()
      keep({ id: saved.id, updateTime: saved.updateTime })
      form.setFieldsValue({ fields: saved.fields ?? [] })
    },
  })
  return (
    <FormModal<Plan>
      title={t('代码生成')}
      width={960}
      form={form}
      initial={plan}
      above={<RefusalNote text={saving.refusal} />}
      okText={t('保存')}
      isBusy={saving.isBusy}
      onSubmit={(values) => void saving.run(values)}
      onClose={onClose}
    >
      <FormFields fields={fieldsOf(code).filter(([name]) => TYPED.includes(name))} mode="edit" />
      <SourcePicker />
      <FieldLines />
    </FormModal>
  )
}

function isFromTable({ fields = [] }: Plan): boolean {
  return fields.length === 0
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
            {...selectState(sources)}
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
            {...selectState(tables)}
            options={tableOptions(tables.data)}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      </Col>
    </Row>
  )
}
