import {
  type TemplateValue,
  batchPreview,
  batchSend,
  msgTemplate,
  renderTemplate,
  templateKeys,
} from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateBatch } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button, Form, type FormInstance, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, post } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { JobLine } from './JobLine.tsx'
import { useTags } from './use-tags.ts'

interface Typed {
  values: Record<string, string>
  url: string
  filter: { tagid?: number; nickname?: string; remark?: string; qrSceneStr?: string; openid?: string }
}

type Preview = NonNullable<Output<typeof batchPreview>>

/** Fills a template in, tells whom it would reach and how it reads, and then sends it. */
export function SendDialog({ template, onClose }: { template: CrudRow; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Typed>()
  const content = String(template['content'] ?? '')
  const keys = templateKeys(content)
  const kept = (Array.isArray(template['data']) ? template['data'] : []) as TemplateValue[]
  const [requestId] = useState(() => crypto.randomUUID())
  const { preview, setPreview, jobId, trying, sending, keeping } = useSending(template, keys, requestId, form)
  const canSend = preview !== undefined && preview.total > 0 && jobId === undefined
  return (
    <FormModal<Typed>
      title={`${t('群发')} · ${String(template['name'])}`}
      width={820}
      form={form}
      initial={{
        values: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
        url: String(template['url'] ?? ''),
        filter: {},
      }}
      above={<RefusalNote text={trying.refusal ?? sending.refusal} />}
      okText={undefined}
      isBusy={trying.isBusy || sending.isBusy}
      onChange={() => setPreview(undefined)}
      onSubmit={(typed) => void trying.run(typed)}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('关闭')}</Button>
          <Button loading={keeping.isBusy} onClick={() => void keeping.run(form.getFieldsValue(true) as Typed)}>
            {t('保存填写内容')}
          </Button>
          <Button loading={trying.isBusy} onClick={() => form.submit()}>
            {t('试算')}
          </Button>
          <Button
            type="primary"
            disabled={!canSend}
            loading={sending.isBusy}
            onClick={() => void sending.run(form.getFieldsValue(true) as Typed)}
          >
            {preview ? t('发送给{n}人', { n: formatNumber(preview.total) }) : t('发送')}
          </Button>
        </>
      )}
    >
      <div className="mp-send">
        <Values keys={keys} />
        <div>
          <h3>{t('发给谁')}</h3>
          <Filters />
          <Result content={content} keys={keys} preview={preview} />
          <JobLine jobId={jobId} />
        </div>
      </div>
    </FormModal>
  )
}

/** The three things done with what was typed: tried, sent, kept with the template. */
function useSending(template: CrudRow, keys: string[], requestId: string, form: FormInstance<Typed>) {
  const t = useT()
  const [preview, setPreview] = useState<Preview>()
  const [jobId, setJobId] = useState<string>()
  const inputOf = (typed: Typed) => ({
    templateId: template.id,
    data: valuesOf(keys, typed),
    url: typed.url || null,
    wxUserFilterParams: typed.filter ?? {},
  })
  const trying = useAction((typed: Typed) => callApi(batchPreview, inputOf(typed)), {
    form,
    isInline: true,
    done: '',
    onDone: (answer) => setPreview(answer ?? undefined),
  })
  const sending = useAction((typed: Typed) => callApi(batchSend, { ...inputOf(typed), requestId }), {
    form,
    isInline: true,
    done: t('已开始发送'),
    changes: [templateBatch],
    onDone: (answer) => setJobId(answer?.jobId),
  })
  const keeping = useAction(
    (typed: Typed) =>
      post(`${msgTemplate.paths[0]}/update`, {
        body: { id: template.id, data: valuesOf(keys, typed), url: typed.url },
      }),
    { changes: [msgTemplate], done: t('已保存为模板的填写内容') },
  )
  return { preview, setPreview, jobId, trying, sending, keeping }
}

function valuesOf(keys: string[], typed: Typed): TemplateValue[] {
  return keys.map((name) => ({ name, value: typed.values?.[name] ?? '' }))
}

function Values({ keys }: { keys: string[] }) {
  const t = useT()
  return (
    <div>
      <h3>{t('填写内容')}</h3>
      {keys.length === 0 && <p className="mp-note">{t('模板内容里没有可填的键，请先同步消息模板')}</p>}
      {keys.map((key) => (
        <Form.Item
          key={key}
          name={['values', key]}
          label={key}
          rules={[{ required: true, message: t('请填写{name}', { name: key }) }]}
        >
          <Input maxLength={200} />
        </Form.Item>
      ))}
      <Form.Item name="url" label={t('跳转网址')}>
        <Input maxLength={255} />
      </Form.Item>
    </div>
  )
}

function Filters() {
  const t = useT()
  const tags = useTags()
  return (
    <>
      <Form.Item name={['filter', 'tagid']} label={t('标签')}>
        <Select
          allowClear
          options={(tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...selectState(tags)}
          placeholder={t('全部已关注的粉丝')}
        />
      </Form.Item>
      <Form.Item name={['filter', 'remark']} label={t('备注名')}>
        <Input />
      </Form.Item>
      <Form.Item name={['filter', 'qrSceneStr']} label={t('二维码场景')}>
        <Input />
      </Form.Item>
    </>
  )
}

/** How the message reads as it is typed, and after the trial whom it reaches. */
function Result({ content, keys, preview }: { content: string; keys: string[]; preview: Preview | undefined }) {
  const t = useT()
  const typed = Form.useWatch('values') as Typed['values'] | undefined
  const text = renderTemplate(
    content,
    keys.map((name) => ({ name, value: typed?.[name] ?? `{${name}}` })),
  )
  return (
    <>
      <pre className="mp-message" aria-label={t('消息预览')}>
        {preview?.text ?? text}
      </pre>
      {preview && (
        <p role="status">
          {t('将发给{n}人，今日还可发送{m}条', { n: formatNumber(preview.total), m: formatNumber(preview.quotaLeft) })}
          {preview.users.length > 0 &&
            `：${preview.users.map((one) => one.remark || one.nickname || one.openid).join('、')}`}
        </p>
      )}
    </>
  )
}
