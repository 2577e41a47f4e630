import { Input, Space } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import type { InputProps } from './field-view.ts'

/** From–to of a number in the search bar; its value is a pair, empty text for an open end. */
export function RangeInput({ id, value, onChange }: InputProps) {
  const t = useT()
  const [from = '', to = ''] = (value ?? []) as [string?, string?]
  return (
    <Space.Compact block>
      <Input
        id={id}
        inputMode="decimal"
        value={from}
        placeholder={t('最小')}
        onChange={(event) => onChange?.([event.target.value, to])}
      />
      <Input
        inputMode="decimal"
        value={to}
        placeholder={t('最大')}
        aria-label={t('最大')}
        onChange={(event) => onChange?.([from, event.target.value])}
      />
    </Space.Compact>
  )
}
