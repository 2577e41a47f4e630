import { archiveStudents, studentDifferences } from '@xueheng/contract/domains/gather/archive-student.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Typography } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'

/** Collated students into the register; one who cannot be written keeps back all. */
export function ArchiveStudents({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <ArchiveDialog
      asked="student"
      name="gather-student-differences"
      title={t('归档学生')}
      none={t('已校对的学生与学籍没有差异')}
      question="已校对的学生写入学籍，确定归档?"
      changes={[gatherStudent]}
      differences={(gatherTaskId) => callApi(studentDifferences, { gatherTaskId })}
      archive={(gatherTaskId) => callApi(archiveStudents, { gatherTaskId })}
      columns={[
        { title: t('学籍号'), dataIndex: 'studentCode' },
        { title: t('姓名'), dataIndex: 'studentName' },
        { title: t('差异'), render: (_, line) => (line.isNew ? t('新增学生') : line.changes) },
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

function sayArchived(answer: Output<typeof archiveStudents> | null): void {
  const { archived = 0, added = 0, changed = 0 } = answer ?? {}
  message.success(translate('已归档{archived}人：新增学生{added}人，更新{changed}人', { archived, added, changed }))
}
