declare module 'bpmn-moddle' {
  /** An element of a BPMN document; its properties are read by their names. */
  export interface Element {
    $type: string
    $parent?: Element
    id?: string
    get(name: string): unknown
    set(name: string, value: unknown): void
  }

  export interface Parsed {
    rootElement: Element
    warnings: { message: string }[]
  }

  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>)
    fromXML(xml: string): Promise<Parsed>
    toXML(element: Element, options?: { format?: boolean }): Promise<{ xml: string }>
  }
}

declare module 'bpmn-auto-layout' {
  /** The same document with a drawing of its first process. */
  export function layoutProcess(xml: string): Promise<string>
}
