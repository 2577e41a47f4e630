import type { TableProps } from 'antd'
import { useT } from '../i18n/i18n.ts'

/** Whose check box it is, for those who do not see its line; a row without a name has its number. */
export function useTickTitle(): (name: string, number: number) => string {
  const t = useT()
  return (name, number) => (name ? `${t('选择')} ${name}` : t('选择第 {n} 行', { n: number }))
}

type Selection<R> = NonNullable<TableProps<R>['rowSelection']>

/** The check boxes of a table say whose they are. */
export function useTicks<R>(
  rows: readonly R[],
  nameOf: (row: R) => string,
): Required<Pick<Selection<R>, 'getCheckboxProps' | 'getTitleCheckboxProps'>> {
  const t = useT()
  const titleOf = useTickTitle()
  return {
    getTitleCheckboxProps: () => ({ 'aria-label': t('选择全部行') }) as object,
    getCheckboxProps: (row) => ({ 'aria-label': titleOf(nameOf(row), rows.indexOf(row) + 1) }) as object,
  }
}
