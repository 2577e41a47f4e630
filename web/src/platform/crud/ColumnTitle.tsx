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
    const shown = grip.closest('th, .ant-table-cell')?.clientWidth ?? width
    let next = shown
    grip.setPointerCapture(event.pointerId)
    grip.onclick = (click) => click.stopPropagation()
    grip.onpointermove = (move) => {
      next = Math.max(NARROWEST, Math.round(shown + move.clientX - from))
      grip.style.transform = `translateX(${next - shown}px)`
    }
    grip.onpointerup = () => {
      grip.onpointermove = null
      grip.onpointerup = null
      grip.style.transform = ''
      if (next !== shown) onResize(next)
    }
  }

  return (
    <>
      {children}
      <span className="crud-grip" role="presentation" onPointerDown={start} />
    </>
  )
}
