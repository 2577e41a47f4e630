import { Form } from 'antd'
import type { Values } from '../../platform/form/values.ts'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { AdjustScreen } from './AdjustScreen.tsx'
import type { RequestView } from './RequestFacts.tsx'
import { RequestFields } from './form-inputs.tsx'
import { useAdjust } from './use-adjust.ts'
import type { TaskPlace } from './use-complete.ts'

/** A request of a general process that came back. */
export function RequestAdjust({ place, request }: { place: TaskPlace; request: RequestView }) {
  const path = useTabPath()
  const [form] = Form.useForm<Values>()
  const { isBusy, refusal, handIn, giveUp } = useAdjust(place, form)
  return (
    <AdjustScreen form={form} isBusy={isBusy} onGiveUp={giveUp}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="flow-form"
        initialValues={request.values ?? {}}
        onValuesChange={() => setTabDirty(true, path)}
        onFinish={handIn}
      >
        <RefusalNote text={refusal} />
        <RequestFields fields={request.fields ?? []} />
      </Form>
    </AdjustScreen>
  )
}
