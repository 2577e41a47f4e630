import { DownloadOutlined } from '@ant-design/icons'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { entityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { Button, Result } from 'antd'
import { useMemo, useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from '../ui/AppModal.tsx'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { ChooseBook } from './ChooseBook.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { PastImports, UndoLast, useImports } from './PastImports.tsx'
import { PassedOver } from './PassedOver.tsx'
import { useEntityJob } from './use-entity-job.ts'
import { type Verdict, isFaulty, useLook } from './use-look.ts'
import './table-import.css'

interface EntityImportProps {
  entity: AnyEntity
  onClose: () => void
}

/** Rows of an entity by workbook: looked through, faulty ones mended or left out by name, then kept by a job in one go. */
export function EntityImport({ entity, onClose }: EntityImportProps) {
  const t = useT()
  const importing = useImporting(entity)
  const { look, work, step } = importing
  return (
    <AppModal
      open
      title={`${t('导入')} · ${t(entity.title)}`}
      width="min(1080px, 94vw)"
      onCancel={onClose}
      footer={
        step === 'look' ? (
          look.verdict && <Footer importing={importing} verdict={look.verdict} />
        ) : (
          <Button type={work.isDone ? 'primary' : 'default'} onClick={onClose}>
            {t(work.isDone ? '完成' : '关闭')}
          </Button>
        )
      }
    >
      <RefusalNote text={look.refusal ?? work.refusal} />
      {step === 'done' && <Done entity={entity} importing={importing} />}
      {step === 'busy' && <ImportProgress job={work.job} />}
      {step === 'look' && (
        <>
          <ChooseBook look={look} isBusy={look.isChecking} />
          {look.verdict ? (
            <Judged importing={importing} verdict={look.verdict} />
          ) : (
            <PastImports entity={entity} past={importing.past} onUndo={work.undo} />
          )}
        </>
      )}
    </AppModal>
  )
}

/** Where the import stands. */
function useImporting(entity: AnyEntity) {
  const calls = useMemo(() => entityImportCalls(entity), [entity])
  const [leftOut, leaveOut] = useState<number[]>([])
  const work = useEntityJob(calls, entity)
  const look = useLook({
    calls,
    onCheck(isOther) {
      if (isOther) leaveOut([])
      work.forget()
    },
  })
  const past = useImports(calls, entity)
  const step = work.isDone ? 'done' : work.isBusy ? 'busy' : 'look'
  async function start({ fileId }: Verdict): Promise<void> {
    if (await work.start(fileId, leftOut)) look.forgetLast()
  }
  return { look, work, past, step, leftOut, leaveOut, start }
}

type Importing = ReturnType<typeof useImporting>

function Done({ entity, importing: { look, work, past } }: { entity: AnyEntity; importing: Importing }) {
  const t = useT()
  return (
    <Result
      status="success"
      title={t(work.isUndo ? '已撤销导入' : '导入完成')}
      subTitle={t(work.job?.text ?? '')}
      extra={!work.isUndo && <UndoLast {...{ entity, past }} fileId={look.verdict?.fileId} onUndo={work.undo} />}
    />
  )
}

interface JudgedProps {
  importing: Importing
  verdict: Verdict
}

function Judged({ importing: { look, leftOut, leaveOut }, verdict }: JudgedProps) {
  const t = useT()
  const { faulty, added, changed, same } = verdict
  const [n, bad] = [formatNumber(verdict.total), formatNumber(faulty)]
  return (
    <>
      <p className="table-import-sum" role="status">
        {t('共 {n} 行：新增 {added}，变更 {changed}，未变 {same}', {
          n,
          added: formatNumber(added),
          changed: formatNumber(changed),
          same: formatNumber(same),
        })}
        {faulty > 0 && t('；{bad} 行有错误，请在表格中改正，或勾选不导入的行', { bad })}
      </p>
      <PassedOver passed={verdict.passed} />
      <ImportedRows look={look} verdict={verdict} leaving={{ rows: leftOut, onChange: leaveOut }} />
    </>
  )
}

function Footer({ importing: { look, leftOut, start }, verdict }: JudgedProps) {
  const t = useT()
  const n = verdict.total - leftOut.length
  const left = new Set(leftOut)
  const faultyLeft = verdict.rows.filter((row) => isFaulty(row) && left.has(row.rowNo)).length
  const isReady = faultyLeft === verdict.faulty && n > 0 && look.edits.count === 0
  return (
    <>
      {verdict.faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={() => void look.fetchFaults(verdict)}>
          {t('下载带错误说明的工作簿')}
        </Button>
      )}
      <Button type="primary" disabled={!isReady} onClick={() => void start(verdict)}>
        {leftOut.length > 0
          ? t('导入 {n} 行，{left} 行不导入', { n: formatNumber(n), left: formatNumber(leftOut.length) })
          : t('导入 {n} 行', { n: formatNumber(n) })}
      </Button>
    </>
  )
}
