import { useEffect, useState } from 'react'

/** What has the focus when a dialog is made gets it back when the dialog is taken away with the focus in it. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => focusAgain(before))
    },
    [before],
  )
}

/** Gives the focus to an element that can still take it, else to the screen; never takes it from where it is. */
function focusAgain(element: Element | null): void {
  if (document.activeElement && document.activeElement !== document.body) return
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
  if (document.activeElement === document.body) focusContent()
}

/** The screen as a whole: the next Tab is its first control. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}
