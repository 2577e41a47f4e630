import { useState } from 'react'
import { showError } from '../ui/message.ts'
import { holdsPersonal } from './row.ts'
import type { CrudList } from './use-crud-list.ts'

/** The workbook of a list; one with personal values waits until its reason is given. */
export function useExport(crud: CrudList) {
  const [isExporting, setExporting] = useState(false)
  const [isAskingReason, setAskingReason] = useState(false)

  async function exportFiltered(): Promise<void> {
    if (holdsPersonal(crud.entity)) return setAskingReason(true)
    setExporting(true)
    await crud.exportFiltered().catch(showError)
    setExporting(false)
  }

  async function exportWith(reason: string): Promise<void> {
    await crud.exportFiltered(reason)
    setAskingReason(false)
  }

  return { exportFiltered, isExporting, isAskingReason, stopAsking: () => setAskingReason(false), exportWith }
}
