import ElementFactory from 'bpmn-js/lib/features/modeling/ElementFactory'

/** Entries of a palette, a pad or a menu, by their names. */
type Entries = Record<string, { className?: string }>

interface Registry {
  registerProvider(priority: number, provider: Offered): void
}

interface MenuRegistry {
  registerProvider(menu: string, priority: number, provider: Offered): void
}

/** After the library's own providers, whose entries are cut down to what the server runs. */
const AFTER_ALL = 500

/** In the palette and beside a step, with the look of what they become. */
const TOOLS: Record<string, string | undefined> = {
  'hand-tool': undefined,
  'lasso-tool': undefined,
  'space-tool': undefined,
  'global-connect-tool': undefined,
  'tool-separator': undefined,
  'create.start-event': undefined,
  'create.intermediate-event': 'bpmn-icon-intermediate-event-catch-timer',
  'create.end-event': undefined,
  'create.exclusive-gateway': 'bpmn-icon-gateway-xor',
  'create.task': 'bpmn-icon-user-task',
  'create.subprocess-expanded': undefined,
  'append.end-event': undefined,
  'append.gateway': 'bpmn-icon-gateway-xor',
  'append.append-task': 'bpmn-icon-user-task',
  'append.intermediate-event': 'bpmn-icon-intermediate-event-catch-timer',
  'append.text-annotation': undefined,
  replace: undefined,
  connect: undefined,
  delete: undefined,
}

/** What an element can be changed into, and its marks. Exported for the test that reads the library's names of them. */
export const REPLACEMENTS = [
  'replace-with-none-start',
  'replace-with-none-end',
  'replace-with-terminate-end',
  'replace-with-exclusive-gateway',
  'replace-with-parallel-gateway',
  'replace-with-inclusive-gateway',
  'replace-with-user-task',
  'replace-with-service-task',
  'replace-with-manual-task',
  'replace-with-timer-intermediate-catch',
  'replace-with-timer-boundary',
  'replace-with-non-interrupting-timer-boundary',
]
const MARKS = ['toggle-parallel-mi', 'toggle-sequential-mi']

function pick(entries: Entries, names: readonly string[]): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => names.includes(name)))
}

function withLooks(entries: Entries): Entries {
  const offered = Object.entries(pick(entries, Object.keys(TOOLS)))
  return Object.fromEntries(
    offered.map(([name, entry]) => {
      const className = TOOLS[name]
      return [name, className ? { ...entry, className } : entry]
    }),
  )
}

/** Offers the elements the server runs, and no others. */
class Offered {
  static readonly $inject = ['palette', 'contextPad', 'popupMenu']

  constructor(palette: Registry, contextPad: Registry, popupMenu: MenuRegistry) {
    palette.registerProvider(AFTER_ALL, this)
    contextPad.registerProvider(AFTER_ALL, this)
    popupMenu.registerProvider('bpmn-replace', AFTER_ALL, this)
  }

  getPaletteEntries() {
    return withLooks
  }

  getContextPadEntries() {
    return withLooks
  }

  getPopupMenuEntries() {
    return (entries: Entries) => pick(entries, REPLACEMENTS)
  }

  getPopupMenuHeaderEntries() {
    return (entries: Entries) => pick(entries, MARKS)
  }
}

/** What is drawn anew becomes a step that people take, and an event on the way a timer. */
const BECOMES: Record<string, object> = {
  'bpmn:Task': { type: 'bpmn:UserTask' },
  'bpmn:IntermediateThrowEvent': {
    type: 'bpmn:IntermediateCatchEvent',
    eventDefinitionType: 'bpmn:TimerEventDefinition',
  },
}

class RunnableElements extends ElementFactory {
  override createShape(drawn: Parameters<ElementFactory['createShape']>[0]) {
    const isNew = drawn?.businessObject === undefined
    return super.createShape(isNew ? { ...drawn, ...BECOMES[drawn?.type ?? ''] } : drawn)
  }
}

/** For the drawing library: only what the server runs. */
export const OFFER = {
  __init__: ['offered'],
  offered: ['type', Offered] as const,
  elementFactory: ['type', RunnableElements] as const,
}
