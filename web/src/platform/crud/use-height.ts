import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of an element in whole pixels, followed as it changes; 0 until it is measured. */
export function useHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(Math.floor(element.clientHeight)))
    observer.observe(element)
    setHeight(Math.floor(element.clientHeight))
    return () => observer.disconnect()
  }, [ref])
  return height
}
