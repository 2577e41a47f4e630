import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { lazyPart } from './lazy-part.tsx'
import type { ColumnMemory } from './use-column-memory.ts'

interface ColumnSettingsProps {
  memory: ColumnMemory
}

const LINE = 28
const TALLEST = 340
/** Density above and reset below the lines. */
const AROUND = 62

/** Which columns are shown, in which order, how dense: behind a button. */
export function ColumnSettings({ memory }: ColumnSettingsProps) {
  const t = useT()
  return (
    <Popover trigger="click" placement="bottomRight" content={<ColumnChoice memory={memory} />} destroyOnHidden>
      <Button type="text" aria-label={t('列设置')} title={t('列设置')} icon={<SettingOutlined />} />
    </Popover>
  )
}

const ColumnChoice = lazyPart(async () => (await import('./ColumnChoice.tsx')).ColumnChoice, Waiting)

/** As tall as what comes, so that the popover stays where it is. */
function Waiting({ memory }: ColumnSettingsProps) {
  const height = AROUND + Math.min(TALLEST, memory.arranged.length * LINE)
  return <div className="crud-settings" style={{ height }} />
}
