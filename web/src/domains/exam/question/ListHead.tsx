import { Input, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { PlaceInList } from './question-rows.ts'

/** The one student looked for, and what else a list is narrowed by. */
export function ListHead({ onFind, children }: { onFind: (number: string) => void; children?: ReactNode }) {
  const t = useT()
  return (
    <div className="question-head">
      <Input.Search allowClear placeholder={t('考号')} aria-label={t('考号')} onSearch={onFind} />
      {children}
    </div>
  )
}

interface ListPagesProps {
  place: PlaceInList
  total: number
  onTurn: (current: number, size: number) => void
}

export function ListPages({ place, total, onTurn }: ListPagesProps) {
  const t = useT()
  return (
    <Pagination
      size="small"
      align="end"
      className="question-pages"
      current={place.current}
      pageSize={place.size}
      total={total}
      pageSizeOptions={[20, 50, 100]}
      showTotal={(n) => t('共 {total} 条', { total: formatNumber(n) })}
      onChange={onTurn}
    />
  )
}
