import { importMend } from '@xueheng/contract/domains/exam/import-mend.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../../platform/api/client.ts'
import type { GridEdits } from '../../../../platform/grid/use-grid-edits.ts'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'
import { mendItems } from './faults.ts'
import { showSaved } from './use-staged-rows.ts'

/** Sends what was typed; what stands in files that were taken away meanwhile goes with them. */
export function useSaving(wizard: Wizard, batch: Batch, { edits, settle }: GridEdits) {
  const client = useQueryClient()
  return async function save(): Promise<void> {
    const { batchId } = batch
    const items = mendItems(edits.cells, batch)
    if (items.length > 0 && !(await wizard.act(() => callApi(importMend, { batchId, items })))) return
    showSaved(client, batch, edits.cells)
    settle(edits.cells)
  }
}
