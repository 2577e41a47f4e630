import { PAGE_SIZES } from '@xueheng/contract/kit/page.ts'
import { Pagination } from 'antd'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import type { CrudList } from './use-crud-list.ts'
import { usePhone } from './use-phone.ts'

export function Pager({ crud }: { crud: CrudList }) {
  const t = useT()
  const isPhone = usePhone()
  if (crud.isForest) return <p className="crud-pager">{t('共 {total} 条', { total: formatNumber(crud.total) })}</p>
  return (
    <Pagination
      className="crud-pager"
      size="small"
      simple={isPhone}
      align="end"
      current={crud.query.current}
      pageSize={crud.query.size}
      total={crud.total}
      showSizeChanger={!isPhone}
      showQuickJumper={!isPhone && crud.total > crud.query.size * 5}
      pageSizeOptions={[...PAGE_SIZES]}
      showTotal={(total) => t('共 {total} 条', { total: formatNumber(total) })}
      onChange={(current, size) => crud.turnTo(current, size)}
    />
  )
}
