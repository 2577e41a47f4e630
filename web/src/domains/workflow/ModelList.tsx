import { PlusOutlined } from '@ant-design/icons'
import { model, modelDetail, modelRemove } from '@xueheng/contract/domains/workflow/model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi, saveAs } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { ModelDeploy } from './ModelDeploy.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'

const DESK = '/flow/model'

/** The processes that were drawn here, deployed or not. */
export function ModelList() {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const [deployed, deploy] = useState<CrudRow>()
  const edit = (row: CrudRow) => openTab(`${DESK}/${row.id}`)

  async function remove(row: CrudRow): Promise<void> {
    const question = t('确定删除模型「{name}」?已部署的流程不受影响。', { name: String(row.name) })
    if (!(await confirmBox(question, { isDanger: true }))) return
    try {
      await callApi(modelRemove, { ids: row.id })
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey: ['crud', model.name] })
    } catch (error) {
      showError(error)
    }
  }

  return (
    <>
      <CrudPage
        isFlat
        entity={model}
        cells={DEFINITION_CELLS}
        onOpen={edit}
        toolbar={
          can('flow_model_create') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(`${DESK}/new`)}>
              {t('创建')}
            </Button>
          )
        }
        rowActions={[
          { code: 'flow_model_update', label: '编辑', run: edit },
          { code: 'flow_model_deploy', label: '部署', run: deploy },
          { code: 'flow_model_download', label: '下载', run: downloadModel },
          { code: 'flow_model_delete', label: '删除', run: remove, danger: true },
        ]}
      />
      {deployed && <ModelDeploy row={deployed} onClose={() => deploy(undefined)} />}
    </>
  )
}

async function downloadModel(row: CrudRow): Promise<void> {
  try {
    const found = await callApi(modelDetail, { id: row.id })
    const drawing = new Blob([found?.modelEditorXml ?? ''], { type: 'application/xml' })
    saveAs(drawing, `${String(row.modelKey)}.bpmn20.xml`)
  } catch (error) {
    showError(error)
  }
}
