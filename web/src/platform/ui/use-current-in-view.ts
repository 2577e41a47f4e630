import { type RefObject, useEffect, useRef } from 'react'

/** The current one of a row of choices stays in sight where the row is wider than the screen; the page itself does not move. */
export function useCurrentInView<T extends HTMLElement>(current: unknown): RefObject<T | null> {
  const row = useRef<T>(null)
  useEffect(() => {
    const box = row.current
    const one = box?.querySelector('[aria-current]:not([aria-current="false"]), [aria-selected="true"]')
    if (!box || !one) return
    const [outer, inner] = [box.getBoundingClientRect(), one.getBoundingClientRect()]
    if (inner.left >= outer.left && inner.right <= outer.right) return
    box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [current])
  return row
}
