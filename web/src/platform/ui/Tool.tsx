import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  icon: ReactNode
  isBusy?: boolean
  onClick: () => void
}

/** A button without words: its label is what it is called when it is pointed at or read out. */
export function Tool({ label, icon, isBusy, onClick }: ToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button type="text" aria-label={label} icon={icon} loading={isBusy === true} onClick={onClick} />
    </Tooltip>
  )
}
