import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { EXTENSIONS } from '@xueheng/contract/domains/workflow/flowable.ts'
import { Engine } from 'bpmn-engine'
import { describe, expect, test } from 'vitest'
import { Executor } from './executor.ts'
import { type Variables, evaluate } from './expression.ts'
import { readBpmn } from './read-bpmn.ts'
import type { Effects, State } from './state.ts'

const XML = readFileSync(new URL('../../../../seeds/flow/leave.bpmn20.xml', import.meta.url), 'utf8')

/** What is said at each step, in the order the steps come; `days` once for all. */
interface Path {
  days: number
  says: [step: string, isPassed: boolean][]
}

const PATHS: Path[] = [
  { days: 2, says: [['department', true]] },
  {
    days: 5,
    says: [
      ['department', true],
      ['staff', true],
      ['principal', true],
    ],
  },
  {
    days: 5,
    says: [
      ['department', true],
      ['principal', true],
      ['staff', true],
    ],
  },
  {
    days: 2,
    says: [
      ['department', false],
      ['adjust', false],
    ],
  },
  {
    days: 3,
    says: [
      ['department', false],
      ['adjust', true],
      ['department', false],
      ['adjust', true],
      ['department', true],
    ],
  },
  {
    days: 4,
    says: [
      ['department', true],
      ['staff', false],
      ['principal', true],
      ['adjust', false],
    ],
  },
  {
    days: 4,
    says: [
      ['department', true],
      ['staff', true],
      ['principal', false],
      ['adjust', true],
      ['department', true],
      ['principal', true],
      ['staff', true],
    ],
  },
]

interface Seen {
  /** Steps open before each word, in no order. */
  open: string[][]
  end: string
}

function said(variables: Variables, step: string, isPassed: boolean): Variables {
  const passed = { ...(variables['passed'] as object), [step]: isPassed }
  return { ...variables, pass: isPassed, passed }
}

const BEGIN = { taskUser: '7', createUser: '8', remindAfter: 'PT24H' }

async function byUs({ days, says }: Path): Promise<Seen> {
  const { model } = await readBpmn(XML)
  const state: State = { tokens: [], variables: { ...BEGIN, days }, last: 0 }
  let effects: Effects = new Executor(model, state, new Date()).start()
  const open: string[][] = []
  for (const [step, isPassed] of says) {
    const tasks = state.tokens.filter((token) => token.wait === 'task')
    open.push(tasks.map((token) => token.node).toSorted())
    state.variables = said(state.variables, step, isPassed)
    const at = tasks.find((token) => token.node === step)
    effects = new Executor(model, state, new Date()).complete(at?.id ?? '', isPassed)
  }
  return { open, end: effects.end ?? '' }
}

interface Waiting {
  id: string
  signal(): void
}

/** The other engine calls whoever listens as soon as a step waits; its conditions ask for the variables of the moment. */
async function byTheOther({ days, says }: Path): Promise<Seen> {
  let variables: Variables = { ...BEGIN, days, passed: {} }
  const waiting = new Map<string, Waiting>()
  let end = ''
  const listener = new EventEmitter()
  listener.on('activity.wait', (api: Waiting & { type: string }) => {
    if (api.type === 'bpmn:UserTask') waiting.set(api.id, api)
  })
  listener.on('activity.enter', (api: { id: string; type: string }) => {
    if (api.type === 'bpmn:EndEvent') end = api.id
  })
  const engine = new Engine({
    name: 'leave',
    source: XML,
    moddleOptions: EXTENSIONS,
    expressions: { resolveExpression: (text: string) => evaluate(text, variables) } as never,
  })
  const execution = await engine.execute({ listener })
  const open: string[][] = []
  for (const [step, isPassed] of says) {
    open.push([...waiting.keys()].toSorted())
    variables = said(variables, step, isPassed)
    const task = waiting.get(step)
    waiting.delete(step)
    task?.signal()
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (execution.state === 'running') await execution.stop()
  return { open, end: waiting.size === 0 ? end : '' }
}

describe('the leave process goes the same way in an engine of others', () => {
  test.each(
    PATHS.map((path) => [path.says.map(([step, ok]) => `${step} ${ok ? '+' : '-'}`).join(', '), path] as const),
  )('%s', async (_title, path) => {
    const ours = await byUs(path)
    expect(ours.end).not.toBe('')
    expect(await byTheOther(path)).toEqual(ours)
  })
})
