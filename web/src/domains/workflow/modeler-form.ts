import { attributesOf, elementsAt, readProperty } from '@xueheng/contract/domains/workflow/form-property.ts'
import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'

/** What an element means, apart from where it is drawn. */
export interface Meaning {
  $type: string
  get(name: string): unknown
}

/** Makes elements of a process file. */
export interface Moddle {
  create(type: string, properties: Record<string, unknown>): Meaning
}

const FORM_PROPERTY = 'flowable:FormProperty'

/** The form of a start or a task. */
export function formOf(meaning: Meaning): FormField[] {
  return extensionsOf(meaning)
    .filter(isFormProperty)
    .map((one) => {
      const { kind, type: _type, ...field } = readProperty(one)
      return { ...field, kind: kind ?? 'string' }
    })
}

/** The extensions of a start or a task with this form; whatever else stands among them stays. */
export function withForm(moddle: Moddle, meaning: Meaning, fields: readonly FormField[]): Meaning | undefined {
  const others = extensionsOf(meaning).filter((one) => !isFormProperty(one))
  const values = [...others, ...fields.map((field) => propertyOf(moddle, field))]
  return values.length > 0 ? moddle.create('bpmn:ExtensionElements', { values }) : undefined
}

function extensionsOf(meaning: Meaning) {
  return elementsAt(meaning.get('extensionElements') as Meaning | undefined, 'values')
}

function isFormProperty(extension: object): boolean {
  return '$type' in extension && extension.$type === FORM_PROPERTY
}

function propertyOf(moddle: Moddle, field: FormField): Meaning {
  const options = field.kind === 'enum' ? field.options : []
  const values = options.map(({ value, label }) => moddle.create('flowable:Value', { id: value, name: label }))
  return moddle.create(FORM_PROPERTY, { ...attributesOf(field), ...(values.length > 0 && { values }) })
}
