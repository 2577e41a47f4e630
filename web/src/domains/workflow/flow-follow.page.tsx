import { follow } from '@xueheng/contract/domains/workflow/follow.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { DiagramDialog } from './FlowDiagram.tsx'
import { StopDialog } from './StopDialog.tsx'
import { DEFINITION_CELLS } from './definition-cells.tsx'
import { detailPath, hasPages, placeOfRow } from './paths.ts'

/** 流程跟踪: every place where a running process waits. */
export function Page() {
  const [drawn, draw] = useState<CrudRow>()
  const [stopped, stop] = useState<CrudRow>()
  return (
    <CrudPage entity={follow}>
      <ListToolbar />
      <ListRows
        isFlat
        cells={DEFINITION_CELLS}
        actions={[
          {
            code: 'flow_follow_view',
            label: '详情',
            run: (row) => openTab(detailPath(placeOfRow(row))),
            isFor: hasPages,
          },
          { code: 'flow_follow_view', label: '流程图', run: draw },
          { code: 'flow_follow_delete', label: '终止', run: stop, danger: true },
        ]}
      />
      {drawn && (
        <DiagramDialog
          of={{ processInstanceId: String(drawn.processInstanceId), title: String(drawn.name) }}
          onClose={() => draw(undefined)}
        />
      )}
      {stopped && (
        <StopDialog
          title="终止流程"
          processInstanceId={String(stopped.processInstanceId)}
          onClose={() => stop(undefined)}
        />
      )}
    </CrudPage>
  )
}
