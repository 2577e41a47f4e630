import type { Field } from '@xueheng/contract/kit/field.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import { Col, Form, Row } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { type FieldLayouts, formSpan } from './field-layout.ts'
import { type InputProps, isBlank } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { columnTitle } from './fields/wording.ts'
import type { NamedField } from './row.ts'
import { SecretItem } from './SecretItem.tsx'
import { type FormMode, isLocked, isMasked } from '../form/values.ts'
import './crud-dialog.css'

/** A check of one field beyond its declaration, such as asking the server; answers what is wrong. */
export type FieldCheck = (value: unknown) => Promise<string | undefined>

export type OwnInputs = Record<string, ComponentType<InputProps>>

interface FormFieldsProps {
  fields: readonly NamedField[]
  mode: FormMode
  /** One field a line, whatever their spans. */
  isNarrow?: boolean
  layouts?: FieldLayouts | undefined
  checks?: Readonly<Record<string, FieldCheck>> | undefined
  inputs?: OwnInputs | undefined
  /** Stands under a field in place of its help. */
  below?: ((name: string, field: Field) => ReactNode) | undefined
}

export function FormFields({ fields, mode, isNarrow = false, layouts, checks, inputs, below }: FormFieldsProps) {
  return (
    <Row gutter={24}>
      {fields.map(([name, field]) => (
        <Col key={name} xs={24} md={isNarrow ? 24 : formSpan(field, layouts?.[name])}>
          {field.kind === 'secret' ? (
            <SecretItem {...{ name, field, mode }} />
          ) : (
            <FormField
              {...{ name, field, mode }}
              check={checks?.[name]}
              Input={inputs?.[name]}
              below={below?.(name, field)}
            />
          )}
        </Col>
      ))}
    </Row>
  )
}

interface FormFieldProps {
  name: string
  field: Field
  mode: FormMode
  check: FieldCheck | undefined
  Input: ComponentType<InputProps> | undefined
  below: ReactNode
}

function FormField({ name, field, mode, check, Input, below }: FormFieldProps): ReactNode {
  const t = useT()
  const view = viewOf(field)
  const Control = Input ?? view.Input
  const locked = isLocked(field, mode)
  return (
    <Form.Item
      name={name}
      label={columnTitle(t, field)}
      required={field.required === true && !locked}
      extra={below ?? (field.help && t(field.help))}
      validateTrigger={view.isPicked ? ['onChange', 'onBlur'] : 'onBlur'}
      rules={locked ? [] : [{ validator: (_rule, value) => judge(t, field, value, check) }]}
    >
      <Control field={field} disabled={locked} placeholder={locked ? '' : undefined} />
    </Form.Item>
  )
}

/** The declared rules first; the further check only sees values that pass them. A masked value is left alone. */
async function judge(
  t: (text: string) => string,
  field: Field,
  value: unknown,
  check: FieldCheck | undefined,
): Promise<void> {
  if (isMasked(field, value)) return
  const wrong = fieldMessage(field, value) ?? (check && !isBlank(value) ? await check(value) : undefined)
  if (wrong) throw new Error(t(wrong))
}
