import { PHONE } from '../theme/breakpoints.ts'
import { useMedia } from '../theme/use-media.ts'

/** Whether the window is as narrow as a phone: cards instead of tables, dialogs over the whole screen. */
export function usePhone(): boolean {
  return useMedia(PHONE)
}
