import { useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { exportRows } from './crud-api.ts'
import { holdsPersonal } from './row.ts'
import type { Rows } from './use-rows.ts'

/** The workbook of a list; one with personal values waits until its reason is given. */
export function useExport({ entity, conditions }: Rows) {
  const [isAskingReason, setAskingReason] = useState(false)
  const fetching = useAction(() => exportRows(entity, conditions), { done: '' })
  return {
    fetch: () => (holdsPersonal(entity) ? setAskingReason(true) : void fetching.run()),
    isBusy: fetching.isBusy,
    isAskingReason,
    stopAsking: () => setAskingReason(false),
    fetchWith: (reason: string) => exportRows(entity, { ...conditions, reason }),
  }
}
