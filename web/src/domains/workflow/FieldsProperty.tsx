import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { FORM_ACCESS, FORM_KINDS, type FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { PropertyProps } from './modeler-desk.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { FieldDialog } from './FieldDialog.tsx'

function blankField(): FormField {
  const id = `field_${Date.now().toString(36)}`
  return { id, name: '', kind: 'string', isRequired: true, access: 'write', options: [] }
}

/** The form of a start or a task: what is filled in, read or hidden there. */
export function FieldsProperty({ desk, element }: PropertyProps) {
  const t = useT()
  const [edited, edit] = useState<FormField>()
  const fields = desk.fields(element)
  const others = desk.allFields().filter(({ id }) => !fields.some((one) => one.id === id))
  const isStart = element.type === 'bpmn:StartEvent'

  function save(field: FormField): void {
    const isKnown = fields.some(({ id }) => id === field.id)
    desk.writeFields(element, isKnown ? fields.map((one) => (one.id === field.id ? field : one)) : [...fields, field])
    edit(undefined)
  }
  return (
    <section className="modeler-form" aria-label={t('表单')}>
      <h3>{t('表单')}</h3>
      <ul>
        {fields.map((field) => (
          <FieldRow
            key={field.id}
            field={field}
            hasAccess={!isStart}
            onEdit={() => edit(field)}
            onRemove={() =>
              desk.writeFields(
                element,
                fields.filter((one) => one !== field),
              )
            }
          />
        ))}
      </ul>
      <Button icon={<PlusOutlined />} onClick={() => edit(blankField())}>
        {t('添加字段')}
      </Button>
      {!isStart && others.length > 0 && (
        <Select<string | null>
          aria-label={t('引用其他步骤的字段')}
          placeholder={t('引用其他步骤的字段')}
          value={null}
          options={others.map((field) => ({ value: field.id, label: t(field.name) }))}
          onChange={(id) => {
            const field = others.find((one) => one.id === id)
            if (field) save({ ...field, access: 'read', isRequired: false })
          }}
        />
      )}
      {edited && <FieldDialog field={edited} hasAccess={!isStart} onSave={save} onClose={() => edit(undefined)} />}
    </section>
  )
}

interface FieldRowProps {
  field: FormField
  hasAccess: boolean
  onEdit: () => void
  onRemove: () => void
}

function FieldRow({ field: { name, kind, access, isRequired }, hasAccess, onEdit, onRemove }: FieldRowProps) {
  const t = useT()
  const facts = [
    t(FORM_KINDS[kind]),
    ...(hasAccess ? [t(FORM_ACCESS[access])] : []),
    ...(isRequired ? [t('必填')] : []),
  ]
  return (
    <li>
      <span>
        {t(name)}
        <small>{facts.join(' · ')}</small>
      </span>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={t('编辑字段{name}', { name })}
        onClick={onEdit}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('删除字段{name}', { name })}
        onClick={onRemove}
      />
    </li>
  )
}
