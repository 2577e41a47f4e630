import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { sheetKey } from './faults.ts'
import type { Mending } from './use-mending.ts'

/** The sheets of all files with the number of their faults. */
export function FileFilter({ mending }: { mending: Mending }) {
  const t = useT()
  const { sheets, filter, counts, total, choose } = mending
  if (sheets.length < 2) return null
  const numOf = new Map(counts.map((one) => [sheetKey(one), one.errors + one.warnings]))
  const chip = (sheet: string) => ({
    type: 'button' as const,
    'aria-pressed': filter.sheet === sheet,
    onClick: () => choose({ ...filter, sheet }),
  })
  return (
    <div className="imp-chips mend-files" role="group" aria-label={t('文件')}>
      <button {...chip('')}>
        {t('全部文件')} <b>{formatNumber(total)}</b>
      </button>
      {sheets.map(({ fileName, sheet }) => (
        <button key={sheetKey(sheet)} {...chip(sheetKey(sheet))}>
          {fileName} › {sheet.name} <b>{formatNumber(numOf.get(sheetKey(sheet)) ?? 0)}</b>
        </button>
      ))}
    </div>
  )
}
