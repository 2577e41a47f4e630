import { type ComponentType, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { InputProps } from './field-view.ts'

/** A control too heavy for the first list: a box of its size stands in until it is there. */
export function lazyInput(
  load: () => Promise<ComponentType<InputProps>>,
  options?: { isAhead: boolean },
): ComponentType<InputProps> {
  return lazyPart(load, (props) => <Waiting {...props} />, options)
}

/** Has the place of the control for label and tab key, and leaves it the focus and what was typed meanwhile. */
function Waiting({ id, disabled }: InputProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (!id || !current) return
      const typed = current.value
      const at = document.activeElement
      const isLeft = current !== at
      if (isLeft && typed === '') return
      // The control is in the page when all that is drawn with it is.
      queueMicrotask(() => {
        handOver(id, typed)
        if (isLeft && at instanceof HTMLElement) at.focus()
      })
    }
  }, [id])
  return (
    <input
      ref={box}
      id={id}
      className="crud-input-waiting"
      aria-busy="true"
      aria-disabled="true"
      autoComplete="off"
      disabled={disabled}
      onKeyDown={keepEnter}
    />
  )
}

/** A form is not sent around a control that is not there yet. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** To the control, or where that itself takes no focus, to the button that stands for it. */
function handOver(id: string, typed: string): void {
  const control = document.getElementById(id)
  const takers = [control, ...(control?.parentElement?.querySelectorAll('button') ?? [])]
  takers.find((one) => {
    one?.focus()
    return one !== null && one === document.activeElement
  })
  const isTypedIn = control instanceof HTMLInputElement && control.type !== 'file'
  if (!isTypedIn || control !== document.activeElement) return
  if (typed === '') control.select()
  else type(control, typed)
}

/** As a keyboard would: React hears of values only that it has not set itself. */
function type(control: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
