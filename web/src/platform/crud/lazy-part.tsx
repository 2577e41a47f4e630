import { type ComponentType, type ReactNode, Suspense, lazy, useEffect } from 'react'

const loaders: (() => Promise<unknown>)[] = []
/** A list nobody touches for so long is being read: the line is free. */
const QUIET_MS = 5000
const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * A component that is fetched the first time it is drawn; `waiting` holds its place until then, unseen where it is left out. Once a list stands,
 * `usePartsAhead` fetches all of them, so that hardly anybody ever sees that, but for those `isAhead` leaves out: what
 * is large and rarely opened.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = <span hidden data-opening />,
  { isAhead = true } = {},
): ComponentType<P> {
  if (isAhead) loaders.push(load)
  const Part = lazy<ComponentType<P>>(async () => ({ default: await load() }))
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Fetches what the buttons of a list open: at the first touch after the list stands, or when all is quiet. */
export function usePartsAhead(isStanding: boolean): void {
  useEffect(() => {
    if (!isStanding || loaders.length === 0) return
    const stop = new AbortController()
    const left = new AbortController()
    const begin = () => {
      stop.abort()
      fetchWhenIdle(left.signal)
    }
    for (const touch of TOUCHES) window.addEventListener(touch, begin, { signal: stop.signal, passive: true })
    const timer = setTimeout(begin, QUIET_MS)
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    return () => {
      stop.abort()
      left.abort()
    }
  }, [isStanding])
}

/** One after the other, so that a call the user waits for is never behind more than one of them. */
function fetchWhenIdle(left: AbortSignal): void {
  const load = left.aborted ? undefined : loaders.shift()
  if (!load) return
  const on = () => fetchWhenIdle(left)
  const next = () => void load().then(on, on)
  if ('requestIdleCallback' in window) window.requestIdleCallback(next, { timeout: 2000 })
  else setTimeout(next, 200)
}
