import { leaveForm } from '@xueheng/contract/domains/workflow/leave.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { Form, type FormInstance } from 'antd'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { ApproverPicker } from './ApproverPicker.tsx'

export type Leave = Row<typeof leaveForm>

const { taskUser, ...REST } = leaveForm
const FIELDS = Object.entries(REST)

interface LeaveFormProps {
  form: FormInstance<Leave>
  initial?: Partial<Leave>
  approver?: { id: string; name: string } | undefined
  refusal?: string | undefined
  onChange?: () => void
  onFinish: (leave: Leave) => void
}

/** What is asked of who wants leave; the same when a refused request is changed. */
export function LeaveForm({ form, initial = {}, approver, refusal, onChange, onFinish }: LeaveFormProps) {
  const t = useT()
  return (
    <Form<Leave>
      form={form}
      layout="vertical"
      className="flow-form"
      initialValues={initial}
      onFinish={onFinish}
      {...(onChange && { onValuesChange: onChange })}
    >
      <RefusalNote text={refusal} />
      <Form.Item
        name="taskUser"
        label={t('审批人员')}
        rules={[{ required: true, message: t(taskUser.message ?? '请选择审批人员') }]}
      >
        <ApproverPicker known={approver} />
      </Form.Item>
      <FormFields fields={FIELDS} mode="add" />
    </Form>
  )
}
