import { Badge, type BadgeProps, Popover } from 'antd'
import { type ReactNode, type RefObject, useRef } from 'react'

interface TopPanelProps {
  /** What the button says of itself, its count included. */
  label: string
  name: string
  icon: ReactNode
  badge: BadgeProps
  /** Name of what opens, and its class. */
  title: string
  className: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  button: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** A button of the bar and what it opens below itself. The keys go in with it: it stands at the end of the page. */
export function TopPanel(props: TopPanelProps) {
  const { label, name, icon, badge, title, className, isOpen, onOpen, button, children } = props
  const panel = useRef<HTMLElement>(null)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={(next) => {
        onOpen(next)
        if (!next) button.current?.focus()
      }}
      // One that is opened while it still closes is not made anew.
      afterOpenChange={(next) => next && panel.current?.focus({ preventScroll: true })}
      content={
        <section ref={panel} tabIndex={-1} className={className} aria-label={title}>
          {children}
        </section>
      }
      styles={{ container: { padding: 0 } }}
      destroyOnHidden
    >
      <button ref={button} type="button" className="top-icon" aria-label={label} title={label} aria-expanded={isOpen}>
        <Badge {...badge} size="small" color="var(--xh-seal)">
          {icon}
        </Badge>
        <span className="top-name">{name}</span>
      </button>
    </Popover>
  )
}
