import { Select } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { ICON_NAMES, MenuIcon } from '../../ui/MenuIcon.tsx'
import type { InputProps } from './field-view.ts'
import { pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'

const OPTIONS = ICON_NAMES.map((name) => ({ value: name, label: name.replace(/Outlined$/, '') }))

/** The icons a menu may carry, each drawn beside its name; a part of the name finds it. */
export function IconInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  return (
    <Select
      id={id}
      value={pickedValue(value, false) as string | undefined}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      options={OPTIONS}
      allowClear
      showSearch
      placeholder={hint ?? placeholder(t, field)}
      labelRender={({ value: name }) => <IconName name={String(name)} />}
      optionRender={({ value: name }) => <IconName name={String(name)} />}
    />
  )
}

function IconName({ name }: { name: string }) {
  return (
    <span className="crud-icon-name">
      <MenuIcon name={name} /> {name.replace(/Outlined$/, '')}
    </span>
  )
}
