import { PlusOutlined } from '@ant-design/icons'
import { deleteModel, examModel } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { NEW_MODEL_PATH, resultPath } from './places.ts'
import { StatusMark } from './StatusMark.tsx'

const FIRST = ['modelName', 'modelStatus']
const CELLS: OwnCells = { modelStatus: { width: 100, draw: (status) => <StatusMark status={Number(status ?? 0)} /> } }

/** The models; one opens as its results. */
export function ModelList() {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()

  async function remove(row: CrudRow): Promise<void> {
    const name = String(row.modelName)
    if (!(await confirmBox(t('确定删除模型「{name}」？', { name }), { isDanger: true }))) return
    try {
      await callApi(deleteModel, { ids: row.id, id: null })
      message.success(t('删除成功'))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: ['crud', examModel.name] })
  }

  return (
    <CrudPage
      entity={examModel}
      firstFields={FIRST}
      cells={CELLS}
      onOpen={(row) => openTab(resultPath(row))}
      toolbar={
        can('exammodel_add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(NEW_MODEL_PATH)}>
            {t('新增模型')}
          </Button>
        )
      }
      rowActions={[
        { code: 'exammodel_view', label: '查看结果', run: (row) => openTab(resultPath(row)) },
        { code: 'exammodel_edit', label: '编辑', run: (row) => openTab(`${NEW_MODEL_PATH}?id=${row.id}`) },
        { code: 'exammodel_delete', label: '删除', danger: true, run: remove },
      ]}
    />
  )
}
