import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Band } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { Button, InputNumber } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'

interface BandRowsProps {
  bands: Band[]
  fullPoints: number
  onChange: (bands: Band[]) => void
}

/** 分段表, edited in place. */
export function BandRows({ bands, fullPoints, onChange }: BandRowsProps) {
  const t = useT()
  return (
    <table className="model-bands">
      <thead>
        <tr>
          <th>{t('段的下限')}</th>
          <th>{t('得分')}</th>
          <th>
            <span className="xh-hidden">{t('操作')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bands.map((band, at) => (
          <BandRow
            // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own
            key={at}
            {...{ band, fullPoints }}
            number={at + 1}
            onSet={(change) => onChange(bands.map((one) => (one === band ? { ...one, ...change } : one)))}
            onRemove={() => onChange(bands.filter((one) => one !== band))}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined />}
              onClick={() => onChange([...bands, { from: null, points: 0 }])}
            >
              {t('增加一段')}
            </Button>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

interface BandRowProps {
  band: Band
  number: number
  fullPoints: number
  onSet: (change: Partial<Band>) => void
  onRemove: () => void
}

function BandRow({ band, number: n, fullPoints, onSet, onRemove }: BandRowProps) {
  const t = useT()
  return (
    <tr>
      <td>
        <InputNumber<number>
          aria-label={t('第 {n} 段的下限', { n })}
          value={band.from}
          placeholder={t('其余')}
          onChange={(from) => onSet({ from: from ?? null })}
        />
      </td>
      <td>
        <InputNumber<number>
          aria-label={t('第 {n} 段的得分', { n })}
          value={band.points}
          max={fullPoints}
          onChange={(points) => onSet({ points: points ?? 0 })}
        />
      </td>
      <td>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('删除第 {n} 段', { n })}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}
