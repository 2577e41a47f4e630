import { elementsAt, readProperty } from '@xueheng/contract/domains/workflow/form-property.ts'
import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import type { Element } from 'bpmn-moddle'

/** The form that a start or a user task declares; types nobody knows are told in `faults`. */
export function readForm(element: Element, title: string, faults: string[]): FormField[] {
  const extension = element.get('extensionElements') as Element | undefined
  const properties = elementsAt(extension, 'values').filter(
    (one) => '$type' in one && one.$type === 'flowable:FormProperty',
  )
  return properties.map((property) => {
    const { kind, type, ...field } = readProperty(property)
    if (!kind) faults.push(`${title}的表单字段「${field.name}」的类型「${type}」不支持`)
    return { ...field, kind: kind ?? 'string' }
  })
}
