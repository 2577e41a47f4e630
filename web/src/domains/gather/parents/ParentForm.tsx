import type { AskedItem, openLink } from '@xueheng/contract/domains/gather/gather-link.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Alert, Button, Form, Input, Select } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppForm } from '../../../platform/ui/AppForm.tsx'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import { PhotoInput } from './PhotoInput.tsx'

type Values = Record<string, string>

interface ParentFormProps {
  opened: NonNullable<Output<typeof openLink>>
  send: (values: Values) => Promise<unknown>
  onDone: () => void
}

/** What the school knows of the child, to be put right. */
export function ParentForm({ opened, send, onDone }: ParentFormProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const sending = useAction(
    (typed: Values) => send(Object.fromEntries(opened.items.map(({ name }) => [name, typed[name] ?? '']))),
    { form, done: '', onDone },
  )
  return (
    <>
      <header className="parent-head">
        <h1>{opened.taskName}</h1>
        <p>
          <b>{opened.studentName}</b> {opened.schoolName} {opened.className}
        </p>
        <p className="parent-quiet">{t('请核对孩子的信息，不对的改正后提交；带 * 的部分已遮盖，没有变化不用改')}</p>
      </header>
      {opened.rejectReason && (
        <Alert type="warning" showIcon title={t('学校退回：{reason}', { reason: opened.rejectReason })} />
      )}
      {opened.isAnswered === 1 && <Alert type="info" showIcon title={t('您已提交过，可以再改')} />}
      <RefusalNote text={sending.refusal} />
      <AppForm<Values>
        form={form}
        layout="vertical"
        size="large"
        initialValues={Object.fromEntries(opened.items.map(({ name, value }) => [name, value || undefined]))}
        onFinish={(typed) => void sending.run(typed)}
        scrollToFirstError
      >
        {opened.items.map((item) => (
          <Item key={item.name} item={item} />
        ))}
        <Button type="primary" htmlType="submit" size="large" block loading={sending.isBusy}>
          {t('提交')}
        </Button>
      </AppForm>
      <p className="parent-quiet">{t('{time}前可以修改', { time: opened.endTime.slice(0, 16) })}</p>
    </>
  )
}

function Item({ item: { name, isRequired, words, isThere } }: { item: AskedItem }) {
  const t = useT()
  const field = gatherStudent.fields[name]
  const label = t(field.label)
  if (field.kind === 'image')
    return (
      <Form.Item
        name={name}
        label={label}
        rules={isRequired && !isThere ? [{ required: true, message: t('请选择照片') }] : []}
      >
        <PhotoInput isThere={isThere === true} />
      </Form.Item>
    )
  const rules = isRequired ? [{ required: true, message: t('请填写{label}', { label }) }] : []
  return (
    <Form.Item name={name} label={label} rules={rules}>
      {words ? (
        <Select allowClear options={words} />
      ) : (
        <Input
          type={field.kind === 'date' ? 'date' : 'text'}
          inputMode={field.personal === 'phone' ? 'tel' : 'text'}
          maxLength={'length' in field ? field.length : undefined}
          allowClear
        />
      )}
    </Form.Item>
  )
}
