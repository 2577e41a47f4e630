import { DownloadOutlined } from '@ant-design/icons'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { comparesExams, isOfStudents } from '@xueheng/contract/derive/report-call.ts'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { type Params, download, downloadList } from '../../../platform/api/client.ts'
import { lazyPart } from '../../../platform/crud/lazy-part.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { sayLater } from '../../../platform/jobs/say-later.ts'
import { Tool } from '../../../platform/ui/Tool.tsx'

const ReasonDialog = lazyPart(async () => (await import('../../../platform/crud/ReasonDialog.tsx')).ReasonDialog)

interface ExportToolProps {
  report: AnyReport
  params: Record<string, unknown>
  isOff: boolean
}

/** The whole report as a workbook; one whose rows are students waits until its reason is given. */
export function ExportTool({ report, params, isOff }: ExportToolProps) {
  const t = useT()
  const [isAsking, ask] = useState(false)
  const fetching = useAction(() => fetch(), { done: '' })

  async function fetch(reason?: string): Promise<void> {
    const { current: _current, size: _size, ...whole } = params
    const asked = { ...(whole as Params), format: 'xlsx', reason }
    if (comparesExams(report)) await download(report.url, asked, 'POST')
    else await sayLater(await downloadList(report.url, asked))
  }

  function start(): void {
    if (isOfStudents(report)) ask(true)
    else void fetching.run()
  }

  return (
    <>
      <Tool label={t('导出Excel')} icon={<DownloadOutlined />} isBusy={fetching.isBusy} isOff={isOff} onClick={start} />
      {isAsking && (
        <ReasonDialog
          title={`${t('导出')} · ${t(report.title)}`}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={() => ask(false)}
          onSubmit={fetch}
        />
      )}
    </>
  )
}
