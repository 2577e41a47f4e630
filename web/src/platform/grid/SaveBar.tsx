import { Button } from 'antd'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import type { GridEdits } from './use-grid-edits.ts'

interface SaveBarProps {
  edits: GridEdits
  /** What saving does. */
  saveText: string
  isBusy: boolean
  onSave: () => void
}

/** How much is typed over and not saved. It is kept in this window until it is. */
export function SaveBar({ edits: { count, drop }, saveText, isBusy, onSave }: SaveBarProps) {
  const t = useT()
  if (count === 0) return null
  return (
    <div className="grid-savebar" role="status">
      <span>{t('改了 {n} 格，尚未保存', { n: formatNumber(count) })}</span>
      <Button size="small" onClick={drop}>
        {t('放弃')}
      </Button>
      <Button size="small" type="primary" disabled={isBusy} onClick={onSave}>
        {saveText}
      </Button>
    </div>
  )
}
