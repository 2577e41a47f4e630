import { useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'

interface PickListProps {
  id: string
  options: readonly string[]
  /** Which of them is marked; none with -1. */
  at: number
  onPick: (text: string) => void
}

/** The texts a cell may hold, below it; the keys are heard by the cell. */
export function PickList({ id, options, at, onPick }: PickListProps) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const marked = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  useLayoutEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  useLayoutEffect(() => {
    // Near the lower edge of the grid it opens upwards, or it would be cut off.
    const edge = list.current?.closest('.grid')?.getBoundingClientRect().bottom ?? Infinity
    setUp((list.current?.getBoundingClientRect().bottom ?? 0) > edge)
  }, [])
  return (
    <div
      className="grid-picks"
      id={id}
      ref={list}
      role="listbox"
      aria-label={t('可选的值')}
      data-up={isUp || undefined}
    >
      {options.map((text, i) => (
        <div
          key={text}
          id={`${id}-${i}`}
          ref={i === at ? marked : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          onMouseDown={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onPick(text)
          }}
        >
          {text}
        </div>
      ))}
    </div>
  )
}
