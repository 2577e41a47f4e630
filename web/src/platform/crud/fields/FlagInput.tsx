import { Switch } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { type InputProps, isOn } from './field-view.ts'

export function FlagInput({ id, value, onChange, disabled }: InputProps) {
  const t = useT()
  return (
    <Switch
      id={id}
      checked={isOn(value)}
      disabled={disabled}
      onChange={(next) => onChange?.(next ? 1 : 0)}
      checkedChildren={t('是')}
      unCheckedChildren={t('否')}
    />
  )
}
