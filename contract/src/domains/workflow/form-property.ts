import { FORM_KINDS, type FormField, type FormKind } from './form.ts'

/** An element of a process file; its properties are read by their names. */
interface FileElement {
  get(name: string): unknown
}

/** A form property as it is read: `kind` is missing where its type is none that is known. */
export interface ReadProperty extends Omit<FormField, 'kind'> {
  kind: FormKind | undefined
  type: string
}

/** Other programs of the family write some types differently. */
const OTHER_NAMES: Record<string, FormKind> = { integer: 'long', decimal: 'double', 'multi-line-text': 'text' }

/** Reads a `formProperty`. */
export function readProperty(property: FileElement): ReadProperty {
  const [id, type] = [wordsAt(property, 'id'), wordsAt(property, 'type') || 'string']
  return {
    id,
    type,
    name: wordsAt(property, 'name') || id,
    kind: kindOf(type, wordsAt(property, 'datePattern')),
    isRequired: property.get('required') === true,
    access: property.get('readable') === false ? 'hidden' : property.get('writable') === false ? 'read' : 'write',
    options: elementsAt(property, 'values').map((one) => ({
      value: wordsAt(one, 'id'),
      label: wordsAt(one, 'name') || wordsAt(one, 'id'),
    })),
  }
}

/** The attributes of a `formProperty`; its options are its `values`. */
export function attributesOf({ id, name, kind, isRequired, access }: FormField): Record<string, unknown> {
  return {
    id,
    name,
    type: kind === 'datetime' ? 'date' : kind,
    ...(kind === 'datetime' && { datePattern: 'yyyy-MM-dd HH:mm:ss' }),
    ...(isRequired && { required: true }),
    ...(access === 'read' && { writable: false }),
    ...(access === 'hidden' && { readable: false, writable: false }),
  }
}

function kindOf(type: string, datePattern: string): FormKind | undefined {
  if (type === 'date') return datePattern.includes('H') ? 'datetime' : 'date'
  return Object.hasOwn(FORM_KINDS, type) ? (type as FormKind) : OTHER_NAMES[type]
}

/** The elements in a property that is a list. */
export function elementsAt(element: FileElement | undefined, name: string): FileElement[] {
  const value = element?.get(name)
  return Array.isArray(value) ? value : []
}

function wordsAt(element: FileElement, name: string): string {
  const value = element.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
