import { startable } from '@xueheng/contract/domains/workflow/definition.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { DiagramDialog } from './FlowDiagram.tsx'
import { ModeChoice, useMode } from './ModeChoice.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'
import { formPath, hasPages } from './paths.ts'

const SOURCE = { segment: 'start-list' }

/** 发起流程: what can be started, the latest version of each. */
export function Page() {
  const [drawn, draw] = useState<CrudRow>()
  const [mode, setMode] = useMode()
  const start = (row: CrudRow) => openTab(formPath(String(row.formRoute), row.id))
  return (
    <CrudPage entity={startable} source={SOURCE} where={{ mode }}>
      <ListToolbar>
        <ModeChoice value={mode} onChange={setMode} />
      </ListToolbar>
      <ListRows
        isFlat
        cells={DEFINITION_CELLS}
        actions={[
          { code: 'work_start_flow', label: '发起', run: start, isFor: hasPages },
          { code: 'work_start_image', label: '流程图', run: draw },
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
