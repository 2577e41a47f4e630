import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Puts everything inside back to where it was scrolled: some browsers forget it while a screen is hidden. */
export function useKeptScroll(pane: RefObject<HTMLElement | null>, isShown: boolean): void {
  const places = useRef(new Map<Element, { top: number; left: number }>())

  useLayoutEffect(() => {
    if (!isShown || !pane.current) return
    for (const [element, { top, left }] of places.current) element.scrollTo({ top, left, behavior: 'instant' })
    const note = ({ target }: Event) => {
      if (target instanceof Element) places.current.set(target, { top: target.scrollTop, left: target.scrollLeft })
    }
    const element = pane.current
    element.addEventListener('scroll', note, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', note, { capture: true })
  }, [pane, isShown])
}
