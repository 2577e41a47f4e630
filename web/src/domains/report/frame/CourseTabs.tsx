import type { KeyboardEvent } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCurrentInView } from '../../../platform/ui/use-current-in-view.ts'

interface CourseTabsProps {
  courses: string[]
  value: string | undefined
  /** The report shows all courses when none is chosen. */
  hasAll: boolean
  onChange: (course: string | undefined) => void
}

/** One tab per course, 总分 first; arrows move between them. */
export function CourseTabs({ courses, value, hasAll, onChange }: CourseTabsProps) {
  const t = useT()
  const row = useCurrentInView<HTMLDivElement>(value)
  const names: (string | undefined)[] = hasAll ? [undefined, ...courses] : courses

  function move(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const at = (names.indexOf(value) + by + names.length) % names.length
    onChange(names[at])
    ;(event.currentTarget.children[at] as HTMLElement | undefined)?.focus()
  }

  return (
    <div ref={row} className="report-courses" role="tablist" tabIndex={-1} aria-label={t('科目')} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name ?? ''}
          type="button"
          role="tab"
          aria-selected={name === value}
          tabIndex={name === value ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {t(name ?? '全部')}
        </button>
      ))}
    </div>
  )
}
