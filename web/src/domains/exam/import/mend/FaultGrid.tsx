import type { ImportSheet, StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { useMemo, useState } from 'react'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { DataGrid } from '../../../../platform/grid/DataGrid.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { ChooseBar } from '../ChooseBar.tsx'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'
import { NothingToMend } from './NothingToMend.tsx'
import { mendColumns } from './mend-columns.ts'
import type { Mending } from './use-mending.ts'
import type { MendRow, StagedRows } from './use-staged-rows.ts'

interface FaultGridProps {
  wizard: Wizard
  batch: Batch
  mending: Mending
  sheet: ImportSheet
  rows: StagedRows
  optionsOf: (target: string) => readonly string[]
}

/** The staged rows of one sheet with their faults in place; cells are typed over like in a spreadsheet. */
export function FaultGrid({ wizard, batch, mending, sheet, rows, optionsOf }: FaultGridProps) {
  const t = useT()
  const [chosen, setChosen] = useState<ReadonlyMap<string, StagedRow>>(new Map())
  const columns = useMemo(() => mendColumns(wizard.kind, sheet, (n) => t('第 {n} 列', { n })), [wizard.kind, sheet, t])

  function tick(ticked: MendRow[], isOn: boolean): void {
    setChosen((old) => {
      const next = new Map(old)
      for (const { key, staged } of ticked) {
        if (isOn) next.set(key, staged)
        else next.delete(key)
      }
      return next
    })
  }

  const untick = () => setChosen(new Map())
  if (rows.error) return <ErrorState error={rows.error} onRetry={rows.retry} />
  if (rows.isPending) return <Skeleton rows={6} />
  if (rows.rowCount === 0) return <NothingToMend wizard={wizard} batch={batch} mending={mending} />
  return (
    <>
      <ChooseBar
        wizard={wizard}
        records={[...chosen.values()]}
        isLeft={mending.filter.shown === 'left'}
        onDone={untick}
      />
      <DataGrid<MendRow>
        label={t('逐行结果')}
        columns={columns}
        rowCount={rows.rowCount}
        rowAt={rows.rowAt}
        readRows={rows.readRows}
        onShow={rows.onShow}
        edits={mending.edits}
        at={mending.at}
        onMove={mending.move}
        optionsOf={(_row, column) => optionsOf(sheet.targets[column] ?? '')}
        ticked={new Set(chosen.keys())}
        onTick={tick}
        onUntickAll={untick}
      />
    </>
  )
}
