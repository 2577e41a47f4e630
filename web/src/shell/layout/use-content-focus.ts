import { useEffect, useRef } from 'react'
import { focusContent } from '../../platform/ui/use-focus-return.ts'

/**
 * Whoever opens a screen by keyboard goes on reading it: the focus leaves the menu, the tabs or a closed search for the
 * screen. A hand on the mouse leaves it where it is.
 */
export function useContentFocus(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const at = document.activeElement
    const isLost = !at || at === document.body
    if (isLost || (at.closest('.side-nav, .tab-bar li, .user-menu') && at.matches(':focus-visible'))) focusContent()
  }, [pathname])
}
