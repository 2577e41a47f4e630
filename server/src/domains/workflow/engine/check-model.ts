import { parseText } from './expression.ts'
import { checkForms } from './check-form.ts'
import { type FlowEdge, type FlowModel, type FlowNode, plainTitle, timersOn, titleOf } from './flow-model.ts'
import { durationMs } from './timer.ts'

/** What stands in the way of running a process, and what its author may have overlooked. */
export interface Findings {
  faults: string[]
  warnings: string[]
}

const KEY = /^[A-Za-z_][\w.-]*$/

/** Everything that can be known of a process before it runs. `delegates`: names service tasks may call. */
export function checkModel(model: FlowModel, delegates: ReadonlySet<string>): Findings {
  const nodes = Object.values(model.nodes)
  const faults = [
    ...(KEY.test(model.key) && model.key.length <= 64
      ? []
      : [`流程标识「${model.key}」应以字母开头，只含字母、数字、点、横线`]),
    ...scopesOf(nodes).flatMap((scope) => scopeFaults(nodes, scope)),
    ...nodes.flatMap((node) => nodeFaults(model, node, delegates)),
    ...Object.values(model.edges).flatMap((edge) => edgeFaults(model, edge)),
    ...nodes.flatMap((node) => expressionFaults(node)),
    ...lengthFaults(model),
    ...checkForms(model),
  ]
  if (faults.length === 0) faults.push(...reachFaults(model))
  return { faults, warnings: nodes.flatMap((node) => warningsOf(node)) }
}

function scopesOf(nodes: FlowNode[]): (string | undefined)[] {
  return [undefined, ...nodes.filter((node) => node.type === 'subProcess').map((node) => node.id)]
}

function scopeFaults(nodes: FlowNode[], scope: string | undefined): string[] {
  const inside = nodes.filter((node) => node.scope === scope)
  const container = scope === undefined ? undefined : nodes.find((node) => node.id === scope)
  const where = container ? `子流程${titleOf(container)}` : '流程'
  const starts = inside.filter((node) => node.type === 'startEvent')
  return [
    ...(starts.length === 1 ? [] : [`${where}应有且只有一个开始事件`]),
    ...(inside.some((node) => node.type === 'endEvent') ? [] : [`${where}没有结束事件`]),
  ]
}

function nodeFaults(model: FlowModel, node: FlowNode, delegates: ReadonlySet<string>): string[] {
  const title = titleOf(node)
  const faults: string[] = []
  if (node.type === 'userTask' && !node.assignee && !node.candidateUsers && !node.candidateGroups) {
    faults.push(`用户任务${title}没有设置办理人、候选人或候选组`)
  }
  if (node.type === 'serviceTask' && !delegates.has(node.delegate ?? '')) {
    faults.push(`服务任务${title}调用了不存在的「${node.delegate ?? ''}」，可用：${[...delegates].join('、')}`)
  }
  const host = model.nodes[node.attachedTo ?? '']
  if (node.type === 'boundaryTimer' && !(isActivity(host) && host?.scope === node.scope)) {
    faults.push(`边界事件${title}应附在同一层的任务或子流程上`)
  }
  if (isTimer(node) && !node.timer?.duration && !node.timer?.date) faults.push(`定时事件${title}没有设置时间`)
  if (node.loop && !node.loop.collection && !node.loop.cardinality) faults.push(`多人任务${title}没有设置人员集合`)
  return [...faults, ...wayFaults(node)]
}

function wayFaults(node: FlowNode): string[] {
  const title = titleOf(node)
  const isGateway = node.type.endsWith('Gateway')
  const isStart = node.type === 'startEvent' || node.type === 'boundaryTimer'
  return [
    ...(node.type === 'endEvent' && node.outgoing.length > 0 ? [`结束事件${title}后面不能再有连线`] : []),
    ...(node.type !== 'endEvent' && node.outgoing.length === 0 ? [`${title}没有后续步骤`] : []),
    ...(!isGateway && node.outgoing.length > 1 ? [`${title}有多条后续连线，请用网关分支`] : []),
    ...(!isStart && node.incoming.length === 0 ? [`${title}没有连线通向它`] : []),
    ...(isStart && node.incoming.length > 0 ? [`${title}前面不能有连线`] : []),
  ]
}

function edgeFaults(model: FlowModel, edge: FlowEdge): string[] {
  const [source, target] = [model.nodes[edge.source], model.nodes[edge.target]]
  if (!source || !target) return []
  const isChoice = source.type === 'exclusiveGateway' || source.type === 'inclusiveGateway'
  const title = edge.name ? `「${edge.name}」` : `「${plainTitle(source)} → ${plainTitle(target)}」`
  return [
    ...(source.scope === target.scope ? [] : [`连线${title}不能穿过子流程的边界`]),
    ...(edge.condition !== undefined && !isChoice ? [`连线${title}的条件只能写在排他或包容网关之后`] : []),
    ...(isChoice && source.outgoing.length > 1 && edge.condition === undefined && source.default !== edge.id
      ? [`网关${titleOf(source)}的分支${title}既没有条件也不是默认分支`]
      : []),
    ...(edge.condition === undefined ? [] : badExpression(edge.condition, `连线${title}`)),
  ]
}

function expressionFaults(node: FlowNode): string[] {
  const { assignee, candidateUsers, candidateGroups, loop, timer } = node
  const sources = [
    assignee,
    candidateUsers,
    candidateGroups,
    loop?.collection,
    loop?.cardinality,
    loop?.completion,
    timer?.duration,
    timer?.date,
  ]
  const bad = sources.flatMap((source) => (source ? badExpression(source, titleOf(node)) : []))
  const { duration } = timer ?? {}
  if (!duration || duration.includes('{') || durationMs(duration) !== undefined) return bad
  return [...bad, `定时事件${titleOf(node)}的时长「${duration}」应如 PT24H、P3D`]
}

function badExpression(source: string, where: string): string[] {
  return isExpression(source) ? [] : [`${where}的表达式「${source}」无法识别`]
}

/** What opens an expression also closes it. */
function isExpression(source: string): boolean {
  try {
    return !parseText(source).some((part) => typeof part === 'string' && /[$#]\{/.test(part))
  } catch {
    return false
  }
}

/** What is kept of a step has so much room. */
const LONGEST = 255
const LONGEST_FORM = 100

function lengthFaults(model: FlowModel): string[] {
  const steps = [...Object.values(model.nodes), ...Object.values(model.edges)]
  const forms = Object.values(model.nodes).map((node) => node.formKey ?? '')
  return [
    ...tooLong('名称', LONGEST, [model.name, ...steps.map((step) => step.name)]),
    ...tooLong(
      '标识',
      LONGEST,
      steps.map((step) => step.id),
    ),
    ...tooLong('表单标识', LONGEST_FORM, forms),
  ]
}

function tooLong(what: string, most: number, texts: string[]): string[] {
  return texts
    .filter((text) => text.length > most)
    .map((text) => `${what}「${text.slice(0, 20)}…」不能超过${most}个字符`)
}

/** Every step can be come to from a start, and leads to an end. */
function reachFaults(model: FlowModel): string[] {
  const nodes = Object.values(model.nodes)
  const starts = nodes.filter((node) => node.type === 'startEvent').map((node) => node.id)
  const ends = nodes.filter((node) => node.type === 'endEvent').map((node) => node.id)
  const after = (id: string) => [
    ...(model.nodes[id]?.outgoing ?? []).map((edge) => model.edges[edge]?.target ?? ''),
    ...timersOn(model, id).map((timer) => timer.id),
  ]
  const before = (id: string) => (model.nodes[id]?.incoming ?? []).map((edge) => model.edges[edge]?.source ?? '')
  const reached = spread(starts, after)
  const ending = spread(ends, before)
  return nodes.flatMap((node) => [
    ...(reached.has(node.id) ? [] : [`${titleOf(node)}永远走不到`]),
    ...(ending.has(node.id) ? [] : [`${titleOf(node)}走不到结束`]),
  ])
}

function spread(from: string[], next: (id: string) => string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...next(id))
  }
  return seen
}

function warningsOf(node: FlowNode): string[] {
  const isSplit = node.type === 'exclusiveGateway' || node.type === 'inclusiveGateway'
  return isSplit && node.outgoing.length > 1 && !node.default
    ? [`网关${titleOf(node)}没有默认分支，条件都不成立时流程会停下`]
    : []
}

function isActivity(node: FlowNode | undefined): boolean {
  return node !== undefined && ['userTask', 'subProcess'].includes(node.type)
}

function isTimer(node: FlowNode): boolean {
  return node.type === 'boundaryTimer' || node.type === 'intermediateTimer'
}
