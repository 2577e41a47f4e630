import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  icon: ReactNode
  isBusy?: boolean
  /** There is nothing yet it could be done with. */
  isOff?: boolean
  onClick: () => void
}

/** A button without words: its label is what it is called when it is pointed at or read out. */
export function Tool({ label, icon, isBusy, isOff, onClick }: ToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button
        type="text"
        aria-label={label}
        icon={icon}
        loading={isBusy === true}
        disabled={isOff === true}
        onClick={onClick}
      />
    </Tooltip>
  )
}
