import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { selectState } from '../../../platform/ui/picker-state.tsx'
import { type Plan, type Room, useRooms } from './use-arrange.ts'

interface RoomChoiceProps {
  plan: Plan
  room: Room
  onChoose: (no: string) => void
}

/** The room that is drawn; the first rooms are offered, the others found by their number or point. */
export function RoomChoice({ plan, room, onChoose }: RoomChoiceProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const found = useRooms(plan.id, useDeferredValue(typed))
  const { records = [], total = 0 } = found.data ?? {}
  const labelOf = ({ examRoomNo, examPointName, actualNum, isSpare }: Room) =>
    [
      t('第{no}考场', { no: examRoomNo }),
      examPointName,
      t('{num}人', { num: actualNum ?? 0 }),
      isSpare === 1 && t('备用'),
    ]
      .filter(Boolean)
      .join(' · ')
  const more = total - records.length
  return (
    <Select
      aria-label={t('考场')}
      value={room.examRoomNo}
      onChange={onChoose}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...selectState(found)}
      labelRender={() => labelOf(room)}
      options={records.map((one) => ({ value: one.examRoomNo, label: labelOf(one) }))}
      popupRender={(menu) => (
        <>
          {menu}
          {more > 0 && <p className="arrange-more">{t('还有{num}个，请输入考场号或考点查找', { num: more })}</p>}
        </>
      )}
    />
  )
}
