import { DownloadOutlined } from '@ant-design/icons'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { isOfStudents } from '@xueheng/contract/kit/report-call.ts'
import { useState } from 'react'
import { type Params, download } from '../../../platform/api/client.ts'
import { lazyPart } from '../../../platform/crud/lazy-part.tsx'
import { Tool } from '../../../platform/crud/Toolbar.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { showError } from '../../../platform/ui/message.ts'

const ReasonDialog = lazyPart(async () => (await import('../../../platform/crud/ReasonDialog.tsx')).ReasonDialog)

interface ExportToolProps {
  report: AnyReport
  params: Record<string, unknown>
  isOff: boolean
}

/** The whole report as a workbook; one whose rows are students waits until its reason is given. */
export function ExportTool({ report, params, isOff }: ExportToolProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, ask] = useState(false)

  function fetch(reason?: string): Promise<void> {
    const { current: _current, size: _size, ...whole } = params
    return download(report.url, { ...(whole as Params), format: 'xlsx', reason })
  }

  async function run(): Promise<void> {
    if (isOff) return
    if (isOfStudents(report)) return ask(true)
    setBusy(true)
    await fetch().catch(showError)
    setBusy(false)
  }

  async function runWith(reason: string): Promise<void> {
    await fetch(reason)
    ask(false)
  }

  return (
    <>
      <Tool label={t('导出Excel')} icon={<DownloadOutlined />} isBusy={isBusy} onClick={() => void run()} />
      {isAsking && (
        <ReasonDialog
          title={`${t('导出')} · ${t(report.title)}`}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={() => ask(false)}
          onSubmit={runWith}
        />
      )}
    </>
  )
}
