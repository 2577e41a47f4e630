import { type KeyboardEvent, useState } from 'react'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { SaveBar } from '../../../../platform/grid/SaveBar.tsx'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'
import { AlikeDialog } from './AlikeDialog.tsx'
import { FaultGrid } from './FaultGrid.tsx'
import { FaultList } from './FaultList.tsx'
import { FileFilter } from './FileFilter.tsx'
import { MendBar } from './MendBar.tsx'
import { RuleFilter } from './RuleFilter.tsx'
import { sheetKey } from './faults.ts'
import { useCellOptions } from './use-cell-options.ts'
import { type Mending, type ShownSheet, useMending } from './use-mending.ts'
import { useFaultAt } from './use-fault-at.ts'
import { useSaving } from './use-saving.ts'
import { useStagedRows } from './use-staged-rows.ts'
import './mend.css'

interface MendProps {
  wizard: Wizard
  batch: Batch
}

/** The faults of all files and the cells they stand in: mended one by one, by block or all alike, and saved together. */
export function Mend({ wizard, batch }: MendProps) {
  const mending = useMending(batch)
  if (mending.error) return <ErrorState error={mending.error} onRetry={mending.retry} />
  return mending.shown ? <MendSheet {...{ wizard, batch, mending }} shown={mending.shown} /> : null
}

interface MendSheetProps extends MendProps {
  mending: Mending
  shown: ShownSheet
}

function MendSheet({ wizard, batch, mending, shown: { sheet } }: MendSheetProps) {
  const t = useT()
  const { edits, filter, verdict } = mending
  const rows = useStagedRows({ batch, sheet, shown: filter.shown, code: filter.code, verdict })
  const fault = useFaultAt(mending, rows.rowAt(mending.at.row))
  const optionsOf = useCellOptions(wizard, fault.schoolText)
  const [isAlikeOpen, setAlikeOpen] = useState(false)
  const save = useSaving(wizard, batch, edits)

  function follow(event: KeyboardEvent): void {
    if (event.key !== 'F8') return
    event.preventDefault()
    fault.step(event.shiftKey ? -1 : 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is heard wherever the focus is inside
    <section className="mend" aria-label={t('改错')} onKeyDown={follow}>
      <FileFilter mending={mending} />
      <RuleFilter batch={batch} value={filter} sheet={sheetKey(sheet)} onChange={mending.choose} />
      {filter.shown !== 'left' && mending.faults.length > 0 && (
        <>
          <FaultList mending={mending} at={fault.index} />
          <MendBar mending={mending} fault={fault} onAlike={() => setAlikeOpen(true)} />
        </>
      )}
      <FaultGrid
        // What is ticked goes with the rows it was ticked among.
        key={`${sheetKey(sheet)} ${filter.shown} ${filter.code} ${verdict}`}
        {...{ wizard, batch, mending, sheet, rows, optionsOf }}
      />
      <SaveBar edits={edits} saveText={t('保存并重新校验')} isBusy={wizard.isBusy} onSave={() => void save()} />
      {isAlikeOpen && fault.one && (
        <AlikeDialog
          fault={fault.one}
          alike={fault.alike}
          title={mending.titleOf(fault.one)}
          placeOf={mending.placeOf}
          options={optionsOf(mending.targetOf(fault.one))}
          text={fault.text}
          onMend={(text) => {
            fault.mendAlike(text)
            setAlikeOpen(false)
          }}
          onClose={() => setAlikeOpen(false)}
        />
      )}
    </section>
  )
}
