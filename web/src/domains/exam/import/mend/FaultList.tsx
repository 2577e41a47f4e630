import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { ROW_HEIGHT, scrollToCell, useGridWindow } from '../../../../platform/grid/use-grid-window.ts'
import { rowKey } from './faults.ts'
import { MOST_FAULTS } from './use-faults.ts'
import type { Mending } from './use-mending.ts'

/** Every fault of every file, one a line, those in sight drawn; `at` is the one the grid is at, -1 for none. */
export function FaultList({ mending, at }: { mending: Mending; at: number }) {
  const t = useT()
  const box = useRef<HTMLUListElement>(null)
  const { faults, total, open, placeOf, titleOf } = mending
  const { cells } = mending.edits.edits
  const { from, to } = useGridWindow(box, faults.length)
  useEffect(() => {
    if (box.current && at >= 0) scrollToCell(box.current, { row: at, column: 0 }, [])
  }, [at])
  const height = { '--list-height': `${faults.length * ROW_HEIGHT}px` } as CSSProperties
  const label = t('问题清单，共 {n} 处', { n: formatNumber(faults.length) })
  return (
    <>
      {total > MOST_FAULTS && (
        <p className="imp-quiet">
          {t('问题共 {total} 处，先列出前 {n} 处；改正并重新校验后显示其余', {
            total: formatNumber(total),
            n: formatNumber(MOST_FAULTS),
          })}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows are heard from its lines */}
      <ul className="mend-list" ref={box} tabIndex={0} aria-label={label} style={height} onKeyDown={walkLines}>
        {faults.slice(from, to).map((fault, i) => {
          const index = from + i
          const edit = cells[rowKey(fault)]?.[fault.column]
          return (
            <li key={index} style={{ top: index * ROW_HEIGHT }} aria-setsize={faults.length} aria-posinset={index + 1}>
              <button
                type="button"
                tabIndex={-1}
                aria-current={index === at || undefined}
                data-level={fault.level}
                data-edited={edit !== undefined || undefined}
                onClick={() => void open(fault)}
              >
                <small>
                  {placeOf(fault)} {t('第 {n} 行', { n: fault.rowNo })}
                </small>
                <b>{titleOf(fault)}</b>
                {fault.column >= 0 && <span>{edit ? `${fault.value} → ${edit.to}` : fault.value || t('（空）')}</span>}
                <em>{t(fault.text)}</em>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The list is one stop for the Tab key, however many faults there are; the arrows go from line to line. */
function walkLines(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const lines = [...event.currentTarget.querySelectorAll('button')]
  const next = step && lines[lines.findIndex((line) => line === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
