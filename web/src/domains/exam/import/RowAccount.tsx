import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { type LeftOut, ROW_REASONS, SHEET_REASONS } from '@xueheng/contract/domains/exam/left-out.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Batch } from './wizard-steps.ts'

const REASONS = { ...ROW_REASONS, ...SHEET_REASONS }
/** Reasons that every sheet has, or that cost nothing. */
const USUAL: LeftOut['reason'][] = ['head', 'empty', 'example']

/** Sheet by sheet: how many rows were read, how many are imported, and why the others are not. */
export function RowAccount({ batch, isOpen = false }: { batch: Batch; isOpen?: boolean }) {
  const t = useT()
  const { read, rows, left } = batch.counts
  const isUnusual = batch.leftOut.some((one) => !USUAL.includes(one.reason))
  const sums = { read: formatNumber(read), rows: formatNumber(rows), left: formatNumber(left) }
  if (read === 0) return null
  return (
    <details className="imp-account" open={isOpen || isUnusual}>
      <summary>{t('读取 {read} 行：待导入 {rows} 行，不导入 {left} 行', sums)}</summary>
      <ul tabIndex={0} aria-label={t('行数明细')}>
        {batch.files.flatMap((file) => [
          ...(file.leftOut ? [<LeftFile key={`${file.fileNo}`} name={file.fileName} text={file.message} />] : []),
          ...file.sheets.map((sheet) => (
            <SheetAccount
              key={`${sheet.fileNo}-${sheet.sheetNo}`}
              fileName={file.fileName}
              sheet={sheet}
              leftOut={batch.leftOut.filter((one) => one.fileNo === sheet.fileNo && one.sheetNo === sheet.sheetNo)}
            />
          )),
        ])}
      </ul>
    </details>
  )
}

function LeftFile({ name, text }: { name: string; text: string }) {
  const t = useT()
  return (
    <li>
      <b>{name}</b>
      <span className="imp-account-left">{t(text)}</span>
    </li>
  )
}

interface SheetAccountProps {
  fileName: string
  sheet: ImportSheet
  leftOut: LeftOut[]
}

function SheetAccount({ fileName, sheet, leftOut }: SheetAccountProps) {
  const t = useT()
  const taken = sheet.rowNum - leftOut.reduce((sum, one) => sum + one.num, 0)
  return (
    <li>
      <b>
        {fileName} › {sheet.name}
      </b>
      <div>
        <span>
          {t('读取 {read} 行，待导入 {rows} 行', { read: formatNumber(sheet.rowNum), rows: formatNumber(taken) })}
        </span>
        {leftOut.map((one) => (
          <span key={one.reason} className={USUAL.includes(one.reason) ? undefined : 'imp-account-left'}>
            {t(REASONS[one.reason])} {t('{n} 行', { n: formatNumber(one.num) })}
            {one.rowNos.length > 0 && <small>{t('（第 {rows} 行）', { rows: rowNumbers(one) })}</small>}
          </span>
        ))}
      </div>
    </li>
  )
}

/** The first row numbers, and a sign that there are more. */
function rowNumbers({ rowNos, num }: LeftOut): string {
  return rowNos.join('、') + (num > rowNos.length ? '…' : '')
}
