import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { ROW_REASONS } from '@xueheng/contract/domains/exam/left-out.ts'
import { Select } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Batch } from './wizard-steps.ts'

export interface RowFilter {
  /** `file-sheet`: the grid shows one sheet at a time, since headers differ. */
  sheet: string
  code: string
  isAll: boolean
  /** Only the rows that are not imported. */
  isLeft: boolean
}

interface FaultFilterProps {
  batch: Batch
  value: RowFilter
  onChange: (next: RowFilter) => void
}

/** Which rows to look at: a sheet, and a rule that spoke. */
export function FaultFilter({ batch, value, onChange }: FaultFilterProps) {
  const t = useT()
  const sheets = batch.files.flatMap((file) =>
    file.sheets
      .filter((sheet) => !sheet.isIgnored && sheet.headerRow > 0)
      .map((sheet) => ({ value: `${sheet.fileNo}-${sheet.sheetNo}`, label: `${file.fileName} › ${sheet.name}` })),
  )
  const chip = (code: string, isAll: boolean, isLeft = false) => ({
    type: 'button' as const,
    'aria-pressed': value.code === code && value.isAll === isAll && value.isLeft === isLeft,
    onClick: () => onChange({ ...value, code, isAll, isLeft }),
  })
  const left = batch.leftOut
    .filter(
      (one) => `${one.fileNo}-${one.sheetNo}` === value.sheet && one.reason in ROW_REASONS && one.reason !== 'head',
    )
    .reduce((sum, one) => sum + one.num, 0)
  return (
    <div className="imp-filter">
      {sheets.length > 1 && (
        <Select
          className="imp-filter-sheet"
          aria-label={t('工作表')}
          value={value.sheet}
          options={sheets}
          onChange={(sheet) => onChange({ ...value, sheet })}
        />
      )}
      <div className="imp-chips" role="group" aria-label={t('规则')}>
        <button {...chip('', false)}>{t('有问题的行')}</button>
        {batch.faultCounts.map((count) => (
          <button key={count.code} {...chip(count.code, false)} data-level={count.level} title={count.code}>
            {t(CHECK_RULES[count.code as CheckCode]?.title ?? count.code)} <b>{formatNumber(count.num)}</b>
          </button>
        ))}
        {left > 0 && (
          <button {...chip('', false, true)}>
            {t('不导入的行')} <b>{formatNumber(left)}</b>
          </button>
        )}
        <button {...chip('', true)}>{t('全部行')}</button>
      </div>
    </div>
  )
}
