import { PAGE_SIZES } from './page-sizes.ts'
import { Pagination } from 'antd'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import type { Rows } from './use-rows.ts'
import { usePhone } from './use-phone.ts'

export function Pager({ list }: { list: Rows }) {
  const t = useT()
  const isPhone = usePhone()
  // Of a list without rows the pager of a phone would say 1 / 0.
  if (!list.isPaged || (isPhone && list.total === 0))
    return <p className="crud-pager">{t('共 {total} 条', { total: formatNumber(list.total) })}</p>
  return (
    <Pagination
      className="crud-pager"
      size="small"
      simple={isPhone}
      align="end"
      current={list.query.current}
      pageSize={list.query.size}
      total={list.total}
      showSizeChanger={!isPhone}
      showQuickJumper={!isPhone && list.total > list.query.size * 5}
      pageSizeOptions={[...PAGE_SIZES]}
      showTotal={(total) => t(list.isEstimated ? '约 {total} 条' : '共 {total} 条', { total: formatNumber(total) })}
      onChange={(current, size) => list.turnTo(current, size)}
    />
  )
}
