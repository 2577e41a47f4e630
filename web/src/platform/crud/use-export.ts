import { useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { exportRows } from './crud-api.ts'
import { sayLater } from '../jobs/say-later.ts'
import type { Params } from '../api/client.ts'
import { flag } from '@xueheng/contract/kit/field.ts'
import type { Values } from '../form/values.ts'
import { useCan } from '../session/session.ts'
import { type NamedField, holdsPersonal } from './row.ts'
import type { Rows } from './use-rows.ts'

const WHOLE: NamedField[] = [
  ['isWhole', flag('导出完整信息', { default: 0, help: '不遮盖学籍号、电话等，可原样导回；请妥善保管' })],
]

/** The workbook of a list; one with personal values waits until its reason is given. */
export function useExport({ entity, conditions }: Rows) {
  const can = useCan()
  const [isAskingReason, setAskingReason] = useState(false)
  const fetch = async (more: Params = {}) => sayLater(await exportRows(entity, { ...conditions, ...more }))
  const fetching = useAction(fetch, { done: '' })
  return {
    fetch: () => (holdsPersonal(entity) ? setAskingReason(true) : void fetching.run()),
    isBusy: fetching.isBusy,
    isAskingReason,
    stopAsking: () => setAskingReason(false),
    /** For those who may look at whole values: whether the workbook carries them. */
    more: can(`${entity.permission}_reveal`) ? WHOLE : [],
    fetchWith: (reason: string, { isWhole }: Values) => fetch({ reason, ...(isWhole === 1 && { isWhole }) }),
  }
}
