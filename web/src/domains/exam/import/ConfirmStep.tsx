import { importCommit } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { CountTiles } from './CountTiles.tsx'
import { GoneList } from './KeepOnly.tsx'
import { RowAccount } from './RowAccount.tsx'
import { WarningRows } from './WarningRows.tsx'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

/** The last look: what will be written, and a yes to the warnings, row by row in sight, which is logged. */
export function ConfirmStep({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const [isSure, setSure] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const warnings = batch.faultCounts.filter((count) => count.level === 'warning')
  const needsYes = warnings.length > 0
  const { fresh, changed } = batch.counts
  const removals = batch.gone.num
  const input = {
    batchId: batch.batchId,
    confirmWarnings: needsYes ? 1 : 0,
    ...(removals > 0 && { confirmRemovals: 1 }),
  }
  return (
    <>
      <h2>{t(needsYes ? '确认警告' : '可以导入')}</h2>
      <CountTiles batch={batch} />
      <RowAccount batch={batch} isOpen />
      {needsYes && (
        <>
          <ul className="imp-warnings">
            {warnings.map((count) => (
              <WarningRows key={count.code} batch={batch} count={count} />
            ))}
          </ul>
          <Checkbox checked={isSure} onChange={(event) => setSure(event.target.checked)}>
            {t('我已核对以上警告，确认导入；确认人与时间会记入日志')}
          </Checkbox>
        </>
      )}
      {removals > 0 && (
        <>
          <GoneList batch={batch} isOpen />
          <Checkbox checked={isRemoving} onChange={(event) => setRemoving(event.target.checked)}>
            {t('我已核对，确认移除这 {n} 条；撤销本批次时恢复', { n: formatNumber(removals) })}
          </Checkbox>
        </>
      )}
      <footer className="imp-foot">
        <Button onClick={() => wizard.open('check')}>{t('上一步')}</Button>
        <Button
          type="primary"
          disabled={(needsYes && !isSure) || (removals > 0 && !isRemoving) || wizard.isBusy}
          onClick={() => void wizard.act(() => callApi(importCommit, input), 'finish')}
        >
          {fresh + changed > 0 ? t('导入 {n} 条', { n: formatNumber(fresh + changed) }) : t('导入')}
        </Button>
      </footer>
    </>
  )
}
