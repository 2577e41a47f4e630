import { FilterOutlined } from '@ant-design/icons'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { Badge, Button } from 'antd'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import type { Params } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useScreenTitle } from '../tabs/tab.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Source } from './crud-api.ts'
import { CrudCards } from './CrudCards.tsx'
import { CrudPrint } from './CrudPrint.tsx'
import { CrudTable } from './CrudTable.tsx'
import { EntityDialog, type EntityDialogProps } from './EntityDialog.tsx'
import type { FieldCheck } from './FormFields.tsx'
import type { Labels } from './fields/field-view.ts'
import { useLabels } from './lookups.ts'
import { lazyPart } from './lazy-part.tsx'
import { Pager } from './Pager.tsx'
import type { RowAction } from './RowActions.tsx'
import { type CrudRow, tableFields } from './row.ts'
import { SearchForm } from './SearchForm.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type ColumnMemory, useColumnMemory } from './use-column-memory.ts'
import { type OwnCells, useColumns } from './use-columns.tsx'
import { type CrudActions, useCrudActions } from './use-crud-actions.ts'
import { type CrudList, useCrudList } from './use-crud-list.ts'
import type { Values } from './use-entity-dialog.ts'
import { usePhone } from './use-phone.ts'
import './crud.css'
import './crud-dialog.css'
import './crud-phone.css'

export interface CrudPageProps {
  entity: AnyEntity
  /** What the rows are called in dialogs and on paper; the page itself is called what the menu calls it. */
  title?: string
  /** Further buttons behind 新增 and 删除. */
  toolbar?: ReactNode
  /** Further actions of each row, before the standing ones. */
  rowActions?: RowAction[]
  /** Conditions the user cannot change. */
  fixedFilters?: Params
  /** Sent with, and shown in, every new row. */
  defaults?: Values
  /** Another read call of the same entity. */
  source?: Source
  /** Keeps two lists of one tab apart in its address. */
  prefix?: string
  /** Checks of single fields beyond their declaration. */
  checks?: Record<string, FieldCheck>
  /** A click on a row (or Enter) tells the page around it; `picked` is the row it shows. */
  onPick?: (row: CrudRow) => void
  picked?: string | undefined
  /** Where a double click (or Enter) leads instead of the form of the row. */
  onOpen?: (row: CrudRow) => void
  /** Fields the page draws itself. */
  cells?: OwnCells
  /** Columns that come before the others. */
  firstFields?: readonly string[]
  /** What the server answered to a row that was saved. */
  onSaved?: (answer: unknown) => void
  /** Part of another page: no frame of its own. */
  isEmbedded?: boolean
  /** A line says all there is: there is no detail to look at. */
  isFlat?: boolean
  /** At the right of the title. */
  headExtra?: ReactNode
  /** Rows that may be edited and deleted, where not all may. */
  isOpen?: (row: CrudRow) => boolean
  /** In place of the form drawn from the declaration. */
  Form?: ComponentType<EntityDialogProps>
}

/** List, search and form of an entity, drawn from its declaration. */
export function CrudPage(props: CrudPageProps) {
  const t = useT()
  const screenTitle = useScreenTitle()
  const [isFull, setFull] = useState(false)
  const body = (
    <div className={isFull ? 'crud-full' : 'crud-fill'}>
      <CrudBody {...props} isFull={isFull} onFull={() => setFull(!isFull)} />
    </div>
  )
  if (props.isEmbedded) return body
  return (
    <PageFrame isFilled title={t(screenTitle || (props.title ?? props.entity.title))} extra={props.headExtra}>
      {body}
    </PageFrame>
  )
}

interface CrudBodyProps extends CrudPageProps {
  isFull: boolean
  onFull: () => void
}

function CrudBody({ entity, toolbar, isFull, onFull, ...props }: CrudBodyProps) {
  const t = useT()
  const isPhone = usePhone()
  const crud = useCrudList(entity, props)
  const fields = tableFields(entity, props.firstFields)
  const labels = useLabels(fields)
  const memory = useColumnMemory(memoryName(entity, props.source), fields)
  const act = useCrudActions(crud, props)
  const [isPrinting, setPrinting] = useState(false)
  const title = props.title ?? entity.title
  const { onPick, picked, onOpen, cells, Form = EntityDialog } = props

  return (
    <div className="crud">
      <Search crud={crud} isPhone={isPhone} />
      <div className="crud-sheet">
        <Toolbar
          {...{ crud, memory, isFull, onFull }}
          extra={toolbar}
          isExporting={act.isExporting}
          onAdd={() => act.dialog.add()}
          onRemove={() => void act.remove(crud.selected)}
          onExport={() => void act.exportFiltered()}
          onPrint={() => setPrinting(true)}
        />
        <SelectionBar crud={crud} />
        <Rows {...{ crud, memory, labels, act, isPhone, onPick, picked, onOpen, cells }} />
        <Pager crud={crud} />
      </div>
      {act.isAskingReason && (
        <ReasonDialog
          title={`${t('导出')} · ${t(title)}`}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={act.stopAsking}
          onSubmit={act.exportWith}
        />
      )}
      <Form
        {...{ entity, title }}
        dialog={act.dialog}
        extra={props.defaults}
        checks={props.checks}
        onSaved={(answer) => props.onSaved?.(answer)}
      />
      {isPrinting && (
        <CrudPrint
          {...{ labels }}
          title={t(title)}
          rows={crud.rows}
          fields={memory.shown}
          onDone={() => setPrinting(false)}
        />
      )}
    </div>
  )
}

interface RowsProps extends Pick<CrudPageProps, 'onPick' | 'picked' | 'onOpen' | 'cells'> {
  crud: CrudList
  memory: ColumnMemory
  labels: Record<string, Labels>
  act: CrudActions
  isPhone: boolean
}

/** The rows as table or cards, or why there are none. */
function Rows({ crud, memory, labels, act, isPhone, onPick, picked, onOpen, cells }: RowsProps) {
  const { current, size, sort } = crud.query
  const columns = useColumns({
    entity: crud.entity,
    memory,
    labels,
    sort,
    firstNumber: (current - 1) * size + 1,
    hasNumbers: !crud.isForest,
    actions: act.rowActions,
    actionWidth: act.actionWidth,
    cells,
    onSwitch: act.onSwitch,
  })
  const { canSelect } = act
  if (crud.error && crud.rows.length === 0) return <ErrorState error={crud.error} onRetry={() => void crud.refresh()} />
  if (crud.isFirstLoad) return <Skeleton />
  if (isPhone) {
    return (
      <CrudCards
        {...{ crud, labels, canSelect, cells }}
        fields={memory.shown}
        actions={act.rowActions}
        onPick={onPick ?? onOpen}
      />
    )
  }
  return (
    <CrudTable
      {...{ crud, columns, canSelect, onPick, picked }}
      density={memory.choice.density}
      chosen={memory.choice.widths}
      onOpen={onPick ?? onOpen ?? act.open}
    />
  )
}

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const SearchDrawer = lazyPart(async () => (await import('./SearchDrawer.tsx')).SearchDrawer)

/** Search fields in sight at first; the time of creation is always behind the fold. */
const FOLD = 3

/** The search bar; on a phone it waits behind a button. */
function Search({ crud, isPhone }: { crud: CrudList; isPhone: boolean }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setOpened] = useState(false)
  const { screen } = crud.entity
  const search = useCallback(
    (values: Values) => {
      crud.search(values)
      setOpen(false)
    },
    [crud],
  )
  function open(): void {
    setOpened(true)
    setOpen(true)
  }

  const form = (
    <SearchForm
      fields={crud.fields}
      values={crud.query.filters}
      onSearch={search}
      span={screen?.searchSpan}
      fold={isPhone ? crud.fields.length : Math.min(screen?.searchFold ?? FOLD, crud.fields.length - 1)}
    />
  )
  if (!isPhone) return form
  return (
    <>
      <Badge count={Object.keys(crud.query.filters).length} className="crud-filter-badge">
        <Button block icon={<FilterOutlined />} onClick={open}>
          {t('筛选')}
        </Button>
      </Badge>
      {hasOpened && (
        <SearchDrawer isOpen={isOpen} onClose={() => setOpen(false)}>
          {form}
        </SearchDrawer>
      )}
    </>
  )
}

function memoryName(entity: AnyEntity, source: Source | undefined): string {
  return source ? `${entity.name}-${source.segment}` : entity.name
}

export type { RowAction } from './RowActions.tsx'
export type { CrudRow } from './row.ts'
