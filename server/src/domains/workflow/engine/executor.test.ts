import { describe, expect, test } from 'vitest'
import { Executor } from './executor.ts'
import type { FlowModel } from './flow-model.ts'
import { readBpmn } from './read-bpmn.ts'
import type { Effects, State } from './state.ts'

const NOW = new Date('2026-03-02T08:00:00Z')

function xmlOf(body: string): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"
    targetNamespace="t"><process id="p" isExecutable="true">${body}</process></definitions>`
}

async function modelOf(body: string): Promise<FlowModel> {
  const { model, faults } = await readBpmn(xmlOf(body))
  expect(faults).toEqual([])
  return model
}

function task(id: string, inside = ''): string {
  return `<userTask id="${id}" name="${id}" flowable:assignee="u_${id}">${inside}</userTask>`
}

let flows = 0

function flow(source: string, target: string, condition = '', id = `f${(flows += 1)}`): string {
  const inside = condition && `<conditionExpression>${condition}</conditionExpression>`
  return `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${inside}</sequenceFlow>`
}

/** A process under way, kept as text between two steps as the database keeps it. */
class Run {
  private state: State
  last: Effects

  constructor(
    private readonly model: FlowModel,
    variables: Record<string, unknown> = {},
  ) {
    this.state = { tokens: [], variables, last: 0 }
    this.last = this.step((executor) => executor.start())
  }

  private step(move: (executor: Executor) => Effects): Effects {
    const state = JSON.parse(JSON.stringify(this.state)) as State
    const effects = move(new Executor(this.model, state, NOW))
    this.state = state
    return effects
  }

  /** Steps that wait for people. */
  get open(): string[] {
    return this.state.tokens.filter((token) => token.wait === 'task').map((token) => token.node)
  }

  get isEnded(): boolean {
    return this.last.end !== undefined
  }

  get tokens(): number {
    return this.state.tokens.length
  }

  set(variables: Record<string, unknown>): this {
    Object.assign(this.state.variables, variables)
    return this
  }

  complete(node: string, isPassed = true): this {
    const token = this.state.tokens.find((one) => one.node === node && one.wait === 'task')
    if (!token) throw new Error(`nothing waits at ${node}`)
    this.last = this.step((executor) => executor.complete(token.id, isPassed))
    return this
  }

  fire(at: string, timer: string): this {
    const token = this.state.tokens.find((one) => one.node === at)
    if (!token) throw new Error(`nothing waits at ${at}`)
    this.last = this.step((executor) => executor.fire(token.id, timer))
    return this
  }
}

const START = '<startEvent id="s" /><endEvent id="e" />'

test('a sequence: one step after the other, to the end', async () => {
  const model = await modelOf(START + task('a') + task('b') + flow('s', 'a') + flow('a', 'b') + flow('b', 'e'))
  const run = new Run(model)
  expect(run.open).toEqual(['a'])
  expect(run.last.opened).toMatchObject([{ node: 'a', assignee: 'u_a' }])
  expect(run.complete('a').open).toEqual(['b'])
  expect(run.isEnded).toBe(false)
  run.complete('b')
  expect([run.last.end, run.tokens]).toEqual(['e', 0])
})

describe('an exclusive gateway', () => {
  const body =
    START +
    task('a') +
    task('b') +
    task('c') +
    flow('s', 'a') +
    flow('a', 'g') +
    flow('g', 'b', '${n &gt; 3}') +
    flow('b', 'e') +
    flow('c', 'e')

  test('takes the first way that is open, else the default', async () => {
    const model = await modelOf(`${body}<exclusiveGateway id="g" default="d" />${flow('g', 'c', '', 'd')}`)
    expect(new Run(model, { n: 4 }).complete('a').open).toEqual(['b'])
    expect(new Run(model, { n: 3 }).complete('a').open).toEqual(['c'])
  })

  test('without a way throws, and nothing has moved', async () => {
    const model = await modelOf(`${body}<exclusiveGateway id="g" name="几天" />${flow('g', 'c', '${n &lt; 0}')}`)
    const run = new Run(model, { n: 1 })
    expect(() => run.complete('a')).toThrow('网关「几天」没有符合条件的分支')
    expect(run.open).toEqual(['a'])
  })
})

test('a process that has moved away from its drawing says so', async () => {
  const model = await modelOf(START + task('a') + flow('s', 'a') + flow('a', 'e'))
  const state = { tokens: [{ id: '1', node: 'gone', wait: 'task' as const }], variables: {}, last: 1 }
  const move = () => new Executor(model, state, NOW).complete('1', true)
  expect(move).toThrow('流程图与运行中的流程不一致，请联系流程管理员')
})

describe('parallel ways', () => {
  const fork =
    '<parallelGateway id="f" /><parallelGateway id="j" />' +
    task('a') +
    task('b') +
    task('c') +
    flow('s', 'f') +
    flow('f', 'a') +
    flow('f', 'b') +
    flow('a', 'j') +
    flow('b', 'j') +
    flow('j', 'c') +
    flow('c', 'e')

  test('are all open and joined once', async () => {
    const run = new Run(await modelOf(START + fork))
    expect(run.open).toEqual(['a', 'b'])
    expect(run.complete('b').open).toEqual(['a'])
    expect(run.complete('a').open).toEqual(['c'])
    expect(run.complete('c').isEnded).toBe(true)
  })

  test('that end one by one end the process with the last', async () => {
    const body = `${START}<parallelGateway id="f" />${task('a')}${flow('s', 'f')}${flow('f', 'e')}${flow('f', 'a')}${flow('a', 'e')}`
    const run = new Run(await modelOf(body))
    expect([run.isEnded, run.open]).toEqual([false, ['a']])
    expect(run.complete('a').isEnded).toBe(true)
  })

  test('a terminating end closes the others', async () => {
    const stop = '<endEvent id="x"><terminateEventDefinition /></endEvent>'
    const body = `${START}${stop}<parallelGateway id="f" />${task('a')}${task('b')}${flow('s', 'f')}${flow('f', 'a')}${flow('f', 'b')}${flow('a', 'x')}${flow('b', 'e')}`
    const run = new Run(await modelOf(body)).complete('a')
    expect([run.last.end, run.tokens]).toEqual(['x', 0])
    expect(run.last.closed).toHaveLength(2)
  })
})

describe('an inclusive join', () => {
  const body =
    START +
    '<inclusiveGateway id="f" /><inclusiveGateway id="j" />' +
    ['a', 'b', 'c', 'z'].map((id) => task(id)).join('') +
    flow('s', 'f') +
    flow('f', 'a', '${a}') +
    flow('f', 'b', '${b}') +
    flow('f', 'c', '${c}') +
    flow('a', 'j') +
    flow('b', 'j') +
    flow('c', 'j') +
    flow('j', 'z') +
    flow('z', 'e')

  test('waits for every way that was taken, and for no other', async () => {
    const run = new Run(await modelOf(body), { a: true, b: true, c: false })
    expect(run.open).toEqual(['a', 'b'])
    expect(run.complete('a').open).toEqual(['b'])
    expect(run.complete('b').open).toEqual(['z'])
    expect(run.complete('z').isEnded).toBe(true)
  })

  test('goes on at once when one way was taken', async () => {
    const run = new Run(await modelOf(body), { a: false, b: false, c: true })
    expect(run.complete('c').open).toEqual(['z'])
  })
})

describe('timers', () => {
  const timer = (cancels: boolean) =>
    `<boundaryEvent id="t" attachedToRef="a" cancelActivity="${cancels}"><timerEventDefinition><timeDuration>PT24H</timeDuration></timerEventDefinition></boundaryEvent>`
  const body =
    START + task('a') + task('late') + flow('s', 'a') + flow('a', 'e') + flow('t', 'late') + flow('late', 'e')

  test('are due when their time has passed, and go with their task', async () => {
    const run = new Run(await modelOf(body + timer(true)))
    expect(run.last.timers).toEqual([{ tokenId: 'e1', node: 't', dueAt: new Date('2026-03-03T08:00:00Z') }])
    expect(run.complete('a').last.closed).toEqual(['e1'])
    expect(run.isEnded).toBe(true)
  })

  test('that interrupt close the task', async () => {
    const run = new Run(await modelOf(body + timer(true))).fire('a', 't')
    expect(run.open).toEqual(['late'])
    expect(run.last.closed).toEqual(['e1'])
  })

  test('that do not leave it open', async () => {
    const run = new Run(await modelOf(body + timer(false))).fire('a', 't')
    expect(run.open).toEqual(['a', 'late'])
    expect(run.complete('late').isEnded).toBe(false)
    expect(run.complete('a').isEnded).toBe(true)
  })

  test('on the way hold the process', async () => {
    const wait = `<intermediateCatchEvent id="w"><timerEventDefinition><timeDate>\${at}</timeDate></timerEventDefinition></intermediateCatchEvent>`
    const run = new Run(await modelOf(START + wait + flow('s', 'w') + flow('w', 'e')), { at: '2026-03-05T00:00:00Z' })
    expect(run.last.timers[0]?.dueAt).toEqual(new Date('2026-03-05T00:00:00Z'))
    expect(run.fire('w', 'w').isEnded).toBe(true)
  })

  test('of no time are told, and the process does not begin', async () => {
    const wait = `<intermediateCatchEvent id="w" name="等待"><timerEventDefinition><timeDate>\${at}</timeDate></timerEventDefinition></intermediateCatchEvent>`
    const model = await modelOf(START + wait + flow('s', 'w') + flow('w', 'e'))
    expect(() => new Run(model, { at: '某日' })).toThrow('定时事件「等待」的时间无法识别：某日')
  })
})

describe('a step of several people', () => {
  const loop = (attributes: string, inside = '') =>
    `<userTask id="m" name="m" flowable:assignee="\${one}"><multiInstanceLoopCharacteristics ${attributes} flowable:elementVariable="one">${inside}</multiInstanceLoopCharacteristics></userTask>`
  const around = START + flow('s', 'm') + flow('m', 'e')

  test('in parallel is done when all are', async () => {
    const run = new Run(await modelOf(around + loop('flowable:collection="users"')), { users: ['1', '2', '3'] })
    expect(run.last.opened.map((one) => one.assignee)).toEqual(['1', '2', '3'])
    expect(run.complete('m').complete('m').open).toEqual(['m'])
    expect(run.complete('m').isEnded).toBe(true)
  })

  test('without any of them is told, and the process does not begin', async () => {
    const model = await modelOf(around + loop('flowable:collection="users"'))
    expect(() => new Run(model, { users: [] })).toThrow('步骤「m」没有办理人，请联系流程管理员')
  })

  test('in sequence asks one after the other', async () => {
    const run = new Run(await modelOf(around + loop('isSequential="true" flowable:collection="${users}"')), {
      users: '7,8',
    })
    expect(run.last.opened.map((one) => one.assignee)).toEqual(['7'])
    expect(run.complete('m').last.opened.map((one) => one.assignee)).toEqual(['8'])
    expect(run.complete('m').isEnded).toBe(true)
  })

  test('ends early when enough agree, and the others need not', async () => {
    const half = '<completionCondition>${nrOfPassed * 2 &gt; nrOfInstances}</completionCondition>'
    const run = new Run(await modelOf(around + loop('flowable:collection="users"', half)), {
      users: ['1', '2', '3', '4'],
    })
    run.complete('m', true).complete('m', false)
    expect(run.isEnded).toBe(false)
    run.complete('m', true).complete('m', true)
    expect([run.isEnded, run.tokens]).toEqual([true, 0])
    const quick = new Run(await modelOf(around + loop('flowable:collection="users"', half)), { users: ['1', '2', '3'] })
    quick.complete('m').complete('m')
    expect([quick.isEnded, quick.tokens]).toEqual([true, 0])
    expect(quick.last.closed).toHaveLength(3)
  })
})

test('an embedded process is one step of the outer one', async () => {
  const inner = `<subProcess id="sub"><startEvent id="s2" /><endEvent id="e2" />${task('i')}${flow('s2', 'i')}${flow('i', 'e2')}</subProcess>`
  const run = new Run(
    await modelOf(START + inner + task('after') + flow('s', 'sub') + flow('sub', 'after') + flow('after', 'e')),
  )
  expect(run.open).toEqual(['i'])
  expect(run.complete('i').open).toEqual(['after'])
  expect(run.complete('after').isEnded).toBe(true)
})

test('what is refused comes back until it is agreed', async () => {
  const body =
    START +
    '<exclusiveGateway id="g" default="back" />' +
    task('judge') +
    task('mend') +
    flow('s', 'judge') +
    flow('judge', 'g') +
    flow('g', 'e', '${pass}') +
    flow('g', 'mend', '', 'back') +
    flow('mend', 'judge')
  const run = new Run(await modelOf(body))
  for (let round = 0; round < 3; round += 1) {
    expect(run.set({ pass: false }).complete('judge').open).toEqual(['mend'])
    expect(run.complete('mend').open).toEqual(['judge'])
  }
  expect(run.set({ pass: true }).complete('judge').isEnded).toBe(true)
})

test('a step nobody is to do stops the process with words', async () => {
  const body = START + '<userTask id="a" name="审批" flowable:assignee="${boss}" />' + flow('s', 'a') + flow('a', 'e')
  const model = await modelOf(body)
  expect(() => new Run(model)).toThrow('步骤「审批」没有办理人')
})

test('a circle without a wait is noticed', async () => {
  const body = `${START}<task id="a" /><exclusiveGateway id="g" default="d" />${flow('s', 'a')}${flow('a', 'g')}${flow('g', 'a', '', 'd')}${flow('g', 'e', '${done}')}`
  const model = await modelOf(body)
  expect(() => new Run(model)).toThrow('循环了太多次')
})
