import { type RollOverSchool, rollOverClasses } from '@xueheng/contract/domains/school/roll-over.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, Tag } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { isBlocked } from './use-roll-over.ts'

type KlassPlan = Output<typeof rollOverClasses>[number]

interface SchoolPlanProps {
  studyYear: number
  schools: RollOverSchool[]
}

/** Every school with what becomes of its classes; those that stand in the way come first, opened one tells class by class. */
export function SchoolPlan({ studyYear, schools }: SchoolPlanProps) {
  const t = useT()
  const { options } = useDictOptions('exam_area')
  const areas = new Map(options.map(({ value, label }) => [String(value), String(label)]))
  const rows = schools.toSorted((one, other) => Number(isBlocked(other)) - Number(isBlocked(one)))
  return (
    <Table<RollOverSchool>
      size="small"
      rowKey="schoolCode"
      columns={columnsOf(t, areas)}
      dataSource={rows}
      pagination={rows.length > 10 ? { size: 'small', defaultPageSize: 10, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
      expandable={{
        expandedRowRender: (school) => <Classes studyYear={studyYear} schoolCode={school.schoolCode} />,
      }}
    />
  )
}

function columnsOf(t: Translate, areas: Map<string, string>) {
  const count = (title: string, dataIndex: keyof RollOverSchool) => ({
    title: t(title),
    dataIndex,
    align: 'right' as const,
  })
  return [
    { title: t('学校'), dataIndex: 'schoolName' },
    { title: t('县区'), key: 'area', render: ({ areaCode }: RollOverSchool) => areas.get(areaCode) ?? areaCode },
    count('升级班级', 'promotedNum'),
    count('升级学生', 'studentNum'),
    count('毕业班级', 'graduatedNum'),
    count('毕业学生', 'graduateNum'),
    count('未分班学生', 'looseNum'),
    { title: t('能否升级'), key: 'block', render: (school: RollOverSchool) => <Verdict school={school} /> },
  ]
}

function Verdict({ school }: { school: RollOverSchool }) {
  const t = useT()
  if (!isBlocked(school)) return <Tag color="success">{t('可以升级')}</Tag>
  const reasons = (['behind', 'mismatched', 'doubled'] as const).filter((kind) => school[kind] !== '')
  return (
    <ul className="roll-over-reasons">
      {reasons.map((kind) => (
        <li key={kind}>
          <Tag color="error">{t(BLOCKS[kind])}</Tag> {school[kind]}
        </li>
      ))}
    </ul>
  )
}

const BLOCKS = { behind: '停留在更早的学年', mismatched: '年级与入学年份不符', doubled: '升级后重名' } as const

function Classes({ studyYear, schoolCode }: { studyYear: number; schoolCode: string }) {
  const t = useT()
  const found = useQuery({
    queryKey: ['school', 'roll-over', 'classes', studyYear, schoolCode],
    queryFn: () => callApi(rollOverClasses, { studyYear, schoolCode }),
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Table<KlassPlan>
      size="small"
      rowKey="classCode"
      loading={found.isPending}
      dataSource={found.data ?? []}
      pagination={false}
      columns={[
        { title: t('班级'), dataIndex: 'className' },
        { title: t('升级后'), key: 'next', render: (row: KlassPlan) => <Becomes row={row} /> },
        { title: t('学生'), dataIndex: 'studentNum', align: 'right' },
      ]}
    />
  )
}

function Becomes({ row }: { row: KlassPlan }) {
  const t = useT()
  const block = Object.entries(BLOCKS).find(([kind]) => kind === row.block)
  if (block) return <Tag color="error">{t(block[1])}</Tag>
  return row.isGraduating === 1 ? <Tag>{t('毕业')}</Tag> : row.nextName
}
