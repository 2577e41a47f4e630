import { createRequire } from 'node:module'
import type { useEffect as UseEffect } from 'react'

/** What controls do for the eye alone, which nobody looks at in tests, is left out; the rest of them is as it is. */
const load = createRequire(import.meta.url)
const { useEffect }: { useEffect: typeof UseEffect } = load('react')

const known = new Map<string, unknown>()

/** Each control would write the variables of the theme, and take them away with the screen; they are worked out once. */
function keptOf(kind: string, path: unknown[], make: () => unknown): unknown {
  const key = [kind, ...path].join('%')
  if (!known.has(key)) known.set(key, make())
  return known.get(key)
}
Object.assign(load('@ant-design/cssinjs/lib/hooks/useGlobalCache'), { default: keptOf })

const MS = 1000

/** Toasts would be drawn anew with each frame, to show how long they stand yet, and here one frame follows the other at once. */
function useNoticeTimer(seconds: unknown, close: () => void): (() => void)[] {
  useEffect(() => {
    if (typeof seconds !== 'number' || seconds <= 0) return
    const timer = setTimeout(close, seconds * MS)
    return () => clearTimeout(timer)
  }, [close, seconds])
  return [() => {}, () => {}]
}
Object.assign(load('@rc-component/notification/lib/hooks/useNoticeTimer'), { default: useNoticeTimer })
