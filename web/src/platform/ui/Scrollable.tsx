import type { ReactNode } from 'react'

interface ScrollableProps {
  className?: string
  label: string
  children: ReactNode
}

/** A named part that scrolls by itself: it takes the focus, so that the keyboard can scroll it. */
export function Scrollable({ className, label, children }: ScrollableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
