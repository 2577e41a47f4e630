import { archiveTeachers, teacherDifferences } from '@xueheng/contract/domains/gather/archive-teacher.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { callApi } from '../../platform/api/client.ts'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'

/** Collated teachers and what they teach into the register. */
export function ArchiveTeachers({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <ArchiveDialog
      asked="teacher"
      name="gather-teacher-differences"
      title={t('归档教师')}
      none={t('已校对的教师与教师管理没有差异')}
      question="已校对的教师和任课写入教师管理，确定归档?"
      changes={[gatherTeacher]}
      differences={(gatherTaskId) => callApi(teacherDifferences, { gatherTaskId })}
      archive={(gatherTaskId) => callApi(archiveTeachers, { gatherTaskId })}
      columns={[
        { title: t('教师编号'), dataIndex: 'teacherCode' },
        { title: t('姓名'), dataIndex: 'teacherName' },
        { title: t('差异'), render: (_, line) => (line.isNew ? t('新增教师') : line.changes) },
        { title: t('新增任课'), dataIndex: 'courses', width: 260 },
      ]}
      sayArchived={sayArchived}
      onClose={onClose}
    />
  )
}

function sayArchived(answer: Output<typeof archiveTeachers> | null): void {
  const { archived = 0, addedTeachers = 0, changedTeachers = 0, addedCourses = 0 } = answer ?? {}
  message.success(
    translate('已归档{archived}条：新增教师{added}人，更新{changed}人，新增任课{courses}条', {
      archived,
      added: addedTeachers,
      changed: changedTeachers,
      courses: addedCourses,
    }),
  )
}
