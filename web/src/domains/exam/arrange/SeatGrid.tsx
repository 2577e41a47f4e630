import { type CSSProperties, type DragEvent, type KeyboardEvent, useRef } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type DrawnRoom, colourSteps } from './seat-sitters.ts'
import type { Student } from './use-arrange.ts'

interface SeatGridProps {
  drawn: DrawnRoom
  by: 'class' | 'school'
  pickedId: string | undefined
  canSwap: boolean
  /** A seat is clicked or entered. */
  onChoose: (no: number) => void
  /** A candidate, by id, is dropped on a seat. */
  onDrop: (id: string, no: number) => void
  /** A seat is dragged. */
  onPick: (student: Student) => void
  /** A seat is pointed at. */
  onOver: (no: number | undefined) => void
  onCancel: () => void
}

const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
/** What a drag carries: the id of the candidate. */
const CARRIED = 'text/plain'
/** Degrees between two neighbours on the wheel of colours: no two of the first twenty are alike. */
const GOLDEN = 137

/** The seats as they stand in the room, the front above. */
export function SeatGrid({ drawn, by, pickedId, canSwap, onChoose, onDrop, onPick, onOver, onCancel }: SeatGridProps) {
  const t = useT()
  const grid = useRef<HTMLDivElement>(null)
  const { room, seats, people } = drawn
  const stepOf = colourSteps(people, by)

  function move(event: KeyboardEvent, row: number, col: number): void {
    if (event.key === 'Escape') onCancel()
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const next = grid.current?.querySelector<HTMLElement>(`[data-place="${row + arrow[0]}-${col + arrow[1]}"]`)
    next?.focus()
  }

  return (
    <div className="arrange-room">
      <div className="arrange-front">{t('讲台')}</div>
      <div
        ref={grid}
        className="arrange-grid"
        role="group"
        aria-label={t('第{no}考场', { no: room.examRoomNo })}
        style={{ '--seat-cols': room.seatCols } as CSSProperties}
      >
        {seats.map(({ no, row, col }) => {
          const student = people.get(no)
          return (
            <button
              key={no}
              type="button"
              data-place={`${row}-${col}`}
              className={classOf(student, pickedId)}
              style={placeOf(row, col, student && stepOf(student))}
              title={student?.conflictMsg ?? undefined}
              aria-pressed={student !== undefined && student.id === pickedId}
              draggable={canSwap && student !== undefined}
              onClick={() => onChoose(no)}
              onFocus={() => onOver(no)}
              onBlur={() => onOver(undefined)}
              onMouseEnter={() => onOver(no)}
              onKeyDown={(event) => move(event, row, col)}
              onDragStart={(event) => student && drag(event, student, onPick)}
              onDragEnter={() => onOver(no)}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={onCancel}
              onDrop={(event) => {
                event.preventDefault()
                onDrop(event.dataTransfer.getData(CARRIED), no)
              }}
            >
              <SeatWords no={no} student={student} by={by} />
            </button>
          )
        })}
      </div>
    </div>
  )
}

function drag(event: DragEvent, student: Student, onPick: SeatGridProps['onPick']): void {
  event.dataTransfer.setData(CARRIED, student.id)
  event.dataTransfer.effectAllowed = 'move'
  // A picture that changes while the drag begins ends it.
  requestAnimationFrame(() => onPick(student))
}

interface SeatWordsProps {
  no: number
  student: Student | undefined
  by: SeatGridProps['by']
}

/** Who sits there, from where, and what speaks against it. */
function SeatWords({ no, student, by }: SeatWordsProps) {
  const t = useT()
  return (
    <>
      <small>{no}</small>
      <b>{student?.studentName ?? t('空')}</b>
      <span>{student && (by === 'school' ? student.schoolName : student.examClass)}</span>
      {student?.conflictMsg && <em>{student.conflictMsg}</em>}
    </>
  )
}

function classOf(student: Student | undefined, pickedId: string | undefined): string {
  if (!student) return 'arrange-seat is-empty'
  const marks = [
    student.id === pickedId && 'is-picked',
    student.conflictMsg && 'is-wrong',
    student.isFixed === 1 && 'is-fixed',
  ]
  return ['arrange-seat', ...marks.filter(Boolean)].join(' ')
}

function placeOf(row: number, col: number, step: number | undefined): CSSProperties {
  const hue = step === undefined ? {} : { '--seat-hue': (step * GOLDEN) % 360 }
  return { gridRow: row, gridColumn: col, ...hue } as CSSProperties
}
