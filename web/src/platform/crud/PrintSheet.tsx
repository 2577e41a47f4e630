import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import './print.css'

interface PrintSheetProps {
  title: string
  /** Lines under the title: conditions, time, who. */
  lines?: string[]
  children: ReactNode
  onDone: () => void
}

/**
 * Prints what it holds instead of the page: a plain table whose head repeats on every sheet, whatever the screen
 * shows of it (a virtual table draws only the rows in sight).
 */
export function PrintSheet({ title, lines = [], children, onDone }: PrintSheetProps) {
  useEffect(() => {
    // Two frames: the sheet has to be laid out before the browser takes its picture.
    const frame = requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        window.print()
        onDone()
      })
    })
    return () => cancelAnimationFrame(frame)
    // Prints once per opening.
  }, [])
  return createPortal(
    <div className="xh-print">
      <h1>{title}</h1>
      {children}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>,
    document.body,
  )
}
