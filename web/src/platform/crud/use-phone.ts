import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 767px)'

/** Whether the window is as narrow as a phone: cards instead of tables, dialogs over the whole screen. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(NARROW)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => window.matchMedia(NARROW).matches,
  )
}
