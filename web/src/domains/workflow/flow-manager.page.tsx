import { changeState, definition, deleteDeployment } from '@xueheng/contract/domains/workflow/definition.ts'
import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { DiagramDialog } from './FlowDiagram.tsx'
import { ModeChoice, useMode } from './ModeChoice.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'

const ACTIVE = definitionStates.states.active.value

/** 流程管理: every deployed version; one that rests starts nothing. */
export function Page() {
  const t = useT()
  const client = useQueryClient()
  const [drawn, draw] = useState<CrudRow>()
  const [mode, setMode] = useMode()
  const fixedFilters = useMemo(() => ({ mode }), [mode])

  async function act(question: string, isDanger: boolean, work: () => Promise<unknown>): Promise<void> {
    if (!(await confirmBox(question, { isDanger }))) return
    try {
      await work()
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey: ['crud'] })
    } catch (error) {
      showError(error)
    }
  }

  const change = (state: 'active' | 'suspend', question: string) => (row: CrudRow) =>
    act(t(question, { name: String(row.name) }), false, () => callApi(changeState, { processId: row.id, state }))
  const remove = (row: CrudRow) =>
    act(t('确定删除流程「{name}」的这次部署?', { name: String(row.name) }), true, () =>
      callApi(deleteDeployment, { deploymentIds: String(row.deploymentId) }),
    )
  return (
    <>
      <CrudPage
        isFlat
        entity={definition}
        fixedFilters={fixedFilters}
        toolbar={<ModeChoice value={mode} onChange={setMode} />}
        cells={DEFINITION_CELLS}
        rowActions={[
          {
            code: 'flow_manager_state',
            label: '挂起流程',
            run: change('suspend', '挂起后不能发起，未完成的任务暂停办理。确定挂起「{name}」?'),
            isFor: (row) => row.suspensionState === ACTIVE,
          },
          {
            code: 'flow_manager_state',
            label: '激活流程',
            run: change('active', '确定激活「{name}」?'),
            isFor: (row) => row.suspensionState !== ACTIVE,
          },
          { code: 'flow_manager_image', label: '流程图', run: draw },
          { code: 'flow_manager_remove', label: '删除', run: remove, danger: true },
        ]}
      />
      {drawn && (
        <DiagramDialog
          of={{ processDefinitionId: drawn.id, title: String(drawn.name) }}
          onClose={() => draw(undefined)}
        />
      )}
    </>
  )
}
