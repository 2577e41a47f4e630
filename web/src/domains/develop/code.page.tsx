import { code, codeCopy, codeRemove } from '@xueheng/contract/domains/develop/code.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { CodeEditor } from './CodeEditor.tsx'
import { CodePreview } from './CodePreview.tsx'

/** 代码生成: plans, each with its fields; the files can be read before they are fetched. */
export function Page() {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const [edited, edit] = useState<{ id: string | undefined }>()
  const [previewed, preview] = useState<CrudRow>()
  const changed = () => client.invalidateQueries({ queryKey: ['crud', code.name] })

  async function change(work: Promise<unknown>): Promise<void> {
    try {
      await work
      message.success(t('操作成功'))
      await changed()
    } catch (error) {
      showError(error)
    }
  }

  async function remove(row: CrudRow): Promise<void> {
    const isSure = await confirmBox(t('确定将选择数据删除?'), { isDanger: true })
    if (isSure) await change(callApi(codeRemove, { ids: row.id }))
  }

  return (
    <>
      <CrudPage
        entity={code}
        toolbar={
          can('code_add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit({ id: undefined })}>
              {t('新增')}
            </Button>
          )
        }
        onOpen={(row) => (can('code_edit') ? edit({ id: row.id }) : preview(row))}
        rowActions={[
          { code: 'code_view', label: '预览与生成', run: preview },
          { code: 'code_edit', label: '编辑', run: (row) => edit({ id: row.id }) },
          { code: 'code_add', label: '复制', run: (row) => change(callApi(codeCopy, { id: row.id })) },
          { code: 'code_delete', label: '删除', run: remove, danger: true },
        ]}
      />
      {edited && <CodeEditor key={edited.id ?? ''} id={edited.id} onSaved={changed} onClose={() => edit(undefined)} />}
      {previewed && (
        <CodePreview id={previewed.id} name={String(previewed.codeName)} onClose={() => preview(undefined)} />
      )}
    </>
  )
}
