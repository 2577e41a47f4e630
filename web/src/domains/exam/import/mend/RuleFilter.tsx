import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { ROW_REASONS } from '@xueheng/contract/domains/exam/left-out.ts'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import type { Batch } from '../wizard-steps.ts'
import { type FaultFilter, sheetKey } from './faults.ts'

interface RuleFilterProps {
  batch: Batch
  value: FaultFilter
  /** The sheet in the grid. */
  sheet: string
  onChange: (next: FaultFilter) => void
}

/** Which rows to look at: those a rule spoke of, those that are not imported, or all. */
export function RuleFilter({ batch, value, sheet, onChange }: RuleFilterProps) {
  const t = useT()
  const chip = (code: string, shown: FaultFilter['shown']) => ({
    type: 'button' as const,
    'aria-pressed': value.code === code && value.shown === shown,
    onClick: () => onChange({ sheet: shown === 'faulty' ? value.sheet : sheet, code, shown }),
  })
  const left = batch.leftOut
    .filter((one) => sheetKey(one) === sheet && one.reason in ROW_REASONS && one.reason !== 'head')
    .reduce((sum, one) => sum + one.num, 0)
  return (
    <div className="imp-chips" role="group" aria-label={t('规则')}>
      <button {...chip('', 'faulty')}>{t('有问题的行')}</button>
      {batch.faultCounts.map((count) => (
        <button key={count.code} {...chip(count.code, 'faulty')} data-level={count.level}>
          {t(CHECK_RULES[count.code as CheckCode]?.title ?? count.code)} <b>{formatNumber(count.num)}</b>
        </button>
      ))}
      {left > 0 && (
        <button {...chip('', 'left')} title={t('不含标题与表头')}>
          {t('本表不导入的行')} <b>{formatNumber(left)}</b>
        </button>
      )}
      <button {...chip('', 'all')}>{t('全部行')}</button>
    </div>
  )
}
