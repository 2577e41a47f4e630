import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { RoomChoice } from './RoomChoice.tsx'
import { SeatGrid } from './SeatGrid.tsx'
import { isAllowed } from './plan-steps.ts'
import { type DrawnRoom, type Picked, conflictsAfter, seatsIn } from './seat-sitters.ts'
import { type Plan, type Room, type Student, useOccupants, useRoomsNamed } from './use-arrange.ts'
import { useSwaps } from './use-swaps.ts'

/** One room as a picture: seats are exchanged by dragging, by two clicks or two Enters; every exchange can be undone. */
export function SeatPlan({ plan, rooms }: { plan: Plan; rooms: readonly Room[] }) {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const [by, setBy] = useState<ColouredBy>('class')
  const [picked, pick] = useState<Picked>()
  const [over, setOver] = useState<number>()
  const swaps = useSwaps()
  const named = useRoomsNamed(plan.id, search.get('room'))
  const room = named.isLoading ? undefined : (named.data?.records[0] ?? rooms[0])
  const occupants = useOccupants(plan.id, room?.examRoomNo)
  if (named.error) return <ErrorState error={named.error} onRetry={() => void named.refetch()} />
  if (!room) return named.isLoading ? <Skeleton rows={6} /> : null
  if (occupants.error) return <ErrorState error={occupants.error} onRetry={() => void occupants.refetch()} />
  const drawn: DrawnRoom | undefined = occupants.data && { room, seats: seatsIn(room, plan), people: occupants.data }
  const canSwap = can('examarrangetaskstudent_edit') && isAllowed(plan, 'swap')

  async function choose(no: number): Promise<void> {
    if (!drawn || !canSwap) return
    const student = drawn.people.get(no)
    if (!picked) return student && pick({ student, from: drawn })
    await exchange(picked.student, no)
  }

  async function exchange(student: Student, no: number): Promise<void> {
    pick(undefined)
    setOver(undefined)
    if (!drawn || drawn.people.get(no)?.id === student.id) return
    await swaps.swap(student, drawn.room.examRoomNo, no)
  }

  function drop(id: string, no: number): void {
    const student = [...(drawn?.people.values() ?? [])].find((one) => one.id === id)
    if (student && canSwap) void exchange(student, no)
  }

  return (
    <section className="arrange-plan" aria-label={t('座位图')}>
      <div className="arrange-bar">
        <RoomChoice plan={plan} room={room} onChoose={(no) => setSearch({ room: no })} />
        <Colours by={by} onChange={setBy} />
        <Button disabled={!swaps.canUndo} loading={swaps.isBusy} onClick={() => void swaps.undo()}>
          {t('撤销对调')}
        </Button>
      </div>
      <SwapNote plan={plan} picked={picked} drawn={drawn} over={over} canSwap={canSwap} />
      {drawn ? (
        <SeatGrid
          drawn={drawn}
          by={by}
          pickedId={picked?.student.id}
          canSwap={canSwap}
          onChoose={(no) => void choose(no)}
          onDrop={drop}
          onPick={(student) => pick({ student, from: drawn })}
          onOver={setOver}
          onCancel={() => pick(undefined)}
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  )
}

/** What the colours of the seats tell apart. */
type ColouredBy = 'class' | 'school'

function Colours({ by, onChange }: { by: ColouredBy; onChange: (by: ColouredBy) => void }) {
  const t = useT()
  return (
    <Segmented<ColouredBy>
      aria-label={t('颜色')}
      value={by}
      onChange={onChange}
      options={[
        { value: 'class', label: t('按班级着色') },
        { value: 'school', label: t('按学校着色') },
      ]}
    />
  )
}

interface SwapNoteProps {
  plan: Plan
  picked: Picked | undefined
  drawn: DrawnRoom | undefined
  over: number | undefined
  canSwap: boolean
}

/** What an exchange would break, read out while it is looked for. */
function SwapNote({ plan, picked, drawn, over, canSwap }: SwapNoteProps) {
  const t = useT()
  if (!canSwap) return null
  const texts = picked && drawn && over !== undefined ? conflictsAfter(plan, picked, drawn, over) : []
  const name = picked?.student.studentName ?? ''
  return (
    <p className={texts.length > 0 ? 'arrange-note is-wrong' : 'arrange-note'} aria-live="polite">
      {!picked && t('拖动或依次选中两个座位即可对调；键盘用方向键移动，回车选中，Esc 取消')}
      {picked && over === undefined && t('已选中{name}，请选择目标座位，也可先换考场', { name })}
      {picked &&
        over !== undefined &&
        (texts.length > 0 ? texts.join('；') : t('{name}可以坐在{no}号', { name, no: over }))}
    </p>
  )
}
