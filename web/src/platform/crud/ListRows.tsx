import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CrudCards } from './CrudCards.tsx'
import { CrudTable } from './CrudTable.tsx'
import { Pager } from './Pager.tsx'
import type { RowAction } from './RowActions.tsx'
import type { CrudRow } from './row.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { StaleBar } from './StaleBar.tsx'
import { type OwnCells, useColumns } from './use-columns.tsx'
import { type List, useList } from './use-list.ts'
import { usePhone } from './use-phone.ts'
import { type RowActions, useRowActions } from './use-row-actions.ts'

export interface ListRowsProps {
  /** What can be done with each row, before the standing actions. */
  actions?: RowAction[]
  /** Fields the page draws itself. */
  cells?: OwnCells
  /** Rows that may be edited and deleted, where not all may. */
  isEditable?: (row: CrudRow) => boolean
  /** Rows that may be deleted, where not all that may be edited may. */
  isRemovable?: (row: CrudRow) => boolean
  /** A line says all there is: there is no detail to look at. */
  isFlat?: boolean
  /** Where a double click (or Enter) leads instead of the form of the row. */
  onOpen?: ((row: CrudRow) => void) | undefined
  /** A click on a row (or Enter) tells the page around it; `picked` is the row it shows. */
  onPick?: (row: CrudRow) => void
  picked?: string | undefined
}

/** The rows of a list, what is picked of them, and the way to the next page. */
export function ListRows(props: ListRowsProps) {
  const list = useList()
  const act = useRowActions(list, props)
  return (
    <>
      <SelectionBar list={list} />
      <StaleBar list={list} />
      <Body {...{ list, act }} {...props} />
      <Pager list={list} />
    </>
  )
}

const NO_LAYOUTS = {}

interface BodyProps extends ListRowsProps {
  list: List
  act: RowActions
}

/** Table or cards, or why there are none. */
function Body({ list, act, cells, onPick, picked, onOpen }: BodyProps) {
  const isPhone = usePhone()
  const { memory, labels, query } = list
  const columns = useColumns({
    entity: list.entity,
    memory,
    layouts: list.layout.fields ?? NO_LAYOUTS,
    labels,
    sort: query.sort,
    firstNumber: (query.current - 1) * query.size + 1,
    hasNumbers: !list.isForest,
    actions: act.rowActions,
    actionWidth: act.actionWidth,
    cells,
    onSwitch: act.onSwitch,
    canSwitch: act.canSwitch,
  })
  const { canSelect, canPick } = act
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={() => void list.refresh()} />
  if (list.isFirstLoad) return <Skeleton />
  if (isPhone) {
    return (
      <CrudCards
        {...{ list, canSelect, canPick, cells }}
        fields={memory.shown}
        actions={act.rowActions}
        onPick={onPick ?? onOpen}
      />
    )
  }
  return (
    <CrudTable
      {...{ list, columns, canSelect, canPick, onPick, picked }}
      density={memory.choice.density}
      chosen={memory.choice.widths}
      onOpen={onPick ?? onOpen ?? act.open}
    />
  )
}
