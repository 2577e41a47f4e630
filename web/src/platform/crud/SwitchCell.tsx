import { useState } from 'react'
import { showError } from '../ui/message.ts'
import { isOn } from './fields/flag.tsx'

interface SwitchCellProps {
  label: string
  value: unknown
  onChange: (next: number) => Promise<void>
}

/** A flag that is saved at once; it moves when the server has agreed. */
export function SwitchCell({ label, value, onChange }: SwitchCellProps) {
  const [isBusy, setBusy] = useState(false)

  async function flip(): Promise<void> {
    setBusy(true)
    await onChange(isOn(value) ? 0 : 1).catch(showError)
    setBusy(false)
  }

  return (
    <button
      type="button"
      role="switch"
      className="crud-switch"
      aria-label={label}
      aria-checked={isOn(value)}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={(event) => {
        event.stopPropagation()
        void flip()
      }}
    />
  )
}
