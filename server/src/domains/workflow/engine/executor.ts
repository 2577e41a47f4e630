import { holds } from './expression.ts'
import { type FlowModel, type FlowNode, canReach, startOf, timersOn } from './flow-model.ts'
import { itemOf, peopleOf, taskOf } from './people.ts'
import { type Effects, FlowError, type State, type Token } from './state.ts'
import { dueAt } from './timer.ts'
import { Tokens } from './tokens.ts'

/** No process needs so many steps between two waits; one that does runs in a circle. */
const MOST_STEPS = 1000

/** A step about to be taken. */
interface Arrival {
  node: FlowNode
  edge?: string
  parent: string | undefined
}

/**
 * Moves the tokens of one process until all of them wait. Works on `state` in place and collects what the outside has to
 * do; it reads no clock and no database. Throws `FlowError` when the process cannot go on, and the caller keeps nothing.
 */
export class Executor {
  private readonly effects: Effects = { opened: [], timers: [], closed: [], history: [], delegates: [] }
  private readonly tokens: Tokens
  private arrivals: Arrival[] = []

  constructor(
    private readonly model: FlowModel,
    private readonly state: State,
    private readonly now: Date,
  ) {
    this.tokens = new Tokens(state)
  }

  start(): Effects {
    this.arrivals.push({ node: required(startOf(this.model)), parent: undefined })
    return this.run()
  }

  /** One person is through with the task at a token. */
  complete(tokenId: string, isPassed: boolean): Effects {
    const token = required(this.tokens.find(tokenId))
    this.close(token)
    const loop = token.parent === undefined ? undefined : this.tokens.find(token.parent)
    if (loop?.wait === 'loop') this.countLoop(loop, isPassed)
    else this.leave(this.node(token.node), token.parent)
    return this.run()
  }

  /** A timer is due: one on the way, or one that sits on the activity at the token. */
  fire(tokenId: string, timerId: string): Effects {
    const token = required(this.tokens.find(tokenId))
    const timer = this.node(timerId)
    this.note(timer)
    if (timer.type === 'intermediateTimer' || timer.isInterrupting) this.close(token)
    this.leave(timer, token.parent)
    return this.run()
  }

  /** Takes every step that can be taken; then inclusive joins nothing more can come to, until there are none. */
  private run(): Effects {
    let steps = 0
    for (let next = this.next(); next; next = this.next()) {
      steps += 1
      if (steps > MOST_STEPS) throw new FlowError('流程在两次办理之间循环了太多次，请联系流程管理员')
      this.enter(next)
    }
    return this.effects
  }

  private next(): Arrival | undefined {
    const arrival = this.arrivals.shift()
    if (arrival) return arrival
    const join = this.tokens.joins().find((token) => this.isRipe(token))
    if (join) this.passJoin(this.node(join.node), this.tokens.waitingAt(join.node, join.parent))
    return this.arrivals.shift()
  }

  private enter({ node, edge, parent }: Arrival): void {
    switch (node.type) {
      case 'userTask':
        return node.loop ? this.openLoop(node, parent) : this.openTask(node, parent)
      case 'subProcess':
        return this.openScope(node, parent)
      case 'intermediateTimer':
        return this.startTimer(node, this.tokens.add({ node: node.id, wait: 'timer', parent }))
      case 'parallelGateway':
      case 'inclusiveGateway':
        return this.arriveAtJoin(node, edge, parent)
      case 'endEvent':
        return this.end(node, parent)
      default:
        if (node.type === 'serviceTask') this.effects.delegates.push({ name: node.delegate ?? '', node: node.id })
        this.note(node)
        this.leave(node, parent)
    }
  }

  private leave(node: FlowNode, parent: string | undefined): void {
    for (const id of this.waysOut(node)) {
      const edge = required(this.model.edges[id])
      this.effects.history.push({ node: id, name: edge.name, type: 'sequenceFlow', tokenId: '', isOpen: false })
      this.arrivals.push({ node: this.node(edge.target), edge: id, parent })
    }
  }

  private waysOut(node: FlowNode): string[] {
    if (node.type !== 'exclusiveGateway' && node.type !== 'inclusiveGateway') return node.outgoing
    const open = node.outgoing.filter((id) => id !== node.default && this.isOpen(id, node))
    const taken = node.type === 'exclusiveGateway' ? open.slice(0, 1) : open
    if (taken.length > 0) return taken
    if (node.default) return [node.default]
    throw new FlowError(`网关「${node.name || node.id}」没有符合条件的分支，请联系流程管理员`)
  }

  /** The only way out of a gateway needs no condition. */
  private isOpen(edgeId: string, node: FlowNode): boolean {
    const condition = this.model.edges[edgeId]?.condition
    return condition === undefined ? node.outgoing.length === 1 : holds(condition, this.state.variables)
  }

  private openTask(node: FlowNode, parent: string | undefined, own: object = {}): void {
    const token = this.tokens.add({ node: node.id, wait: 'task', parent })
    this.effects.opened.push(taskOf(node, token.id, { ...this.state.variables, ...own }))
    this.effects.history.push({ node: node.id, name: node.name, type: node.type, tokenId: token.id, isOpen: true })
    if (!node.loop) this.startTimers(node, token)
  }

  private openLoop(node: FlowNode, parent: string | undefined): void {
    const people = peopleOf(node, this.state.variables)
    if (people.length === 0) throw new FlowError(`步骤「${node.name || node.id}」没有办理人，请联系流程管理员`)
    const loop = this.tokens.add({ node: node.id, wait: 'loop', parent, people, done: 0, passed: 0 })
    this.startTimers(node, loop)
    const first = node.loop?.isSequential ? people.slice(0, 1) : people
    for (const at of first.keys()) this.openFor(node, loop, at)
  }

  private openFor(node: FlowNode, loop: Token, at: number): void {
    this.openTask(node, loop.id, { loopCounter: at, [itemOf(node)]: loop.people?.[at] ?? '' })
  }

  /** Counts one of several people; the next one is asked, or the step is done. */
  private countLoop(loop: Token, isPassed: boolean): void {
    const node = this.node(loop.node)
    const { people = [], done = 0, passed = 0 } = loop
    loop.done = done + 1
    loop.passed = passed + (isPassed ? 1 : 0)
    Object.assign(this.state.variables, {
      nrOfInstances: people.length,
      nrOfCompletedInstances: loop.done,
      nrOfActiveInstances: this.tokens.inside(loop.id).length,
      nrOfPassed: loop.passed,
    })
    const completion = node.loop?.completion
    const isEnough = completion !== undefined && holds(completion, this.state.variables)
    if (isEnough || loop.done >= people.length) {
      this.close(loop)
      this.leave(node, loop.parent)
    } else if (node.loop?.isSequential) this.openFor(node, loop, loop.done)
  }

  private openScope(node: FlowNode, parent: string | undefined): void {
    const token = this.tokens.add({ node: node.id, wait: 'scope', parent })
    this.note(node)
    this.startTimers(node, token)
    this.arrivals.push({ node: required(startOf(this.model, node.id)), parent: token.id })
  }

  private startTimers(node: FlowNode, token: Token): void {
    for (const timer of timersOn(this.model, node.id)) this.startTimer(timer, token)
  }

  private startTimer(timer: FlowNode, token: Token): void {
    const due = dueAt(timer, this.state.variables, this.now)
    this.effects.timers.push({ tokenId: token.id, node: timer.id, dueAt: due })
  }

  private arriveAtJoin(node: FlowNode, edge: string | undefined, parent: string | undefined): void {
    if (node.incoming.length < 2) return this.passJoin(node, [], parent)
    this.tokens.add({ node: node.id, wait: 'join', parent, edge })
    if (node.type === 'inclusiveGateway') return
    const waiting = this.tokens.waitingAt(node.id, parent)
    const firsts = node.incoming.flatMap((id) => waiting.find((token) => token.edge === id) ?? [])
    if (firsts.length === node.incoming.length) this.passJoin(node, firsts)
  }

  private passJoin(node: FlowNode, waiting: Token[], parent = waiting[0]?.parent): void {
    for (const token of waiting) this.tokens.remove(token)
    this.note(node)
    this.leave(node, parent)
  }

  /** An inclusive join goes on when no other token of its scope can still reach it. */
  private isRipe({ node, parent }: Token): boolean {
    if (this.node(node).type !== 'inclusiveGateway') return false
    const others = this.tokens.inside(parent).filter((token) => token.node !== node)
    return !others.some((token) => canReach(this.model, token.node, node))
  }

  private end(node: FlowNode, parent: string | undefined): void {
    this.note(node)
    if (node.isTerminate) this.clear(parent)
    const isBusy = this.tokens.inside(parent).length > 0 || this.arrivals.some((one) => one.parent === parent)
    if (isBusy) return
    const scope = parent === undefined ? undefined : this.tokens.find(parent)
    if (!scope) {
      this.effects.end = node.id
      return
    }
    this.close(scope)
    this.leave(this.node(scope.node), scope.parent)
  }

  /** Takes a token away with everything inside it and whatever this run opened at it. */
  private close(token: Token): void {
    this.clear(token.id)
    this.tokens.remove(token)
    this.effects.closed.push(token.id)
    this.effects.opened = this.effects.opened.filter((one) => one.tokenId !== token.id)
    this.effects.timers = this.effects.timers.filter((one) => one.tokenId !== token.id)
  }

  private clear(parent: string | undefined): void {
    for (const child of this.tokens.inside(parent)) this.close(child)
    this.arrivals = this.arrivals.filter((one) => one.parent !== parent)
  }

  private note({ id, name, type }: FlowNode): void {
    this.effects.history.push({ node: id, name, type, tokenId: '', isOpen: false })
  }

  private node(id: string): FlowNode {
    return required(this.model.nodes[id])
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new FlowError('流程图与运行中的流程不一致，请联系流程管理员')
  return value
}
