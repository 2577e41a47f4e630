import { BREAKPOINTS } from '../platform/theme/breakpoints.ts'

/** 0 below 768 px, 1 from 768, 2 from 992, 3 from 1200. */
export function screenSizeOf(width: number): number {
  return Object.values(BREAKPOINTS).filter((widest) => width > widest).length
}

/** Writes the size class where style sheets find it: `html[data-screen='2']`. */
export function followScreenSize(): () => void {
  const note = () => {
    document.documentElement.dataset['screen'] = String(screenSizeOf(window.innerWidth))
  }
  note()
  window.addEventListener('resize', note)
  return () => window.removeEventListener('resize', note)
}
