import { FORM_KINDS, type FormField, type FormKind } from '@xueheng/contract/domains/workflow/form.ts'
import type { Element } from 'bpmn-moddle'

/** The form that a start or a user task declares; types nobody knows are told in `faults`. */
export function readForm(element: Element, title: string, faults: string[]): FormField[] {
  const extension = element.get('extensionElements') as Element | undefined
  return elementsAt(extension, 'values')
    .filter(({ $type }) => $type === 'flowable:FormProperty')
    .map((property) => fieldFrom(property, title, faults))
}

function fieldFrom(property: Element, title: string, faults: string[]): FormField {
  const [id, type] = [wordsAt(property, 'id'), wordsAt(property, 'type') || 'string']
  const name = wordsAt(property, 'name') || id
  const kind = kindOf(type, wordsAt(property, 'datePattern'))
  if (!kind) faults.push(`${title}的表单字段「${name}」的类型「${type}」不支持`)
  return {
    id,
    name,
    kind: kind ?? 'string',
    isRequired: property.get('required') === true,
    access: property.get('readable') === false ? 'hidden' : property.get('writable') === false ? 'read' : 'write',
    options: elementsAt(property, 'values').map((one) => ({
      value: wordsAt(one, 'id'),
      label: wordsAt(one, 'name') || wordsAt(one, 'id'),
    })),
  }
}

/** Other programs of the family write some types differently. */
const OTHER_NAMES: Record<string, FormKind> = { integer: 'long', decimal: 'double', 'multi-line-text': 'text' }

function kindOf(type: string, datePattern: string): FormKind | undefined {
  if (type === 'date') return datePattern.includes('H') ? 'datetime' : 'date'
  return Object.hasOwn(FORM_KINDS, type) ? (type as FormKind) : OTHER_NAMES[type]
}

function elementsAt(element: Element | undefined, name: string): Element[] {
  const value = element?.get(name)
  return Array.isArray(value) ? (value as Element[]) : []
}

function wordsAt(element: Element, name: string): string {
  const value = element.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
