import { elementsAt } from '@xueheng/contract/domains/workflow/form-property.ts'
import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import type BpmnModeler from 'bpmn-js/lib/Modeler'
import { type Meaning, type Moddle, formOf, withForm } from './modeler-form.ts'

export interface DrawnElement {
  id: string
  type: string
  businessObject: Meaning
  /** Of a line: where it comes from. */
  source?: DrawnElement
}

interface Modeling {
  updateProperties(element: DrawnElement, properties: Record<string, unknown>): void
  updateModdleProperties(element: DrawnElement, of: Meaning, properties: Record<string, unknown>): void
}

interface EventBus {
  on(name: string, listener: (event: { newSelection?: DrawnElement[]; element?: DrawnElement }) => void): void
}

/** The drawing library's services, as far as the properties need them; every change can be undone. */
export interface Desk {
  root(): DrawnElement
  onSelect(listener: (element: DrawnElement) => void): void
  /** Something was changed, by hand or by the form; tells what is picked now. */
  onChange(listener: (element: DrawnElement) => void): void
  read(element: DrawnElement, name: PropertyName): string
  /** One or more properties in one step. */
  write(element: DrawnElement, values: Partial<Record<PropertyName, string>>): void
  /** The line a gateway takes when no other may be taken. */
  setDefault(line: DrawnElement, isDefault: boolean): void
  /** The form of a start or a task. */
  fields(element: DrawnElement): FormField[]
  writeFields(element: DrawnElement, fields: FormField[]): void
  /** The fields of all forms of the process, each as it is declared first. */
  allFields(): FormField[]
}

/** What a property of the form needs: the desk, and what is picked. */
export interface PropertyProps {
  desk: Desk
  element: DrawnElement
}

export type PropertyName =
  | 'id'
  | 'name'
  | 'documentation'
  | 'flowable:assignee'
  | 'flowable:candidateUsers'
  | 'flowable:candidateGroups'
  | 'flowable:formKey'
  | 'flowable:delegateExpression'
  | 'xh:outcome'
  | 'condition'
  | 'duration'
  | 'collection'

export function deskOf(modeler: BpmnModeler): Desk {
  const modeling = () => modeler.get<Modeling>('modeling')
  const moddle = () => modeler.get<Moddle>('moddle')
  const bus = modeler.get<EventBus>('eventBus')
  const root = () => modeler.get<{ getRootElement(): DrawnElement }>('canvas').getRootElement()
  const picked = () => modeler.get<{ get(): DrawnElement[] }>('selection').get()[0] ?? root()
  return {
    root,
    onSelect: (listener) => bus.on('selection.changed', ({ newSelection }) => listener(newSelection?.[0] ?? root())),
    onChange: (listener) => bus.on('commandStack.changed', () => listener(picked())),
    read,
    write(element, values) {
      const plain: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(values)) {
        const inner = partOf(element, name as PropertyName)
        const written = writtenAs(moddle, name as PropertyName, value)
        if (inner) modeling().updateModdleProperties(element, inner.of, { [inner.name]: written })
        else plain[name === 'condition' ? 'conditionExpression' : name] = written
      }
      if (Object.keys(plain).length > 0) modeling().updateProperties(element, plain)
    },
    setDefault(line, isDefault) {
      const { source, businessObject } = line
      if (!source || isDefaultLine(line) === isDefault) return
      modeling().updateProperties(source, { default: isDefault ? businessObject : undefined })
    },
    fields: ({ businessObject }) => formOf(businessObject),
    writeFields(element, fields) {
      modeling().updateProperties(element, { extensionElements: withForm(moddle(), element.businessObject, fields) })
    },
    allFields() {
      const known = new Map<string, FormField>()
      for (const field of formsIn(root().businessObject)) if (!known.has(field.id)) known.set(field.id, field)
      return [...known.values()]
    },
  }
}

/** Whether a gateway takes the line when no other may be taken. */
export function isDefaultLine({ source, businessObject }: DrawnElement): boolean {
  return source?.businessObject.get('default') === businessObject
}

function writtenAs(moddle: () => Moddle, name: PropertyName, value: string): unknown {
  if (value === '') return undefined
  if (name === 'condition' || name === 'duration') return moddle().create('bpmn:FormalExpression', { body: value })
  return name === 'documentation' ? [moddle().create('bpmn:Documentation', { text: value })] : value
}

/** Starts first: they are where fields are declared. */
function formsIn(container: Meaning): FormField[] {
  const nodes = elementsAt(container, 'flowElements') as Meaning[]
  const starts = nodes.filter(({ $type }) => $type === 'bpmn:StartEvent')
  const others = nodes.filter(({ $type }) => $type === 'bpmn:UserTask')
  const scopes = nodes.filter(({ $type }) => $type === 'bpmn:SubProcess')
  return [...[...starts, ...others].flatMap(formOf), ...scopes.flatMap(formsIn)]
}

function read(element: DrawnElement, name: PropertyName): string {
  if (name === 'condition') return bodyOf(element.businessObject.get('conditionExpression'))
  if (name === 'documentation') {
    const [first] = elementsAt(element.businessObject, 'documentation')
    return words(first?.get('text'))
  }
  const inner = partOf(element, name)
  if (!inner) return words(element.businessObject.get(name))
  return name === 'duration' ? bodyOf(inner.of.get(inner.name)) : words(inner.of.get(inner.name))
}

/** Properties that stand at a part of the element: the timer, the loop. */
function partOf(element: DrawnElement, name: PropertyName): { of: Meaning; name: string } | undefined {
  const meaning = element.businessObject
  if (name === 'duration') {
    const [definition] = (meaning.get('eventDefinitions') as Meaning[] | undefined) ?? []
    return definition && { of: definition, name: 'timeDuration' }
  }
  if (name !== 'collection') return undefined
  const loop = meaning.get('loopCharacteristics') as Meaning | undefined
  return loop && { of: loop, name: 'flowable:collection' }
}

function bodyOf(value: unknown): string {
  return value ? words((value as Meaning).get('body')) : ''
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
