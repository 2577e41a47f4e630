import { Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import type { DrawnElement, PropertyName, PropertyProps } from './modeler-desk.ts'

interface PlainProps extends PropertyProps {
  name: PropertyName
  label: string
  help?: string
}

const ID = /^[A-Za-z_][\w.-]*$/

/** A property that is typed. */
export function TextProperty({ desk, element, name, label, help }: PlainProps) {
  const id = useId()
  const [typed, setTyped] = useState<{ of: DrawnElement; text: string }>()
  const value = typed?.of === element ? typed.text : desk.read(element, name)
  const isWrong = name === 'id' && !ID.test(value)

  function keep(next: string): void {
    if (isWrong) return
    setTyped(undefined)
    if (next.trim() !== desk.read(element, name)) desk.write(element, { [name]: next.trim() })
  }

  return (
    <PropertyItem id={id} label={label} help={help} fault={isWrong ? '应以字母开头，只含字母、数字、点、横线' : ''}>
      <Input
        id={id}
        value={value}
        status={isWrong ? 'error' : ''}
        onChange={(event) => setTyped({ of: element, text: event.target.value })}
        onBlur={() => keep(value)}
        onPressEnter={() => keep(value)}
      />
    </PropertyItem>
  )
}

/** A property that is one of a few values. */
export function SelectProperty({
  desk,
  element,
  name,
  label,
  help,
  options,
}: PlainProps & { options: { value: string; label: string }[] }) {
  const t = useT()
  const id = useId()
  return (
    <PropertyItem id={id} label={label} help={help}>
      <Select
        id={id}
        allowClear
        value={desk.read(element, name) || null}
        options={options.map((one) => ({ ...one, label: t(one.label) }))}
        onChange={(next: string | null) => desk.write(element, { [name]: next ?? '' })}
      />
    </PropertyItem>
  )
}

interface PropertyItemProps {
  id: string
  label: string
  help?: string | undefined
  /** What is wrong, in place of the help. */
  fault?: string
  children: ReactNode
}

/** A labelled control of the properties. */
export function PropertyItem({ id, label, help, fault, children }: PropertyItemProps) {
  const t = useT()
  return (
    <div className="modeler-field">
      <label htmlFor={id}>{t(label)}</label>
      {children}
      {fault ? <p role="alert">{t(fault)}</p> : help && <p>{t(help)}</p>}
    </div>
  )
}
