import { archiveHighExams, highExamDifferences } from '@xueheng/contract/domains/exam/high-exam-archive.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Typography } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { t as translate, useT } from '../../../platform/i18n/i18n.ts'
import { message } from '../../../platform/ui/message.ts'
import { ArchiveDialog } from '../ArchiveDialog.tsx'

/** Candidates who passed into the library of scores; one who cannot be written keeps back all. */
export function ArchiveHighExams({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <ArchiveDialog
      asked="highExam"
      name="high-exam-differences"
      title={t('归档高考成绩采集')}
      none={t('审核通过的考生与高考成绩库没有差异')}
      question="审核通过的写入高考成绩库，确定归档?"
      changes={[gatherHighExamScore]}
      differences={(gatherTaskId) => callApi(highExamDifferences, { gatherTaskId })}
      archive={(gatherTaskId) => callApi(archiveHighExams, { gatherTaskId })}
      columns={[
        { title: t('考生号'), dataIndex: 'candidateNumber' },
        { title: t('姓名'), dataIndex: 'studentName' },
        { title: t('差异'), render: (_, line) => (line.isNew ? t('新增考生') : line.changes) },
        {
          title: t('问题'),
          render: (_, { problem }) => problem && <Typography.Text type="danger">{problem}</Typography.Text>,
        },
      ]}
      holdsBack={({ problem }) => problem !== ''}
      sayArchived={sayArchived}
      onClose={onClose}
    />
  )
}

function sayArchived(answer: Output<typeof archiveHighExams> | null): void {
  const { archived = 0, added = 0, changed = 0 } = answer ?? {}
  message.success(translate('已归档{archived}人：新增考生{added}人，更新{changed}人', { archived, added, changed }))
}
