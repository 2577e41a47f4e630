import { type PointerEvent, useRef } from 'react'

interface Drag {
  from: number
  to: number
  over: Element | undefined
}

/** Lines are carried by their number with the mouse; a finger scrolls instead. Answers what the box around the grid hears. */
export function useLineDrag(onMove: (from: number, to: number) => void) {
  const drag = useRef<Drag>(undefined)

  function end(): void {
    drag.current?.over?.removeAttribute('data-drop')
    drag.current = undefined
  }

  return {
    onPointerDown(event: PointerEvent) {
      const { target } = event
      if (event.button !== 0 || event.pointerType === 'touch' || !(target instanceof Element)) return
      if (target instanceof HTMLInputElement || !target.closest('.grid-rowhead')) return
      const row = lineOf(target)
      if (row) drag.current = { from: placeOf(row), to: placeOf(row), over: undefined }
    },
    onPointerMove({ target }: PointerEvent) {
      const { current } = drag
      const row = target instanceof Element ? lineOf(target) : undefined
      if (!current || !row || row === current.over) return
      current.over?.removeAttribute('data-drop')
      current.to = placeOf(row)
      current.over = row
      row.setAttribute('data-drop', current.to < current.from ? 'above' : 'below')
    },
    onPointerUp() {
      const { current } = drag
      end()
      if (current && current.from !== current.to) onMove(current.from, current.to)
    },
    onPointerLeave: end,
  }
}

function lineOf(target: Element): Element | undefined {
  return target.closest('[data-row]') ?? undefined
}

function placeOf(row: Element): number {
  return Number(row.getAttribute('data-row'))
}
