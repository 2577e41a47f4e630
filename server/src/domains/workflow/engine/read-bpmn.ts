import { EXTENSIONS } from '@xueheng/contract/domains/workflow/flowable.ts'
import { LONGEST_XML } from '@xueheng/contract/domains/workflow/model.ts'
import { BpmnModdle, type Element } from 'bpmn-moddle'
import { readForm } from './read-form.ts'
import {
  type FlowEdge,
  type FlowModel,
  type FlowNode,
  type Loop,
  type NodeType,
  type TimerRule,
  titleOf,
} from './flow-model.ts'

/** A process file as it was read: its process, and what is wrong with it, in words for whoever drew it. */
export interface ReadResult {
  model: FlowModel
  faults: string[]
  /** It brings a drawing of its own. */
  hasDrawing: boolean
}

const TYPES: Record<string, NodeType> = {
  'bpmn:StartEvent': 'startEvent',
  'bpmn:EndEvent': 'endEvent',
  'bpmn:UserTask': 'userTask',
  'bpmn:ServiceTask': 'serviceTask',
  'bpmn:SendTask': 'serviceTask',
  'bpmn:Task': 'task',
  'bpmn:ManualTask': 'task',
  'bpmn:ExclusiveGateway': 'exclusiveGateway',
  'bpmn:ParallelGateway': 'parallelGateway',
  'bpmn:InclusiveGateway': 'inclusiveGateway',
  'bpmn:SubProcess': 'subProcess',
  'bpmn:IntermediateCatchEvent': 'intermediateTimer',
  'bpmn:BoundaryEvent': 'boundaryTimer',
}
/** What other programs draw and this one does not run. */
const UNSUPPORTED: Record<string, string> = {
  ScriptTask: '脚本任务',
  BusinessRuleTask: '业务规则任务',
  ReceiveTask: '接收任务',
  CallActivity: '调用活动',
  Transaction: '事务',
  EventSubProcess: '事件子流程',
  AdHocSubProcess: '临时子流程',
  EventBasedGateway: '事件网关',
  ComplexGateway: '复杂网关',
  IntermediateThrowEvent: '中间抛出事件',
  MessageEventDefinition: '消息事件',
  SignalEventDefinition: '信号事件',
  ErrorEventDefinition: '错误事件',
  ConditionalEventDefinition: '条件事件',
  EscalationEventDefinition: '升级事件',
  CompensateEventDefinition: '补偿事件',
  LinkEventDefinition: '链接事件',
  StandardLoopCharacteristics: '循环',
}
/** Remarks on the drawing, and data: they move nothing. */
const SILENT = new Set(['bpmn:TextAnnotation', 'bpmn:Association', 'bpmn:DataObject', 'bpmn:DataObjectReference'])
/** What an end may say of how its process came out. */
const OUTCOMES = ['approved', 'refused'] as const
const TIMER = 'bpmn:TimerEventDefinition'
const TERMINATE = 'bpmn:TerminateEventDefinition'

function emptyModel(): FlowModel {
  return { key: '', name: '', description: '', nodes: {}, edges: {} }
}

/** Reads a BPMN document. Never throws: what cannot be read is a fault. */
export async function readBpmn(xml: string): Promise<ReadResult> {
  const refused = refusal(xml)
  if (refused) return { model: emptyModel(), faults: [refused], hasDrawing: false }
  try {
    const { rootElement, warnings } = await new BpmnModdle(EXTENSIONS).fromXML(xml)
    const faults = warnings.map(({ message }) => `文件内容无法识别：${message.split('\n')[0]?.slice(0, 200) ?? ''}`)
    return { ...readProcess(rootElement, faults), hasDrawing: list(rootElement, 'diagrams').length > 0 }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : ''
    return { model: emptyModel(), faults: [`文件不是有效的 BPMN 2.0：${reason ?? ''}`], hasDrawing: false }
  }
}

function refusal(xml: string): string | undefined {
  if (xml.length > LONGEST_XML) return '流程文件不能超过 1MB'
  return /<!DOCTYPE|<!ENTITY/i.test(xml) ? '流程文件不能含有 DOCTYPE' : undefined
}

function readProcess(root: Element, faults: string[]): { model: FlowModel; faults: string[] } {
  const processes = list(root, 'rootElements').filter((one) => one.$type === 'bpmn:Process')
  const runnable = processes.filter((one) => one.get('isExecutable') !== false)
  const [process] = runnable
  if (!process || runnable.length > 1) {
    faults.push(process ? '一个文件只能有一个可执行的流程' : '文件里没有可执行的流程')
    return { model: emptyModel(), faults }
  }
  const model = { ...emptyModel(), key: words(process, 'id'), name: words(process, 'name') || words(process, 'id') }
  model.description = list(process, 'documentation')
    .map((one) => words(one, 'text'))
    .join('\n')
    .slice(0, 1000)
  const reader = new Reader(model, faults)
  reader.readScope(process, undefined)
  reader.connect()
  return { model, faults }
}

/** Fills a model from the elements of a process, one scope after the other. */
class Reader {
  constructor(
    private readonly model: FlowModel,
    private readonly faults: string[],
  ) {}

  readScope(container: Element, scope: string | undefined): void {
    for (const element of list(container, 'flowElements')) {
      if (SILENT.has(element.$type)) continue
      if (element.$type === 'bpmn:SequenceFlow') this.readEdge(element)
      else this.readNode(element, scope)
    }
  }

  /** Flows are told by their ends, whatever the document says beside the nodes. */
  connect(): void {
    for (const edge of Object.values(this.model.edges)) {
      const [source, target] = [this.model.nodes[edge.source], this.model.nodes[edge.target]]
      if (!source || !target) {
        this.faults.push(`连线「${edge.name || edge.id}」没有连接到步骤`)
        continue
      }
      source.outgoing.push(edge.id)
      target.incoming.push(edge.id)
    }
  }

  private readEdge(element: Element): void {
    const condition = bodyOf(element, 'conditionExpression')
    const edge: FlowEdge = {
      id: words(element, 'id'),
      name: words(element, 'name'),
      source: idOf(element.get('sourceRef')),
      target: idOf(element.get('targetRef')),
    }
    if (condition) edge.condition = condition
    this.model.edges[edge.id] = edge
  }

  private readNode(element: Element, scope: string | undefined): void {
    const type = TYPES[element.$type]
    const id = words(element, 'id')
    if (!type) return this.refuse(element, element.$type)
    const node: FlowNode = { id, name: words(element, 'name'), type, incoming: [], outgoing: [] }
    if (scope) node.scope = scope
    this.model.nodes[id] = node
    this.readEvents(element, node)
    this.readPeople(element, node)
    const standard = idOf(element.get('default'))
    if (standard) node.default = standard
    if (type === 'startEvent') this.readInitiator(element, node)
    if (type === 'startEvent' || type === 'userTask') {
      const fields = readForm(element, titleOf(node), this.faults)
      if (fields.length > 0) node.fields = fields
    }
    const outcome = OUTCOMES.find((one) => one === words(element, 'xh:outcome'))
    if (type === 'endEvent' && outcome) node.outcome = outcome
    if (type !== 'subProcess') return
    if (element.get('triggeredByEvent')) return this.refuse(element, 'bpmn:EventSubProcess')
    this.readScope(element, id)
  }

  private readInitiator(element: Element, node: FlowNode): void {
    const initiator = own(element, 'initiator')
    if (initiator && !node.scope) this.model.initiator = initiator
  }

  private readEvents(element: Element, node: FlowNode): void {
    const [definition, ...more] = list(element, 'eventDefinitions')
    const isTimer = node.type === 'boundaryTimer' || node.type === 'intermediateTimer'
    const wanted = isTimer ? TIMER : node.type === 'endEvent' && definition ? TERMINATE : undefined
    if (definition?.$type !== wanted || more.length > 0) return this.refuse(element, definition?.$type ?? element.$type)
    if (wanted === TERMINATE) node.isTerminate = true
    if (node.type === 'boundaryTimer') {
      node.attachedTo = idOf(element.get('attachedToRef'))
      node.isInterrupting = element.get('cancelActivity') !== false
    }
    if (isTimer && definition) node.timer = timerOf(definition)
  }

  private readPeople(element: Element, node: FlowNode): void {
    const loop = element.get('loopCharacteristics') as Element | undefined
    if (loop) {
      if (node.type !== 'userTask' || loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
        return this.refuse(element, loop.$type)
      }
      node.loop = loopOf(loop)
    }
    const delegate = own(element, 'delegateExpression')
    Object.assign(
      node,
      node.type === 'userTask' && {
        assignee: own(element, 'assignee'),
        candidateUsers: own(element, 'candidateUsers'),
        candidateGroups: own(element, 'candidateGroups'),
        formKey: own(element, 'formKey'),
      },
      node.type === 'serviceTask' && { delegate: delegate.replace(/^[$#]\{\s*(.*?)\s*\}$/, '$1') },
    )
  }

  private refuse(element: Element, type: string): void {
    const plain = type.replace('bpmn:', '')
    this.faults.push(
      `不支持的元素「${words(element, 'name') || words(element, 'id')}」（${UNSUPPORTED[plain] ?? plain}）`,
    )
  }
}

function timerOf(definition: Element): TimerRule {
  const duration = bodyOf(definition, 'timeDuration')
  const date = bodyOf(definition, 'timeDate')
  return duration ? { duration } : date ? { date } : {}
}

function loopOf(element: Element): Loop {
  const loop: Loop = { isSequential: element.get('isSequential') === true }
  const collection = own(element, 'collection')
  const elementVariable = own(element, 'elementVariable')
  const cardinality = bodyOf(element, 'loopCardinality')
  const completion = bodyOf(element, 'completionCondition')
  if (collection) loop.collection = collection
  if (elementVariable) loop.elementVariable = elementVariable
  if (cardinality) loop.cardinality = cardinality
  if (completion) loop.completion = completion
  return loop
}

function list(element: Element, name: string): Element[] {
  const value = element.get(name)
  return Array.isArray(value) ? (value as Element[]) : []
}

function words(element: Element, name: string): string {
  const value = element.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** An attribute of the `flowable` namespace. */
function own(element: Element, name: string): string {
  return words(element, `flowable:${name}`)
}

function bodyOf(element: Element, name: string): string {
  const expression = element.get(name) as Element | undefined
  return expression ? words(expression, 'body') : ''
}

function idOf(reference: unknown): string {
  return (reference as Element | undefined)?.id ?? ''
}
