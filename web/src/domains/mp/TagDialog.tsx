import { tagBatch, untagBatch, wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { Form, Select } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { TAGS_KEY, useTags } from './use-tags.ts'

interface Chosen {
  tagid: number
}

const tagsOf = (row: CrudRow): number[] => (Array.isArray(row['tagidList']) ? row['tagidList'].map(Number) : [])

/** Puts a tag on the picked followers, or takes one off: offered are those that not all have, or that some have. */
export function TagDialog({ mode, rows, onClose }: { mode: 'on' | 'off'; rows: CrudRow[]; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Chosen>()
  const tags = useTags()
  const openidList = rows.map((row) => String(row['openid']))
  const isOffered = (id: number): boolean =>
    mode === 'on' ? !rows.every((row) => tagsOf(row).includes(id)) : rows.some((row) => tagsOf(row).includes(id))
  const options = (tags.data ?? [])
    .filter(({ id }) => isOffered(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  const call = mode === 'on' ? tagBatch : untagBatch
  const action = useAction((typed: Chosen) => callApi(call, { tagid: typed.tagid, openidList }), {
    form,
    changes: [TAGS_KEY, wxUser],
    onDone: onClose,
  })
  return (
    <FormModal
      title={t(mode === 'on' ? '打标签' : '取消标签')}
      width={420}
      form={form}
      initial={{}}
      above={
        <>
          <RefusalNote text={action.refusal} />
          <p>{t('已选{n}位粉丝', { n: rows.length })}</p>
        </>
      }
      okText={t('确定')}
      isBusy={action.isBusy}
      onSubmit={(typed) => void action.run(typed)}
      onClose={onClose}
    >
      <Form.Item name="tagid" label={t('标签')} rules={[{ required: true, message: t('请选择标签') }]}>
        <Select options={options} {...selectState(tags)} placeholder={t('请选择标签')} />
      </Form.Item>
    </FormModal>
  )
}
