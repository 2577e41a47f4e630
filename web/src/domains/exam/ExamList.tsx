import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { TableColumnType } from 'antd'
import { useMemo, useState } from 'react'
import { CrudCards } from '../../platform/crud/CrudCards.tsx'
import type { CrudRow, RowAction } from '../../platform/crud/CrudPage.tsx'
import { CrudPrint } from '../../platform/crud/CrudPrint.tsx'
import { CrudTable } from '../../platform/crud/CrudTable.tsx'
import { EntityDialog } from '../../platform/crud/EntityDialog.tsx'
import { useLabels } from '../../platform/crud/lookups.ts'
import { Pager } from '../../platform/crud/Pager.tsx'
import { tableFields } from '../../platform/crud/row.ts'
import { SearchForm } from '../../platform/crud/SearchForm.tsx'
import { SelectionBar } from '../../platform/crud/SelectionBar.tsx'
import { Toolbar } from '../../platform/crud/Toolbar.tsx'
import { useColumnMemory } from '../../platform/crud/use-column-memory.ts'
import { useColumns } from '../../platform/crud/use-columns.tsx'
import { useCrudActions } from '../../platform/crud/use-crud-actions.ts'
import { useCrudList } from '../../platform/crud/use-crud-list.ts'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import '../../platform/crud/crud.css'
import { deskPath } from './exam.ts'
import { StateBadge } from './StateBadge.tsx'

const BADGE_WIDTH = 150
const FIRST = ['examName', 'examStatus']
/** Name and state come first: they are what an exam is looked for by. */
const FIELDS = tableFields(examInfo).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
const ROW_ACTIONS: RowAction[] = [{ code: 'examinfo_view', label: '进入考试', run: (row) => openTab(deskPath(row.id)) }]

/** The list of exams, drawn with the parts of the derived list; the state is shown as a way that is gone. */
export function ExamList() {
  const t = useT()
  const isPhone = usePhone()
  const crud = useCrudList(examInfo)
  const labels = useLabels(FIELDS)
  const memory = useColumnMemory(examInfo.name, FIELDS)
  const act = useCrudActions(crud, { rowActions: ROW_ACTIONS })
  const [isPrinting, setPrinting] = useState(false)
  const derived = useColumns({
    memory,
    labels,
    sort: crud.query.sort,
    firstNumber: (crud.query.current - 1) * crud.query.size + 1,
    hasNumbers: true,
    actions: act.rowActions,
    actionWidth: act.actionWidth,
  })
  const columns = useMemo(() => derived.map(withBadge), [derived])

  return (
    <PageFrame isFilled title={t(examInfo.title)}>
      <div className="crud">
        <SearchForm fields={crud.fields} values={crud.query.filters} onSearch={crud.search} fold={3} />
        <div className="crud-sheet">
          <Toolbar
            crud={crud}
            memory={memory}
            isFull={false}
            isExporting={act.isExporting}
            onAdd={() => act.dialog.add()}
            onRemove={() => void act.remove(crud.selected)}
            onExport={() => void act.exportFiltered()}
            onPrint={() => setPrinting(true)}
            onFull={() => undefined}
          />
          <SelectionBar crud={crud} />
          {crud.error && crud.rows.length === 0 ? (
            <ErrorState error={crud.error} onRetry={() => void crud.refresh()} />
          ) : crud.isFirstLoad ? (
            <Skeleton />
          ) : isPhone ? (
            <CrudCards
              {...{ crud, labels }}
              fields={memory.shown}
              actions={act.rowActions}
              canSelect={act.canSelect}
              onPick={open}
            />
          ) : (
            <CrudTable
              {...{ crud, columns }}
              density={memory.choice.density}
              chosen={memory.choice.widths}
              canSelect={act.canSelect}
              onOpen={open}
            />
          )}
          <Pager crud={crud} />
        </div>
      </div>
      <EntityDialog entity={examInfo} title={examInfo.title} dialog={act.dialog} onSaved={crud.changed} />
      {isPrinting && (
        <CrudPrint
          title={t(examInfo.title)}
          rows={crud.rows}
          fields={memory.shown}
          labels={labels}
          onDone={() => setPrinting(false)}
        />
      )}
    </PageFrame>
  )
}

function placeOf(name: string): number {
  const at = FIRST.indexOf(name)
  return at < 0 ? FIRST.length : at
}

function open(row: CrudRow): void {
  openTab(deskPath(row.id))
}

function withBadge(column: TableColumnType<CrudRow>): TableColumnType<CrudRow> {
  if (column.key !== 'examStatus') return column
  const width = Math.max(BADGE_WIDTH, Number(column.width))
  return { ...column, width, render: (status: number | null) => <StateBadge status={status ?? 0} /> }
}
