import { BookOutlined } from '@ant-design/icons'
import { exportStudentScore } from '@xueheng/contract/domains/report/score-book.ts'
import { useState } from 'react'
import { type Params, downloadList } from '../../platform/api/client.ts'
import { lazyPart } from '../../platform/crud/lazy-part.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { sayLater } from '../../platform/jobs/say-later.ts'
import { Tool } from '../../platform/ui/Tool.tsx'

const ReasonDialog = lazyPart(async () => (await import('../../platform/crud/ReasonDialog.tsx')).ReasonDialog)

/** The score book of the chosen unit, a sheet per class, for a reason. */
export function ScoreBookTool({ params }: { params: Params }) {
  const t = useT()
  const [isAsking, ask] = useState(false)

  return (
    <>
      <Tool label={t('导出成绩册')} icon={<BookOutlined />} onClick={() => ask(true)} />
      {isAsking && (
        <ReasonDialog
          title={t('导出成绩册')}
          hint={t('所选县区、学校的全部考生，每班一张工作表。请填写理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={() => ask(false)}
          onSubmit={async (reason) => sayLater(await downloadList(exportStudentScore.path, { ...params, reason }))}
        />
      )}
    </>
  )
}
