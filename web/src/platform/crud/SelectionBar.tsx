import { useT } from '../i18n/i18n.ts'
import type { Rows } from './use-rows.ts'

/** How many rows are picked, also on other pages. */
export function SelectionBar({ list }: { list: Rows }) {
  const t = useT()
  if (list.selected.length === 0) return null
  return (
    <p className="crud-selection" role="status">
      {t('已选择 {n} 条', { n: list.selected.length })}
      <button type="button" className="crud-link" onClick={() => list.setSelected([])}>
        {t('清空选择')}
      </button>
    </p>
  )
}
