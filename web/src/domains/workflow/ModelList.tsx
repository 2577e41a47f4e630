import { PlusOutlined } from '@ant-design/icons'
import { model, modelDetail, modelRemove } from '@xueheng/contract/domains/workflow/model.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, saveAs } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { ModelDeploy } from './ModelDeploy.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'

const DESK = '/flow/model'
const edit = (row: CrudRow) => openTab(`${DESK}/${row.id}`)

/** The processes that were drawn here, deployed or not. */
export function ModelList() {
  const t = useT()
  const can = useCan()
  const [deployed, deploy] = useState<CrudRow>()
  const fetching = useAction(fetchDrawing, { done: '' })
  const removing = useAction((row: CrudRow) => callApi(modelRemove, { ids: row.id }), {
    confirm: (row) => ({
      text: t('确定删除模型「{name}」?已部署的流程不受影响。', { name: String(row.name) }),
      isDanger: true,
    }),
    changes: [model],
  })
  return (
    <CrudPage entity={model}>
      <ListToolbar>
        {can('flow_model_create') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(`${DESK}/new`)}>
            {t('创建')}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        isFlat
        cells={DEFINITION_CELLS}
        onOpen={edit}
        actions={[
          { code: 'flow_model_update', label: '编辑', run: edit },
          { code: 'flow_model_deploy', label: '部署', run: deploy },
          { code: 'flow_model_download', label: '下载', run: fetching.run },
          { code: 'flow_model_delete', label: '删除', run: removing.run, danger: true },
        ]}
      />
      {deployed && <ModelDeploy row={deployed} onClose={() => deploy(undefined)} />}
    </CrudPage>
  )
}

async function fetchDrawing(row: CrudRow): Promise<void> {
  const found = await callApi(modelDetail, { id: row.id })
  const drawing = new Blob([found?.modelEditorXml ?? ''], { type: 'application/xml' })
  saveAs(drawing, `${String(row.modelKey)}.bpmn20.xml`)
}
