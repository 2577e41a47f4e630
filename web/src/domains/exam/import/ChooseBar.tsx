import { importChoose } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Wizard } from './use-wizard.ts'

interface ChooseBarProps {
  wizard: Wizard
  rowIds: number[]
  /** Whether the rows are left out as it stands. */
  isLeft: boolean
  onDone: () => void
}

const LONGEST_REASON = 200

/** What can be said of the rows that are ticked: not to import them, for a reason, or to import them after all. */
export function ChooseBar({ wizard, rowIds, isLeft, onDone }: ChooseBarProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const { batchId, isBusy } = wizard
  if (rowIds.length === 0) return null

  async function choose(isTaken: number | null): Promise<void> {
    const input = { batchId, rowIds, ...(isTaken !== null && { isTaken }), ...(isTaken === 0 && { reason }) }
    if (await wizard.act(() => callApi(importChoose, input))) onDone()
  }

  return (
    <div className="imp-choose" role="group" aria-label={t('选择导入的行')}>
      <span>{t('已选 {n} 行', { n: rowIds.length })}</span>
      {isLeft ? (
        <>
          <Button size="small" disabled={isBusy} onClick={() => void choose(1)}>
            {t('导入这些行')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => void choose(null)}>
            {t('恢复自动判断')}
          </Button>
        </>
      ) : (
        <>
          <Input
            size="small"
            value={reason}
            maxLength={LONGEST_REASON}
            aria-label={t('不导入的原因')}
            placeholder={t('不导入的原因，如：外校学生')}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button size="small" disabled={isBusy || reason.trim() === ''} onClick={() => void choose(0)}>
            {t('不导入这些行')}
          </Button>
        </>
      )}
    </div>
  )
}
