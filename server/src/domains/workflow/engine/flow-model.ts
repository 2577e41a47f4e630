import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'

/** What the executor knows of an element. */
export type NodeType =
  | 'startEvent'
  | 'endEvent'
  | 'userTask'
  | 'serviceTask'
  | 'task'
  | 'exclusiveGateway'
  | 'parallelGateway'
  | 'inclusiveGateway'
  | 'subProcess'
  | 'intermediateTimer'
  | 'boundaryTimer'

/** When a timer is due: after a duration (`PT24H`) or at a moment, both may be expressions. */
export interface TimerRule {
  duration?: string
  date?: string
}

/** A user task done by several people. */
export interface Loop {
  isSequential: boolean
  /** Name or expression of a list; each of its values gets a task. */
  collection?: string
  elementVariable?: string
  cardinality?: string
  completion?: string
}

export interface FlowNode {
  id: string
  name: string
  type: NodeType
  /** The embedded process it stands in; nothing on the top level. */
  scope?: string
  incoming: string[]
  outgoing: string[]
  /** The flow a gateway takes when no other may be taken. */
  default?: string
  isTerminate?: boolean
  /** How the process came out when it ends here; without it the last verdict says. */
  outcome?: 'approved' | 'refused'
  assignee?: string
  candidateUsers?: string
  candidateGroups?: string
  formKey?: string
  /** The form of a start or a user task. */
  fields?: FormField[]
  delegate?: string
  loop?: Loop
  timer?: TimerRule
  /** The activity a timer sits on, and whether it ends it. */
  attachedTo?: string
  isInterrupting?: boolean
}

export interface FlowEdge {
  id: string
  name: string
  source: string
  target: string
  condition?: string
}

/** A process as the executor reads it: plain data, kept beside its XML. */
export interface FlowModel {
  key: string
  name: string
  description: string
  /** Name of the variable that holds who started it, as the process asks for. */
  initiator?: string
  nodes: Record<string, FlowNode>
  edges: Record<string, FlowEdge>
}

/** The start of the process, or of an embedded one. */
export function startOf(model: FlowModel, scope?: string): FlowNode | undefined {
  return Object.values(model.nodes).find((node) => node.type === 'startEvent' && node.scope === scope)
}

/** Timers that sit on an activity. */
export function timersOn(model: FlowModel, nodeId: string): FlowNode[] {
  return Object.values(model.nodes).filter((node) => node.attachedTo === nodeId)
}

/** Whether something that waits at `from` can come to `to`. */
export function canReach(model: FlowModel, from: string, to: string): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const next = (model.nodes[id]?.outgoing ?? []).map((edge) => model.edges[edge]?.target ?? '')
    if (next.includes(to)) return true
    open.push(...next, ...timersOn(model, id).map((timer) => timer.id))
  }
  return false
}

/** How people are told of a step: by its name, or by its kind where it has none. */
export function titleOf(node: FlowNode): string {
  return `「${plainTitle(node)}」`
}

/** The same without marks around it. */
export function plainTitle({ name, type }: FlowNode): string {
  return name || `未命名的${TITLES[type]}`
}

const TITLES: Record<NodeType, string> = {
  startEvent: '开始事件',
  endEvent: '结束事件',
  userTask: '用户任务',
  serviceTask: '服务任务',
  task: '任务',
  exclusiveGateway: '排他网关',
  parallelGateway: '并行网关',
  inclusiveGateway: '包容网关',
  subProcess: '子流程',
  intermediateTimer: '定时事件',
  boundaryTimer: '边界定时事件',
}

/** The form a process is started with. */
export function startFields(model: FlowModel): FormField[] {
  return startOf(model)?.fields ?? []
}

/** Every field a process declares, each as it is declared first. */
export function allFields(model: FlowModel): FormField[] {
  const known = new Map<string, FormField>()
  const forms = [startFields(model), ...Object.values(model.nodes).map((node) => node.fields ?? [])]
  for (const field of forms.flat()) if (!known.has(field.id)) known.set(field.id, field)
  return [...known.values()]
}
