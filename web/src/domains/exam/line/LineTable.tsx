import { DeleteOutlined } from '@ant-design/icons'
import type { CourseLine } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import { Button, Input, InputNumber, Select, Switch } from 'antd'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { type LineRow, valueOf } from './line-rows.ts'

/** What came of a line when it was last drawn. */
export interface Drawn {
  artsScience: string | null
  periodName: string | null
  lineScore: number | null
  actualNum: number | null
  courses: CourseLine[] | null
}

interface LineTableProps {
  rows: LineRow[]
  drawn: Drawn[]
  isLocked: boolean
  onChange: (rows: LineRow[]) => void
}

const TIES = { atLeast: '不少于计划', atMost: '不多于计划', nearest: '最接近计划' }
const HEADS = ['科类', '档次', '划线方式', '人数、比例或分数', '并列', '单科线', '主要档次', '分数线', '上线人数']

export function LineTable({ rows, drawn, isLocked, onChange }: LineTableProps) {
  const t = useT()
  if (rows.length === 0) return <Empty title={t('还没有分数线')} hint={t('增加档次，按人数、比例或分数划线')} />
  const set = (key: number, change: Partial<LineRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  return (
    <Scrollable className="line-box" label={t('分数线')}>
      <table className="exam-grid line-grid">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{t(head)}</th>
            ))}
            {!isLocked && <th>{t('操作')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.key}
              {...{ row, isLocked }}
              drawn={drawn.find((one) => one.artsScience === row.artsScience && one.periodName === row.periodName)}
              onSet={(change) => set(row.key, change)}
              onRemove={() => onChange(rows.filter((one) => one !== row))}
            />
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

interface LineProps {
  row: LineRow
  drawn: Drawn | undefined
  isLocked: boolean
  onSet: (change: Partial<LineRow>) => void
  onRemove: () => void
}

type CellsProps = Pick<LineProps, 'row' | 'isLocked' | 'onSet'> & { named: (label: string) => string }

function Line({ row, drawn, isLocked, onSet, onRemove }: LineProps) {
  const t = useT()
  const named = (label: string) => `${row.periodName} ${t(label)}`.trim()
  return (
    <tr>
      <NameCells {...{ row, isLocked, onSet, named }} />
      <WayCells {...{ row, isLocked, onSet, named }} />
      <td data-label={t('主要档次')}>
        <Switch
          size="small"
          aria-label={named('主要档次')}
          checked={row.isMain === 1}
          disabled={isLocked}
          onChange={(isOn) => onSet({ isMain: isOn ? 1 : 0 })}
        />
      </td>
      <td data-label={t('分数线')} className="is-figure">
        {drawn?.lineScore ?? '—'}
      </td>
      <td data-label={t('上线人数')} className="is-figure">
        {drawn?.actualNum ?? '—'}
      </td>
      {!isLocked && (
        <td data-label={t('操作')}>
          <Button type="text" icon={<DeleteOutlined />} aria-label={named('删除')} onClick={onRemove} />
        </td>
      )}
    </tr>
  )
}

function NameCells({ row, isLocked, onSet, named }: CellsProps) {
  const t = useT()
  const streams = useDictOptions('arts_science').options
  return (
    <>
      <td data-label={t('科类')}>
        <Select
          size="small"
          aria-label={named('科类')}
          value={row.artsScience}
          disabled={isLocked}
          options={streams}
          onChange={(artsScience: string) => onSet({ artsScience })}
        />
      </td>
      <th scope="row" data-label={t('档次')}>
        <Input
          size="small"
          maxLength={30}
          aria-label={named('档次')}
          value={row.periodName}
          disabled={isLocked}
          onChange={(event) => onSet({ periodName: event.target.value })}
        />
      </th>
    </>
  )
}

/** How the line of the total and those of the courses are drawn. */
function WayCells({ row, isLocked, onSet, named }: CellsProps) {
  const t = useT()
  const modes = useDictOptions('line_mode').options.map((one) => ({ value: Number(one.value), label: one.label }))
  const name = valueOf(row)
  const isShare = name === 'lineShare'
  return (
    <>
      <td data-label={t('划线方式')}>
        <Select
          size="small"
          aria-label={named('划线方式')}
          value={row.lineMode}
          disabled={isLocked}
          options={modes.filter((mode) => mode.value <= LINE_MODE.byShare)}
          onChange={(lineMode: number) => onSet({ lineMode, lineNum: null, lineShare: null, lineScore: null })}
        />
      </td>
      <td data-label={t('人数、比例或分数')}>
        <InputNumber<number>
          size="small"
          controls={false}
          min={0}
          aria-label={named('人数、比例或分数')}
          suffix={isShare ? '%' : undefined}
          value={isShare && row.lineShare !== null ? Math.round(row.lineShare * 10_000) / 100 : row[name]}
          disabled={isLocked}
          onChange={(value) => onSet({ [name]: isShare && value !== null ? Math.round(value * 100) / 10_000 : value })}
        />
      </td>
      <td data-label={t('并列')}>
        <Select
          size="small"
          aria-label={named('并列')}
          value={row.tieMode}
          disabled={isLocked}
          options={Object.entries(TIES).map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(tieMode: string) => onSet({ tieMode })}
        />
      </td>
      <td data-label={t('单科线')}>
        <Select
          size="small"
          aria-label={named('单科线')}
          value={row.courseMethod}
          disabled={isLocked}
          options={modes.filter((mode) => mode.value >= LINE_MODE.ratio)}
          onChange={(courseMethod: number) => onSet({ courseMethod })}
        />
      </td>
    </>
  )
}
