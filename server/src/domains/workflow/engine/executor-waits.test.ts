import { describe, expect, test } from 'vitest'
import { NOW, Run, START, flow, modelOf, task } from '../../../../test/fixtures/flow-run.ts'
import { Executor } from './executor.ts'
import type { State } from './state.ts'

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

  test('that were passed are noted', async () => {
    const run = new Run(await modelOf(body + timer(true))).fire('a', 't')
    expect(run.last.history.map(({ node }) => node)).toEqual(['t', expect.stringMatching(/^f/), 'late'])
    expect(run.last.end).toBeUndefined()
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

  test('counts who is through and who agreed', async () => {
    const model = await modelOf(around + loop('isSequential="false" flowable:collection="users"'))
    const state: State = { tokens: [], variables: { users: ['1', '2', '3'] }, last: 0 }
    const { opened } = new Executor(model, state, NOW).start()
    expect(opened.map(({ node }) => node)).toEqual(['m', 'm', 'm'])
    new Executor(model, state, NOW).complete(opened[1]?.tokenId ?? '', false)
    const counts = { nrOfInstances: 3, nrOfCompletedInstances: 1, nrOfActiveInstances: 2, nrOfPassed: 0 }
    expect(state.variables).toMatchObject(counts)
    new Executor(model, state, NOW).complete(opened[0]?.tokenId ?? '', true)
    expect(state.variables).toMatchObject({ nrOfCompletedInstances: 2, nrOfActiveInstances: 1, nrOfPassed: 1 })
    expect(state.variables).not.toHaveProperty('one')
  })

  test('has one timer for all of them', async () => {
    const timed = `<boundaryEvent id="t" attachedToRef="m"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`
    const late = task('late') + flow('t', 'late') + flow('late', 'e')
    const run = new Run(await modelOf(around + loop('flowable:collection="users"') + timed + late), {
      users: ['1', '2'],
    })
    expect(run.last.timers).toMatchObject([{ tokenId: 'e1', node: 't' }])
    expect(run.fire('m', 't').open).toEqual(['late'])
    expect(run.last.closed.toSorted()).toEqual(['e1', 'e2', 'e3'])
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

test('a timer on an embedded process ends all that waits in it', async () => {
  const timed = `<boundaryEvent id="t" attachedToRef="sub"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`
  const inner = `<subProcess id="sub"><startEvent id="s2" /><endEvent id="e2" /><parallelGateway id="p2" />${task('i')}${task('k')}${flow('s2', 'p2')}${flow('p2', 'i')}${flow('p2', 'k')}${flow('i', 'e2')}${flow('k', 'e2')}</subProcess>`
  const model = await modelOf(
    START + inner + timed + task('late') + flow('s', 'sub') + flow('sub', 'e') + flow('t', 'late') + flow('late', 'e'),
  )
  const run = new Run(model)
  expect(run.last.timers).toMatchObject([{ node: 't', tokenId: 'e1' }])
  expect(run.open).toEqual(['i', 'k'])
  expect(run.complete('i').isEnded).toBe(false)
  expect([run.fire('sub', 't').open, run.tokens]).toEqual([['late'], 1])
})
