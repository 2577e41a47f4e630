import { code, codeCopy, codeRemove } from '@xueheng/contract/domains/develop/code.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { CodeEditor } from './CodeEditor.tsx'
import { CodePreview } from './CodePreview.tsx'

/** 代码生成: plans, each with its fields; the files can be read before they are fetched. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [edited, edit] = useState<{ id: string | undefined }>()
  const [previewed, preview] = useState<CrudRow>()
  const copying = useAction(({ id }: CrudRow) => callApi(codeCopy, { id }), { changes: [code] })
  const removing = useAction(({ id }: CrudRow) => callApi(codeRemove, { ids: id }), {
    confirm: { text: '确定将选择数据删除?', isDanger: true },
    changes: [code],
  })
  return (
    <CrudPage entity={code}>
      <ListToolbar>
        {can('code_add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => edit({ id: undefined })}>
            {t('新增')}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        onOpen={(row) => (can('code_edit') ? edit({ id: row.id }) : preview(row))}
        actions={[
          { code: 'code_view', label: '预览与生成', run: preview },
          { code: 'code_edit', label: '编辑', run: (row) => edit({ id: row.id }) },
          { code: 'code_add', label: '复制', run: copying.run },
          { code: 'code_delete', label: '删除', run: removing.run, danger: true },
        ]}
      />
      {edited && <CodeEditor key={edited.id ?? ''} id={edited.id} onClose={() => edit(undefined)} />}
      {previewed && (
        <CodePreview id={previewed.id} name={String(previewed.codeName)} onClose={() => preview(undefined)} />
      )}
    </CrudPage>
  )
}
