import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { Button, Form, Input } from 'antd'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { RequestFields } from './form-inputs.tsx'
import { type TaskPlace, useComplete } from './use-complete.ts'

interface VerdictProps {
  place: TaskPlace
  /** What the step fills in beside its opinion, and what stands there. */
  fields?: FormField[]
  values?: Values
}

const NO_FIELDS: FormField[] = []

/** Agree or refuse, with words either way; the form of the step is asked for by an agreement alone. */
export function Verdict({ place, fields = NO_FIELDS, values = {} }: VerdictProps) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Values>()
  const { run, refusal, isBusy } = useComplete(place, { form })

  async function say(isAgreed: boolean): Promise<void> {
    const isFit = await form.validateFields(isAgreed ? undefined : ['comment']).catch(() => undefined)
    if (!isFit) return
    const { comment, ...filled } = form.getFieldsValue()
    await run(isAgreed, String(comment), filled)
  }

  return (
    <section className="flow-sheet" aria-label={t('审批')}>
      <h2>{t('审批')}</h2>
      <RefusalNote text={refusal} />
      <Form
        form={form}
        layout="vertical"
        className="flow-form"
        initialValues={values}
        onValuesChange={() => setTabDirty(true, path)}
      >
        {fields.length > 0 && <RequestFields fields={fields} />}
        <Form.Item
          name="comment"
          label={t('批复意见')}
          rules={[{ required: true, whitespace: true, message: t('请先填写批复意见') }]}
        >
          <Input.TextArea rows={3} maxLength={1000} showCount />
        </Form.Item>
      </Form>
      <div className="flow-buttons">
        <Button type="primary" loading={isBusy} onClick={() => void say(true)}>
          {t('同意')}
        </Button>
        <Button danger loading={isBusy} onClick={() => void say(false)}>
          {t('驳回')}
        </Button>
      </div>
    </section>
  )
}
