import { createRequire } from 'node:module'

/**
 * React and the controls as browsers get them, for files of tests that ask what a screen does and not what React warns of:
 * checking every element takes a third of the time. A file reads this before anything else; it has a process of its own.
 */
process.env['NODE_ENV'] = 'production'
const load = createRequire(import.meta.url)

type Run = (...given: unknown[]) => void

const { setImmediate: next } = globalThis
/** What React has put off to the next turn. */
let waiting = 0

// The scheduler of React takes hold of this when it is read.
globalThis.setImmediate = Object.assign((run: Run, ...given: unknown[]) => {
  waiting += 1
  return next(() => {
    waiting -= 1
    run(...given)
  })
}, next) as typeof setImmediate
load('scheduler')
globalThis.setImmediate = next

// What stands in for a part that is on its way is held for 300 ms, so that nothing flickers; nobody looks here.
const { setTimeout: putOff } = globalThis
globalThis.setTimeout = Object.assign((run: () => void) => putOff(run, 0), putOff) as typeof setTimeout
load('react-dom/client')
globalThis.setTimeout = putOff

const { flushSync }: { flushSync<T>(run: () => T): T } = load('react-dom')

async function drawn<T>(result: PromiseLike<T>): Promise<T> {
  const value = await result
  do await new Promise((done) => void next(done))
  while (waiting > 0)
  return value
}

/** `act` belongs to what is left out: what is done is drawn when it ends. */
function act(run: () => unknown): PromiseLike<unknown> {
  const result = flushSync(run)
  const isPromise = typeof result === 'object' && result !== null && 'then' in result
  return isPromise ? drawn(result as PromiseLike<unknown>) : Promise.resolve(result)
}
Object.assign(load('react'), { act })

// Files of tests are compiled for React as it is while one works on it.
type Jsx = (type: unknown, props: unknown, key: unknown) => unknown
const { jsx }: { jsx: Jsx } = load('react/jsx-runtime')
const jsxDEV: Jsx = (type, props, key) => jsx(type, props, key)
Object.assign(load('react/jsx-dev-runtime'), { jsxDEV })
