import { createRequire } from 'node:module'
import type * as React from 'react'
import type { FunctionComponent, ReactNode } from 'react'

/** What controls do for the eye alone, which nobody looks at in tests, is left out; the rest of them is as it is. */
const load = createRequire(import.meta.url)
const { createElement, isValidElement, useEffect }: typeof React = load('react')

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

/** Names of the classes by which style sheets would find a control: no sheet is read. */
Object.assign(load('antd/lib/theme/util/genStyleUtils'), {
  genStyleHooks: () => () => ['', ''],
  genComponentStyleHook: () => () => '',
  genSubStyleComponent: () => () => null,
})
Object.assign(load('antd/lib/theme/util/useResetIconStyle'), { default: () => {} })

interface Around {
  children?: ReactNode | ((within: object) => ReactNode)
}

/** What is put around a control to show that it is pressed, and to hear that it grows, is as if it were not there. */
const Nothing = ({ children }: Around): ReactNode => (typeof children === 'function' ? children({}) : children)
Object.assign(load('antd/lib/_util/wave'), { default: Nothing })

const { default: Observer }: { default: { Collection: unknown } } = load('@rc-component/resize-observer')
Object.assign(load('@rc-component/resize-observer'), {
  default: Object.assign(({ children }: Around) => Nothing({ children }), { Collection: Observer.Collection }),
})

/** An icon is its name; what is drawn of it nobody sees. */
Object.assign(load('@ant-design/icons/lib/components/IconBase'), { default: () => null })

interface Hint extends Around {
  title?: unknown
  overlay?: unknown
}
const { default: Tooltip }: { default: FunctionComponent<Hint> } = load('antd/lib/tooltip')

/** Nothing is pointed at, so no hint is shown; what is opened by a press stays, and what says itself whether it is open. */
function Hinted(props: Hint): ReactNode {
  if (props.overlay !== undefined || 'open' in props || 'trigger' in props) return createElement(Tooltip, props)
  return isValidElement(props.children) ? props.children : createElement('span', null, props.children as ReactNode)
}
Object.assign(load('antd/lib/tooltip'), { default: Object.assign(Hinted, Tooltip) })
