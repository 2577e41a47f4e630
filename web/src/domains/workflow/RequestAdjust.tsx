import { Button, Form } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import type { Values } from '../../platform/form/values.ts'
import type { RequestView } from './RequestFacts.tsx'
import { RequestFields } from './form-inputs.tsx'
import { type TaskPlace, useComplete } from './use-complete.ts'

/** A request that came back: changed and handed in again, or given up. */
export function RequestAdjust({ place, request }: { place: TaskPlace; request: RequestView }) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Values>()
  const complete = useComplete(place, { form })
  const giveUp = useComplete(place, { confirm: '确定放弃这次申请?' })
  const isBusy = complete.isBusy || giveUp.isBusy
  return (
    <section className="flow-sheet" aria-label={t('调整申请')}>
      <h2>{t('调整申请')}</h2>
      <RefusalNote text={complete.refusal ?? giveUp.refusal} />
      <Form<Values>
        form={form}
        layout="vertical"
        className="flow-form"
        initialValues={request.values ?? {}}
        onValuesChange={() => setTabDirty(true, path)}
        onFinish={(values) => void complete.run(true, t('重新提交'), values)}
      >
        <RequestFields fields={request.fields ?? []} />
      </Form>
      <div className="flow-buttons">
        <Button type="primary" loading={isBusy} onClick={form.submit}>
          {t('重新提交')}
        </Button>
        <Button danger loading={isBusy} onClick={() => void giveUp.run(false, t('放弃申请'))}>
          {t('放弃申请')}
        </Button>
      </div>
    </section>
  )
}
