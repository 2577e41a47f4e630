import { changeState, definition, deleteDeployment } from '@xueheng/contract/domains/workflow/definition.ts'
import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { DiagramDialog } from './FlowDiagram.tsx'
import { ModeChoice, useMode } from './ModeChoice.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'

const QUESTIONS = {
  suspend: '挂起后不能发起，未完成的任务暂停办理。确定挂起「{name}」?',
  active: '确定激活「{name}」?',
}
const ACTIVE = definitionStates.states.active.value

/** 流程管理: every deployed version; one that rests starts nothing. */
export function Page() {
  const t = useT()
  const [drawn, draw] = useState<CrudRow>()
  const [mode, setMode] = useMode()

  const changing = useAction(
    ({ id }: CrudRow, state: 'active' | 'suspend') => callApi(changeState, { processId: id, state }),
    { confirm: ({ name }, state) => t(QUESTIONS[state], { name: String(name) }), changes: [['crud']] },
  )
  const removing = useAction(
    ({ deploymentId }: CrudRow) => callApi(deleteDeployment, { deploymentIds: String(deploymentId) }),
    {
      confirm: ({ name }) => ({ text: t('确定删除流程「{name}」的这次部署?', { name: String(name) }), isDanger: true }),
      changes: [['crud']],
    },
  )
  return (
    <CrudPage entity={definition} where={{ mode }}>
      <ListToolbar>
        <ModeChoice value={mode} onChange={setMode} />
      </ListToolbar>
      <ListRows
        isFlat
        cells={DEFINITION_CELLS}
        actions={[
          {
            code: 'flow_manager_state',
            label: '挂起流程',
            run: (row) => changing.run(row, 'suspend'),
            isFor: (row) => row.suspensionState === ACTIVE,
          },
          {
            code: 'flow_manager_state',
            label: '激活流程',
            run: (row) => changing.run(row, 'active'),
            isFor: (row) => row.suspensionState !== ACTIVE,
          },
          { code: 'flow_manager_image', label: '流程图', run: draw },
          { code: 'flow_manager_remove', label: '删除', run: removing.run, danger: true },
        ]}
      />
      {drawn && (
        <DiagramDialog
          of={{ processDefinitionId: drawn.id, title: String(drawn.name) }}
          onClose={() => draw(undefined)}
        />
      )}
    </CrudPage>
  )
}
