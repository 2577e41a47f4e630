import { ArrowLeftOutlined, ArrowRightOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import type { FaultAt } from './use-fault-at.ts'
import type { Mending } from './use-mending.ts'

interface MendBarProps {
  mending: Mending
  fault: FaultAt
  onAlike: () => void
}

/** From fault to fault, back and forth through the steps, and what is wrong where the keys are. */
export function MendBar({ mending, fault: { one, index, alike, step }, onAlike }: MendBarProps) {
  const t = useT()
  const { faults, edits, placeOf, titleOf } = mending
  const { past, future } = edits.edits
  const numbers = { i: formatNumber(index + 1), n: formatNumber(faults.length) }
  return (
    <div className="mend-bar" role="toolbar" aria-label={t('改错')}>
      <Button icon={<ArrowLeftOutlined />} title="Shift+F8" onClick={() => step(-1)}>
        {t('上一处')}
      </Button>
      <Button icon={<ArrowRightOutlined />} title="F8" onClick={() => step(1)}>
        {t('下一处')}
      </Button>
      <span className="imp-quiet">{t(index < 0 ? '共 {n} 处' : '第 {i} 处，共 {n} 处', numbers)}</span>
      <Button
        icon={<UndoOutlined />}
        disabled={past.length === 0}
        aria-label={t('撤销一步')}
        title="Ctrl+Z"
        onClick={edits.undo}
      />
      <Button
        icon={<RedoOutlined />}
        disabled={future.length === 0}
        aria-label={t('重做一步')}
        title="Ctrl+Y"
        onClick={edits.redo}
      />
      {alike.length > 1 && (
        <Button onClick={onAlike}>{t('相同的 {n} 处一起改', { n: formatNumber(alike.length) })}</Button>
      )}
      {one && (
        <p data-level={one.level}>
          <small>
            {placeOf(one)} {t('第 {n} 行', { n: one.rowNo })} · {titleOf(one)}
          </small>{' '}
          {t(one.text)}
        </p>
      )}
    </div>
  )
}
