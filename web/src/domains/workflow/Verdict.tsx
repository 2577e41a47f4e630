import { Button, Form, Input } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { type TaskPlace, useComplete } from './use-complete.ts'

/** Agree or refuse, with words either way. */
export function Verdict({ place }: { place: TaskPlace }) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<{ comment: string }>()
  const { run, refusal, isBusy } = useComplete(place)

  async function say(isAgreed: boolean): Promise<void> {
    const found = await form.validateFields().catch(() => undefined)
    if (found) await run(isAgreed, found.comment)
  }

  return (
    <section className="flow-sheet" aria-label={t('审批')}>
      <h2>{t('审批')}</h2>
      <RefusalNote text={refusal} />
      <Form form={form} layout="vertical" className="flow-form" onValuesChange={() => setTabDirty(true, path)}>
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
