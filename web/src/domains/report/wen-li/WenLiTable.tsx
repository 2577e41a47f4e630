import { WEN_LI_FIGURES } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { Table, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { fixed } from '../../../platform/crud/fields/fixed.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { BLOCKS, type BlockRow, type Part, type WenLiRow } from './wen-li.ts'

interface WenLiTableProps {
  part: Part
  rows: BlockRow[]
}

export function WenLiTable({ part, rows }: WenLiTableProps) {
  const t = useT()
  const columns = useMemo(() => columnsOf(part, t), [part, t])
  return (
    <Scrollable className="wen-li-table" label={t('文理上线')}>
      <Table<BlockRow>
        size="small"
        bordered
        tableLayout="auto"
        columns={columns}
        dataSource={rows}
        pagination={false}
      />
    </Scrollable>
  )
}

function columnsOf(part: Part, t: Translate): TableColumnsType<BlockRow> {
  const names: TableColumnsType<BlockRow> = [
    { title: t('县区'), dataIndex: 'areaName' },
    { title: t('学校'), dataIndex: 'schoolName' },
  ]
  const course: TableColumnsType<BlockRow> =
    part === 'course' ? [{ title: t('科目'), dataIndex: 'courseName', render: (name: string) => t(name) }] : []
  const blocks = BLOCKS.map((block) => ({
    title: t(block),
    children: Object.entries(WEN_LI_FIGURES[part]).map(([name, field]) => ({
      title: t(field.label),
      key: `${block} ${name}`,
      align: 'right' as const,
      render: (_value: unknown, { blocks: own }: BlockRow) => figure(own[block], name, field.kind),
    })),
  }))
  return [...names, ...course, ...blocks]
}

function figure(row: WenLiRow | undefined, name: string, kind: string): string {
  const value: unknown = Object.entries(row ?? {}).find(([key]) => key === name)?.[1]
  if (value === null || value === undefined) return '—'
  return kind === 'integer' ? String(value) : fixed(value, 2)
}
