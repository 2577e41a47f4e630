import { Button } from 'antd'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'

interface SaveBarProps {
  /** Cells typed over. */
  count: number
  isBusy: boolean
  onDrop: () => void
  onSave: () => void
}

/** What was typed is kept in this window until it is saved. */
export function SaveBar({ count, isBusy, onDrop, onSave }: SaveBarProps) {
  const t = useT()
  if (count === 0) return null
  return (
    <div className="imp-savebar" role="status">
      <span>{t('改了 {n} 格，尚未保存', { n: formatNumber(count) })}</span>
      <Button size="small" onClick={onDrop}>
        {t('放弃')}
      </Button>
      <Button size="small" type="primary" disabled={isBusy} onClick={onSave}>
        {t('保存并重新校验')}
      </Button>
    </div>
  )
}
