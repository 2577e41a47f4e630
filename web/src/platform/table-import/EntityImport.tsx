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
import { PassedOver } from './PassedOver.tsx'
import { useEntityJob } from './use-entity-job.ts'
import { type Look, type Verdict, useLook } from './use-look.ts'
import './table-import.css'

interface EntityImportProps {
  entity: AnyEntity
  onClose: () => void
}

/** Rows of an entity by workbook: looked through, faulty ones mended or left out by name, then kept by a job in one go. */
export function EntityImport({ entity, onClose }: EntityImportProps) {
  const t = useT()
  const calls = useMemo(() => entityImportCalls(entity), [entity])
  const [leftOut, setLeftOut] = useState<number[]>([])
  const work = useEntityJob(calls, entity)
  const look = useLook({
    calls,
    onCheck: () => {
      setLeftOut([])
      work.forget()
    },
  })
  const { verdict } = look
  const step = work.isDone ? 'done' : work.isBusy ? 'busy' : 'look'
  return (
    <AppModal
      open
      title={`${t('导入')} · ${t(entity.title)}`}
      width="min(1080px, 94vw)"
      onCancel={onClose}
      footer={
        step === 'look' ? (
          verdict && (
            <Footer
              look={look}
              verdict={verdict}
              leftOut={leftOut}
              onImport={() => work.start(verdict.fileId, leftOut)}
            />
          )
        ) : (
          <Button type={work.isDone ? 'primary' : 'default'} onClick={onClose}>
            {t(work.isDone ? '完成' : '关闭')}
          </Button>
        )
      }
    >
      <RefusalNote text={look.refusal ?? work.refusal} />
      {step === 'done' && <Result status="success" title={t('导入完成')} subTitle={t(work.job?.text ?? '')} />}
      {step === 'busy' && <ImportProgress job={work.job} />}
      {step === 'look' && (
        <>
          <ChooseBook look={look} isBusy={look.isChecking} />
          {verdict && <Judged verdict={verdict} leftOut={leftOut} onLeaveOut={setLeftOut} />}
        </>
      )}
    </AppModal>
  )
}

interface JudgedProps {
  verdict: Verdict
  leftOut: number[]
  onLeaveOut: (rows: number[]) => void
}

function Judged({ verdict, leftOut, onLeaveOut }: JudgedProps) {
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
        {faulty > 0 && t('；{bad} 行有错误，请改正后重新选择文件，或勾选不导入的行', { bad })}
      </p>
      <PassedOver passed={verdict.passed} />
      <ImportedRows
        columns={verdict.columns}
        rows={verdict.rows}
        total={verdict.total}
        leaving={{ rows: leftOut, onChange: onLeaveOut }}
      />
    </>
  )
}

interface FooterProps {
  look: Look
  verdict: Verdict
  leftOut: number[]
  onImport: () => void
}

function Footer({ look, verdict, leftOut, onImport }: FooterProps) {
  const t = useT()
  const n = verdict.total - leftOut.length
  const isReady = leftOut.length === verdict.faulty && n > 0
  return (
    <>
      {verdict.faulty > 0 && (
        <Button icon={<DownloadOutlined />} onClick={() => void look.fetchFaults(verdict)}>
          {t('下载带错误说明的工作簿')}
        </Button>
      )}
      <Button type="primary" disabled={!isReady} onClick={onImport}>
        {leftOut.length > 0
          ? t('导入 {n} 行，{left} 行不导入', { n: formatNumber(n), left: formatNumber(leftOut.length) })
          : t('导入 {n} 行', { n: formatNumber(n) })}
      </Button>
    </>
  )
}
