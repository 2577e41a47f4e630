import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type ReactNode, useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { DiagramDialog } from './FlowDiagram.tsx'
import { OUTCOME_CELLS } from './request-look.tsx'
import { detailPath, hasPages, placeOfRow } from './paths.ts'

interface TaskPageProps {
  entity: AnyEntity
  segment: string
  /** Prefix of the rights to look at details and drawing. */
  code: string
  actions?: RowAction[]
  where?: { isPaged: number }
  children?: ReactNode
}

/** A list of tasks; each leads to its request and to the drawing of its process. */
export function TaskPage({ entity, segment, code, actions = [], where, children }: TaskPageProps) {
  const [drawn, draw] = useState<CrudRow>()
  const open = (row: CrudRow) => openTab(detailPath(placeOfRow(row)))
  return (
    <CrudPage entity={entity} source={{ segment }} where={where}>
      <ListToolbar />
      <ListRows
        isFlat
        cells={OUTCOME_CELLS}
        actions={[
          ...actions,
          { code: `${code}_detail`, label: '详情', run: open, isFor: hasPages },
          { code: `${code}_follow`, label: '流程图', run: draw },
        ]}
        onOpen={(row) => (hasPages(row) ? open(row) : draw(row))}
      />
      {drawn && (
        <DiagramDialog
          of={{
            processInstanceId: String(drawn.processInstanceId),
            title: String(drawn.processDefinitionName),
          }}
          onClose={() => draw(undefined)}
        />
      )}
      {children}
    </CrudPage>
  )
}
