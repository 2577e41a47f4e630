import { swapSeats } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { PLAN_CHANGES, type Student } from './use-arrange.ts'

type Swap = Input<typeof swapSeats>

/** Exchanges of this visit, and the way back from each, the last one first. */
export function useSwaps() {
  const t = useT()
  const [done, setDone] = useState<Swap[]>([])
  const action = useAction((swap: Swap) => callApi(swapSeats, swap), {
    changes: PLAN_CHANGES,
    done: (answer) => {
      const num = answer?.conflictNum ?? 0
      return num > 0 ? t('已对调，现有{num}人有冲突', { num }) : t('已对调，没有冲突')
    },
  })
  const { isBusy } = action
  return {
    isBusy,
    canUndo: done.length > 0,
    async swap({ id, examRoomNo, examRoomSeatNum }: Student, roomNo: string, no: number): Promise<void> {
      const back = { id, examRoomNo: examRoomNo ?? '', examRoomSeatNum: examRoomSeatNum ?? 0 }
      if (await action.run({ id, examRoomNo: roomNo, examRoomSeatNum: no })) setDone((swaps) => [...swaps, back])
    },
    async undo(): Promise<void> {
      const last = done.at(-1)
      if (last && (await action.run(last))) setDone((swaps) => swaps.slice(0, -1))
    },
  }
}
