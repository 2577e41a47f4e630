import type { PointerEvent, ReactNode } from 'react'

const NARROWEST = 56

interface ColumnTitleProps {
  children: ReactNode
  width: number
  onResize: (width: number) => void
}

/** Title of a column with a grip at its right edge. The click that ends a drag must not sort the column. */
export function ColumnTitle({ children, width, onResize }: ColumnTitleProps) {
  function start(event: PointerEvent<HTMLSpanElement>): void {
    const grip = event.currentTarget
    const from = event.clientX
    let next = width
    grip.setPointerCapture(event.pointerId)
    grip.onpointermove = (move) => {
      next = Math.max(NARROWEST, Math.round(width + move.clientX - from))
      grip.style.transform = `translateX(${next - width}px)`
    }
    grip.onpointerup = () => {
      grip.onpointermove = null
      grip.onpointerup = null
      grip.style.transform = ''
      if (next !== width) onResize(next)
    }
  }

  return (
    <>
      {children}
      <span className="crud-grip" onPointerDown={start} onClick={(event) => event.stopPropagation()} />
    </>
  )
}
