import { Select } from 'antd'
import { t as translate, useT } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, type InputProps, isBlank, isOn } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'

function FlagCell({ value }: CellProps) {
  if (isBlank(value)) return ''
  return <span className={isOn(value) ? 'crud-yes' : 'crud-no'}>{translate(isOn(value) ? '是' : '否')}</span>
}

const FlagInput = lazyInput(async () => (await import('./FlagInput.tsx')).FlagInput)

function FlagFilter({ id, value, onChange }: InputProps) {
  const t = useT()
  return (
    <Select
      id={id}
      allowClear
      value={isBlank(value) ? undefined : String(value)}
      onChange={onChange}
      placeholder={t('全部')}
      options={[
        { value: '1', label: t('是') },
        { value: '0', label: t('否') },
      ]}
    />
  )
}

export const flagField: FieldView = {
  Cell: FlagCell,
  Input: FlagInput,
  Filter: FlagFilter,
  align: 'center',
  width: 80,
  isPicked: true,
}
