import { LEVEL_CHOICES, type LevelOptions } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'

interface LevelOptionsFormProps {
  options: LevelOptions
  isLocked: boolean
  onChange: (change: Partial<LevelOptions>) => void
}

const TITLES = {
  boundary: '同分怎么归等',
  zeroScore: '零分',
  topEndpoint: '首等上端',
  lastEndpoint: '末等下端',
  singlePoint: '等级内只有一个分数',
} as const

type ChoiceName = keyof typeof TITLES
const NAMES: ChoiceName[] = ['boundary', 'zeroScore', 'topEndpoint', 'lastEndpoint', 'singlePoint']

/** What official texts leave open; the choices stand under every report. */
export function LevelOptionsForm({ options, isLocked, onChange }: LevelOptionsFormProps) {
  const t = useT()
  return (
    <div className="level-options">
      {NAMES.map((name) => (
        <Labelled key={name} label={t(TITLES[name])}>
          {(id) => (
            <Select
              id={id}
              value={options[name]}
              disabled={isLocked}
              options={Object.entries(LEVEL_CHOICES[name]).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(value: string) => onChange({ [name]: value })}
            />
          )}
        </Labelled>
      ))}
      <Labelled label={t('比例的起点')}>
        {(id) => (
          <Select
            id={id}
            value={options.cumulative}
            disabled={isLocked}
            options={[
              { value: true, label: t('自高分累计') },
              { value: false, label: t('自上一等级的实际末端起算') },
            ]}
            onChange={(cumulative: boolean) => onChange({ cumulative })}
          />
        )}
      </Labelled>
      <Labelled label={t('赋分小数')}>
        {(id) => (
          <Select
            id={id}
            value={options.decimals}
            disabled={isLocked}
            options={[0, 1].map((value) => ({ value, label: t(value === 0 ? '整数' : '一位小数') }))}
            onChange={(decimals: number) => onChange({ decimals })}
          />
        )}
      </Labelled>
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
