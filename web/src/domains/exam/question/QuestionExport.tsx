import { DownloadOutlined } from '@ant-design/icons'
import { exportQuestionScores } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { useState } from 'react'
import { type Params, downloadList } from '../../../platform/api/client.ts'
import { lazyPart } from '../../../platform/crud/lazy-part.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { sayLater } from '../../../platform/jobs/say-later.ts'
import { Tool } from '../../../platform/ui/Tool.tsx'

const ReasonDialog = lazyPart(async () => (await import('../../../platform/crud/ReasonDialog.tsx')).ReasonDialog)

/** What a list of question scores shows, all pages, as a workbook, for a reason. */
export function QuestionExport({ asked }: { asked: Params }) {
  const t = useT()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Tool label={t('导出Excel')} icon={<DownloadOutlined />} onClick={() => ask(true)} />
      {isAsking && (
        <ReasonDialog
          title={t('导出小题分')}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={() => ask(false)}
          onSubmit={async (reason) => sayLater(await downloadList(exportQuestionScores.path, { ...asked, reason }))}
        />
      )}
    </>
  )
}
