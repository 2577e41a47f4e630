import { type WxArticle, assetArticle, assetNewsUpload, wxMaterial } from '@xueheng/contract/domains/mp/wx-assets.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { loadPage } from '../../platform/crud/crud-api.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'

const MOST_COVERS = 200

/** One article of a set; a new set begins with one. The platform takes changes one article at a time. */
export function ArticleDialog({
  row,
  articles = [],
  onClose,
}: {
  row?: CrudRow
  articles?: WxArticle[]
  onClose: () => void
}) {
  const t = useT()
  const [at, turn] = useState(0)
  return (
    <OneArticle
      key={at}
      row={row}
      at={at}
      article={articles[at]}
      onClose={onClose}
      turner={
        articles.length > 1 && (
          <Segmented
            value={at}
            options={articles.map((one, index) => ({
              value: index,
              label: `${index + 1}. ${one.title || t('未命名')}`,
            }))}
            onChange={turn}
          />
        )
      }
    />
  )
}

interface OneArticleProps {
  row: CrudRow | undefined
  at: number
  article: WxArticle | undefined
  turner: React.ReactNode
  onClose: () => void
}

function OneArticle({ row, at, article, turner, onClose }: OneArticleProps) {
  const t = useT()
  const [form] = Form.useForm<WxArticle>()
  const covers = useQuery({
    queryKey: ['crud', wxMaterial.name, 'covers'],
    queryFn: () => loadPage(wxMaterial, { current: 1, size: MOST_COVERS, mediaType: 'image' }),
  })
  const save = async (typed: WxArticle): Promise<void> => {
    const whole = { ...article, ...typed }
    if (row) await callApi(assetArticle, { mediaId: String(row['mediaId']), index: at, articles: whole })
    else await callApi(assetNewsUpload, { items: [whole] })
  }
  const action = useAction(save, { form, changes: [wxMaterial], onDone: onClose })
  const needed = (label: string) => [{ required: true, message: t('请输入{label}', { label: t(label) }) }]
  const options = (covers.data?.records ?? []).map((one) => ({
    value: String(one['mediaId']),
    label: String(one['name'] ?? one['mediaId']),
  }))
  return (
    <FormModal<WxArticle>
      title={t(row ? '修改图文' : '新增图文')}
      width={720}
      form={form}
      initial={article ?? {}}
      above={
        <>
          <RefusalNote text={action.refusal} />
          {turner}
        </>
      }
      okText={t('保存')}
      isBusy={action.isBusy}
      onSubmit={(typed) => void action.run(typed)}
      onClose={onClose}
    >
      <Form.Item name="title" label={t('文章标题')} rules={needed('文章标题')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="thumbMediaId" label={t('封面素材')} rules={[{ required: true, message: t('请选择封面素材') }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={options} {...selectState(covers)} />
      </Form.Item>
      <Form.Item name="author" label={t('作者')}>
        <Input maxLength={16} />
      </Form.Item>
      <Form.Item name="digest" label={t('摘要')}>
        <Input.TextArea maxLength={128} rows={2} />
      </Form.Item>
      <Form.Item name="content" label={t('文章内容')} rules={needed('文章内容')}>
        <Input.TextArea maxLength={19_999} rows={8} />
      </Form.Item>
      <Form.Item name="contentSourceUrl" label={t('原文链接')}>
        <Input maxLength={1000} />
      </Form.Item>
    </FormModal>
  )
}
