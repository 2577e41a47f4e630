import type BpmnModeler from 'bpmn-js/lib/Modeler'

/** What an element means, apart from where it is drawn. */
interface Meaning {
  $type: string
  get(name: string): unknown
}

export interface DrawnElement {
  id: string
  type: string
  businessObject: Meaning
}

interface Modeling {
  updateProperties(element: DrawnElement, properties: Record<string, unknown>): void
  updateModdleProperties(element: DrawnElement, of: Meaning, properties: Record<string, unknown>): void
}

interface Moddle {
  create(type: string, properties: Record<string, unknown>): Meaning
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
  write(element: DrawnElement, name: PropertyName, value: string): void
}

export type PropertyName =
  | 'id'
  | 'name'
  | 'flowable:assignee'
  | 'flowable:candidateUsers'
  | 'flowable:candidateGroups'
  | 'flowable:formKey'
  | 'flowable:delegateExpression'
  | 'condition'
  | 'duration'
  | 'collection'

export function deskOf(modeler: BpmnModeler): Desk {
  const modeling = () => modeler.get<Modeling>('modeling')
  const expression = (body: string) => modeler.get<Moddle>('moddle').create('bpmn:FormalExpression', { body })
  const bus = modeler.get<EventBus>('eventBus')
  const root = () => modeler.get<{ getRootElement(): DrawnElement }>('canvas').getRootElement()
  const picked = () => modeler.get<{ get(): DrawnElement[] }>('selection').get()[0] ?? root()
  return {
    root,
    onSelect: (listener) => bus.on('selection.changed', ({ newSelection }) => listener(newSelection?.[0] ?? root())),
    onChange: (listener) => bus.on('commandStack.changed', () => listener(picked())),
    read,
    write(element, name, value) {
      const inner = partOf(element, name)
      if (name === 'condition') {
        modeling().updateProperties(element, { conditionExpression: value === '' ? undefined : expression(value) })
      } else if (inner) {
        modeling().updateModdleProperties(element, inner.of, {
          [inner.name]: value === '' ? undefined : name === 'duration' ? expression(value) : value,
        })
      } else modeling().updateProperties(element, { [name]: value === '' ? undefined : value })
    },
  }
}

function read(element: DrawnElement, name: PropertyName): string {
  if (name === 'condition') return bodyOf(element.businessObject.get('conditionExpression'))
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
