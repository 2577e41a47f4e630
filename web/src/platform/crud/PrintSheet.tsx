import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../i18n/i18n.ts'
import './print.css'

/** Columns that still fit on upright sheets. */
export const UPRIGHT_COLUMNS = 9

interface PrintSheetProps {
  title: string
  /** A line under the title: the units, the course. */
  subtitle?: string
  /** Lines under the rows: how the numbers were made. */
  lines?: string[]
  /** At the left of the foot of every page, beside its number; the title without it. */
  foot?: string
  /** Many columns: the sheets lie on their side. */
  isWide?: boolean
  children: ReactNode
  onDone: () => void
}

/**
 * Prints what it holds instead of the page: a plain table whose head repeats on every sheet, whatever the screen
 * shows of it (a virtual table draws only the rows in sight).
 */
export function PrintSheet({ title, subtitle, lines = [], foot = title, isWide, children, onDone }: PrintSheetProps) {
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
      <style>{pageRule(isWide === true, foot)}</style>
      <h1>{title}</h1>
      {subtitle && <h2>{subtitle}</h2>}
      {children}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>,
    document.body,
  )
}

/** The page, with what stands in its foot. */
function pageRule(isWide: boolean, foot: string): string {
  const [before = '', between = '', after = ''] = t('第 {page} 页，共 {pages} 页').split(/\{pages?\}/)
  const number = `${quoted(before)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}`
  return `@page {
    size: A4 ${isWide ? 'landscape' : 'portrait'};
    @bottom-left { content: ${quoted(foot)}; font-size: 8pt; color: #444; }
    @bottom-right { content: ${number}; font-size: 8pt; color: #444; }
  }`
}

/** A text as a string of a style sheet; whatever could end it is written by its number. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<\n\r\f]/g, (mark) => `\\${mark.charCodeAt(0).toString(16)} `)}"`
}
