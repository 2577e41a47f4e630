import { describe, expect, test } from 'vitest'
import { NOW, Run, START, flow, modelOf, task } from '../../../../test/fixtures/flow-run.ts'
import { Executor } from './executor.ts'

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

test('what was passed and what waits is told in the order it came', async () => {
  const service = '<serviceTask id="t" name="告知" flowable:delegateExpression="${tell}" />'
  const way = '<sequenceFlow id="w" name="去" sourceRef="t" targetRef="a" />'
  const run = new Run(
    await modelOf(START + service + task('a') + flow('s', 't', '', 'v') + way + flow('a', 'e', '', 'x')),
  )
  const passed = { tokenId: '', isOpen: false }
  expect(run.last).toEqual({
    opened: [
      { tokenId: 'e1', node: 'a', name: 'a', assignee: 'u_a', candidateUsers: [], candidateGroups: [], formKey: '' },
    ],
    timers: [],
    closed: [],
    history: [
      { node: 's', name: '', type: 'startEvent', ...passed },
      { node: 'v', name: '', type: 'sequenceFlow', ...passed },
      { node: 't', name: '告知', type: 'serviceTask', ...passed },
      { node: 'w', name: '去', type: 'sequenceFlow', ...passed },
      { node: 'a', name: 'a', type: 'userTask', tokenId: 'e1', isOpen: true },
    ],
    delegates: [{ name: 'tell', node: 't' }],
  })
  expect(run.complete('a').last).toEqual({
    opened: [],
    timers: [],
    closed: ['e1'],
    history: [
      { node: 'x', name: '', type: 'sequenceFlow', ...passed },
      { node: 'e', name: '', type: 'endEvent', ...passed },
    ],
    delegates: [],
    end: 'e',
  })
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

  test('takes one way where several are open', async () => {
    const model = await modelOf(`${body}<exclusiveGateway id="g" />${flow('g', 'c', '${n &gt; 0}')}`)
    expect(new Run(model, { n: 4 }).complete('a').open).toEqual(['b'])
    expect(new Run(model, { n: 1 }).complete('a').open).toEqual(['c'])
  })

  test('does not ask the condition of its default', async () => {
    const model = await modelOf(`${body}<exclusiveGateway id="g" default="d" />${flow('g', 'c', '${n &lt; 0}', 'd')}`)
    expect(new Run(model, { n: 1 }).complete('a').open).toEqual(['c'])
  })

  test('with one way needs no condition', async () => {
    const only = START + task('a') + flow('s', 'g') + flow('g', 'a') + flow('a', 'e') + '<exclusiveGateway id="g" />'
    expect(new Run(await modelOf(only)).open).toEqual(['a'])
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

  test('that come twice by one flow wait for the other', async () => {
    const twice =
      START +
      '<parallelGateway id="f" /><parallelGateway id="j" /><exclusiveGateway id="x" default="m" />' +
      task('a') +
      task('b') +
      task('c') +
      flow('s', 'f') +
      flow('f', 'a') +
      flow('f', 'c') +
      flow('a', 'x') +
      flow('c', 'x') +
      flow('x', 'j', '', 'm') +
      flow('f', 'b') +
      flow('b', 'j') +
      flow('j', 'e')
    const run = new Run(await modelOf(twice)).complete('a').complete('c')
    expect([run.open, run.tokens, run.isEnded]).toEqual([['b'], 3, false])
    expect(run.complete('b').tokens).toBe(1)
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

  test('waits for a way that a timer may still open', async () => {
    const timed = `<boundaryEvent id="t" attachedToRef="y"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`
    const more = task('y') + timed + flow('f', 'y', '${y}') + '<endEvent id="e2" />' + flow('y', 'e2') + flow('t', 'j')
    const run = new Run(await modelOf(body + more), { a: true, b: false, c: false, y: true })
    expect(run.complete('a').open).toEqual(['y'])
    expect(run.complete('y').open).toEqual(['z'])
  })

  test('takes its default where no other way is open', async () => {
    const other =
      body.replace('<inclusiveGateway id="f" />', '<inclusiveGateway id="f" default="d" />') + flow('f', 'z', '', 'd')
    const run = new Run(await modelOf(other), { a: false, b: false, c: false })
    expect(run.open).toEqual(['z'])
  })

  test('goes on at once when one way was taken', async () => {
    const run = new Run(await modelOf(body), { a: false, b: false, c: true })
    expect(run.complete('c').open).toEqual(['z'])
  })
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

test('a thousand steps without a wait are taken, and no more', async () => {
  const line = (count: number) => {
    const ids = Array.from({ length: count }, (_one, at) => `t${at}`)
    const ways = ids.map((id, at) => flow(id, ids[at + 1] ?? 'e'))
    return [START, flow('s', 't0'), ...ids.map((id) => `<task id="${id}" />`), ...ways].join('')
  }
  expect(new Run(await modelOf(line(998))).isEnded).toBe(true)
  const longer = await modelOf(line(999))
  expect(() => new Run(longer)).toThrow('流程在两次办理之间循环了太多次，请联系流程管理员')
})

test('a circle without a wait is noticed', async () => {
  const body = `${START}<task id="a" /><exclusiveGateway id="g" default="d" />${flow('s', 'a')}${flow('a', 'g')}${flow('g', 'a', '', 'd')}${flow('g', 'e', '${done}')}`
  const model = await modelOf(body)
  expect(() => new Run(model)).toThrow('循环了太多次')
})
