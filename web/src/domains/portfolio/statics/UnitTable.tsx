import type { PortfolioByUnit } from '@xueheng/contract/domains/portfolio/statics.ts'
import { Table } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

type Counted = Exclude<keyof PortfolioByUnit, 'code' | 'name'>

const COLUMNS: [name: Counted, title: string][] = [
  ['teacherTotal', '教师'],
  ['teacherWithEntry', '已有档案的教师'],
  ['coverageRate', '覆盖率(%)'],
  ['entryTotal', '档案'],
  ['passed', '审核通过'],
  ['waitAudit1', '待学校审核'],
  ['waitAudit2', '待教育局审核'],
  ['rejected', '已驳回'],
]

/** Units beside each other; any column sorts. */
export function UnitTable({ rows, label }: { rows: PortfolioByUnit[]; label: string }) {
  const t = useT()
  return (
    <Table<PortfolioByUnit>
      size="small"
      rowKey="code"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: t('暂无数据') }}
      columns={[
        { dataIndex: 'name', title: label, fixed: 'left' },
        ...COLUMNS.map(([name, title]) => ({
          dataIndex: name,
          title: t(title),
          align: 'right' as const,
          sorter: (a: PortfolioByUnit, b: PortfolioByUnit) => a[name] - b[name],
          render: (value: number) => formatNumber(value, name === 'coverageRate' ? 2 : undefined),
        })),
      ]}
    />
  )
}
