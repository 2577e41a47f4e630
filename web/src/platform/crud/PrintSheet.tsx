import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import './print.css'

/** Columns that still fit on upright sheets. */
export const UPRIGHT_COLUMNS = 9

interface PrintSheetProps {
  title: string
  /** Lines under the title: conditions, time, who. */
  lines?: string[]
  /** Many columns: the sheets lie on their side. */
  isWide?: boolean
  children: ReactNode
  onDone: () => void
}

/**
 * Prints what it holds instead of the page: a plain table whose head repeats on every sheet, whatever the screen
 * shows of it (a virtual table draws only the rows in sight).
 */
export function PrintSheet({ title, lines = [], isWide, children, onDone }: PrintSheetProps) {
  useEffect(() => {
    // Two frames: the sheet has to be laid out before the browser takes its picture.
    const frame = requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        window.print()
        onDone()
      })
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- prints once per opening
  }, [])
  return createPortal(
    <div className="xh-print">
      {isWide && <style>{'@page { size: A4 landscape }'}</style>}
      <h1>{title}</h1>
      {children}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>,
    document.body,
  )
}
