import { useT } from '../i18n/i18n.ts'
import type { CrudList } from './use-crud-list.ts'

/** How many rows are picked, also on other pages. */
export function SelectionBar({ crud }: { crud: CrudList }) {
  const t = useT()
  if (crud.selected.length === 0) return null
  return (
    <p className="crud-selection" role="status">
      {t('已选择 {n} 条', { n: crud.selected.length })}
      <button type="button" className="crud-link" onClick={() => crud.setSelected([])}>
        {t('清空选择')}
      </button>
    </p>
  )
}
