import { useT } from '../i18n/i18n.ts'
import type { GridColumn } from './columns.ts'

interface GridHeadProps {
  columns: readonly GridColumn[]
  width: number
  isTicked: boolean
  /** Ticks all rows, or takes their ticks away, where rows can be ticked. */
  onTick: (() => void) | undefined
  tickTitle: string | undefined
}

/** The titles of the columns; they stay in sight. */
export function GridHead({ columns, width, isTicked, onTick, tickTitle }: GridHeadProps) {
  const t = useT()
  return (
    <div className="grid-head" role="rowgroup" style={{ width }}>
      <div className="grid-titles" role="row" aria-rowindex={1}>
        <div className="grid-rowhead" role="columnheader">
          {onTick && (
            <input
              type="checkbox"
              checked={isTicked}
              aria-label={tickTitle ? t('全部{what}', { what: tickTitle }) : t('选择全部行')}
              onChange={onTick}
            />
          )}
          {(onTick && tickTitle) || t('行')}
        </div>
        {columns.map((column, i) => (
          <div
            key={column.key}
            className="grid-title"
            role="columnheader"
            aria-colindex={i + 2}
            title={column.title}
            style={{ width: column.width }}
          >
            {column.title}
          </div>
        ))}
      </div>
    </div>
  )
}
