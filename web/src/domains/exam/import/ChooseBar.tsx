import { importChoose, importConfirmSameName } from '@xueheng/contract/domains/exam/import-answers.ts'
import type { StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Wizard } from './use-wizard.ts'

interface ChooseBarProps {
  wizard: Wizard
  /** The rows that are ticked. */
  records: StagedRow[]
  /** Whether the rows are left out as it stands. */
  isLeft: boolean
  onDone: () => void
}

const LONGEST_REASON = 200

/** What can be said of the rows that are ticked: not to import them or that two of one name differ, for a reason, and back. */
export function ChooseBar({ wizard, records, isLeft, onDone }: ChooseBarProps) {
  const t = useT()
  const { batchId } = wizard
  const rowIds = records.map((row) => row.rowId)
  if (rowIds.length === 0) return null

  async function choose(isTaken: number | null, reason?: string): Promise<void> {
    const input = { batchId, rowIds, ...(isTaken !== null && { isTaken }), ...(reason && { reason }) }
    if (await wizard.act(() => callApi(importChoose, input))) onDone()
  }

  async function confirm(isConfirmed: number, reason?: string): Promise<void> {
    const input = { batchId, rowIds, isConfirmed, ...(reason && { reason }) }
    if (await wizard.act(() => callApi(importConfirmSameName, input))) onDone()
  }

  return (
    <div className="imp-choose" role="group" aria-label={t('选择导入的行')}>
      <span>{t('已选 {n} 行', { n: rowIds.length })}</span>
      {isLeft ? (
        <>
          <Word isOff={wizard.isBusy} text="导入这些行" onSay={() => choose(1)} />
          <Word isOff={wizard.isBusy} text="恢复自动判断" onSay={() => choose(null)} />
        </>
      ) : (
        <Reasoned isBusy={wizard.isBusy} rows={records} onLeave={(reason) => choose(0, reason)} onConfirm={confirm} />
      )}
    </div>
  )
}

interface ReasonedProps {
  isBusy: boolean
  rows: StagedRow[]
  onLeave: (reason: string) => Promise<void>
  onConfirm: (isConfirmed: number, reason?: string) => Promise<void>
}

/** What is said of rows for a reason. */
function Reasoned({ isBusy, rows, onLeave, onConfirm }: ReasonedProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const isMute = isBusy || reason.trim() === ''
  const allSay = (code: string) => rows.every((row) => row.faults.some((fault) => fault.code === code))
  return (
    <>
      <Input
        size="small"
        value={reason}
        maxLength={LONGEST_REASON}
        aria-label={t('原因')}
        placeholder={t(allSay('S06') ? '原因，如：外校学生；学籍号不同' : '不导入的原因，如：外校学生')}
        onChange={(event) => setReason(event.target.value)}
      />
      <Word isOff={isMute} text="不导入这些行" onSay={() => onLeave(reason)} />
      {allSay('S06') && <Word isOff={isMute} text="确认是不同的学生" onSay={() => onConfirm(1, reason)} />}
      {allSay('S11') && <Word isOff={isBusy} text="撤回确认" onSay={() => onConfirm(0)} />}
    </>
  )
}

function Word({ isOff, text, onSay }: { isOff: boolean; text: string; onSay: () => Promise<void> }) {
  const t = useT()
  return (
    <Button size="small" disabled={isOff} onClick={() => void onSay()}>
      {t(text)}
    </Button>
  )
}
