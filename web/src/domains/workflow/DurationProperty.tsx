import { InputNumber, Select, Space } from 'antd'
import { useId } from 'react'
import type { PropertyProps } from './modeler-desk.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { PropertyItem, TextProperty } from './plain-properties.tsx'

type Unit = 'D' | 'H' | 'M'

const UNITS: { value: Unit; label: string }[] = [
  { value: 'M', label: '分钟' },
  { value: 'H', label: '小时' },
  { value: 'D', label: '天' },
]
const DURATION = /^P(?:(\d+)(D)|T(\d+)([HM]))$/

/** How long a timer waits; what is no plain duration is typed as it is. */
export function DurationProperty({ desk, element }: PropertyProps) {
  const t = useT()
  const id = useId()
  const text = desk.read(element, 'duration')
  const [, days, , count, smaller] = DURATION.exec(text) ?? []
  if (text !== '' && !days && !count) {
    return <TextProperty {...{ desk, element }} name="duration" label="时长" help="如 PT24H、P3D" />
  }
  const number = Number(days ?? count ?? 0)
  const unit: Unit = days ? 'D' : smaller === 'M' ? 'M' : 'H'

  function write(next: number, of: Unit): void {
    desk.write(element, { duration: of === 'D' ? `P${next}D` : `PT${next}${of}` })
  }
  return (
    <PropertyItem id={id} label="时长">
      <Space.Compact block>
        <InputNumber
          id={id}
          min={1}
          max={999}
          precision={0}
          value={number > 0 ? number : null}
          onChange={(next) => next !== null && write(next, unit)}
        />
        <Select<Unit>
          aria-label={t('单位')}
          value={unit}
          options={UNITS.map((one) => ({ ...one, label: t(one.label) }))}
          onChange={(next) => write(Math.max(number, 1), next)}
        />
      </Space.Compact>
    </PropertyItem>
  )
}
