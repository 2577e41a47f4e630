import { useAction } from '../action/use-action.ts'
import { isOn } from './fields/field-view.ts'

interface SwitchCellProps {
  label: string
  value: unknown
  onChange: (next: number) => Promise<void>
}

/** A flag that is saved at once; it moves when the server has agreed. */
export function SwitchCell({ label, value, onChange }: SwitchCellProps) {
  const flip = useAction(() => onChange(isOn(value) ? 0 : 1), { done: '' })
  return (
    <button
      type="button"
      role="switch"
      className="crud-switch"
      aria-label={label}
      aria-checked={isOn(value)}
      aria-busy={flip.isBusy}
      disabled={flip.isBusy}
      onClick={(event) => {
        event.stopPropagation()
        void flip.run()
      }}
    />
  )
}
