import type { ReactNode } from 'react'
import { IsFramed } from './frame.ts'
import './page-frame.css'

export interface PageFrameProps {
  title?: ReactNode
  /** One quiet line under the title. */
  hint?: ReactNode
  /** Actions at the right of the title. */
  extra?: ReactNode
  children: ReactNode
  /** Fills the height of the window and scrolls inside (tables with fixed heads). */
  isFilled?: boolean
}

/** The sheet every screen is drawn on: title, actions, body. */
export function PageFrame({ title, hint, extra, children, isFilled }: PageFrameProps) {
  return (
    <section className={isFilled ? 'xh-page is-filled' : 'xh-page'}>
      {(title || extra) && (
        <header className="xh-page-head">
          <div className="xh-page-heading">
            {title && <h1>{title}</h1>}
            {hint && <p>{hint}</p>}
          </div>
          {extra && <div className="xh-page-extra">{extra}</div>}
        </header>
      )}
      <div className="xh-page-body">
        <IsFramed value={true}>{children}</IsFramed>
      </div>
    </section>
  )
}
