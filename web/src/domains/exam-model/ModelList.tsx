import { PlusOutlined } from '@ant-design/icons'
import { deleteModel, examModel } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { Button } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { NEW_MODEL_PATH, resultPath } from './places.ts'
import { StatusMark } from './StatusMark.tsx'

const CELLS: OwnCells = { modelStatus: { width: 100, draw: (status) => <StatusMark status={Number(status ?? 0)} /> } }

/** The models; one opens as its results. */
export function ModelList() {
  const t = useT()
  const can = useCan()
  const removing = useAction((row: CrudRow) => callApi(deleteModel, { ids: row.id, id: null }), {
    confirm: (row) => ({ text: t('确定删除模型「{name}」？', { name: String(row.modelName) }), isDanger: true }),
    done: '删除成功',
    changes: [examModel],
  })
  return (
    <CrudPage entity={examModel}>
      <ListToolbar>
        {can('exammodel_add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(NEW_MODEL_PATH)}>
            {t('新增模型')}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        cells={CELLS}
        onOpen={(row) => openTab(resultPath(row))}
        actions={[
          { code: 'exammodel_view', label: '查看结果', run: (row) => openTab(resultPath(row)) },
          { code: 'exammodel_edit', label: '编辑', run: (row) => openTab(`${NEW_MODEL_PATH}?id=${row.id}`) },
          { code: 'exammodel_delete', label: '删除', danger: true, run: removing.run },
        ]}
      />
    </CrudPage>
  )
}
