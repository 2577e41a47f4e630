import { useSyncExternalStore } from 'react'
import { PHONE } from '../theme/breakpoints.ts'

/** Whether the window is as narrow as a phone: cards instead of tables, dialogs over the whole screen. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(PHONE)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => window.matchMedia(PHONE).matches,
  )
}
