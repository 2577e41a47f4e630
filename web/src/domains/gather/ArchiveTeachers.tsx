import { archiveTeachers, teacherDifferences } from '@xueheng/contract/domains/gather/archive-teacher.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Table } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message } from '../../platform/ui/message.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { TaskChoice } from './TaskChoice.tsx'

type Line = Output<typeof teacherDifferences>[number]

/** What the register will differ in, before the collated teachers of a collection are written into it. */
export function ArchiveTeachers({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [, setSearch] = useTabSearch()
  const close = () => {
    setSearch({ taskId: undefined })
    onClose()
  }
  return (
    <Modal open width={820} title={t('归档教师')} footer={null} onCancel={close}>
      <TaskChoice forget={[]}>{(taskId) => <Differences taskId={taskId} onDone={close} />}</TaskChoice>
    </Modal>
  )
}

function Differences({ taskId, onDone }: { taskId: string; onDone: () => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gather-teacher-differences', taskId],
    queryFn: () => callApi(teacherDifferences, { gatherTaskId: taskId }),
  })
  const archive = useAction(() => callApi(archiveTeachers, { gatherTaskId: taskId }), {
    confirm: '已校对的教师和任课写入教师管理，确定归档?',
    changes: [gatherTeacher],
    done: '',
    onDone: (answer) => {
      sayArchived(answer)
      onDone()
    },
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Table<Line>
        size="small"
        rowKey="teacherCode"
        loading={isPending}
        dataSource={data ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('已校对的教师与教师管理没有差异') }}
        columns={[
          { title: t('教师编号'), dataIndex: 'teacherCode' },
          { title: t('姓名'), dataIndex: 'teacherName' },
          { title: t('差异'), render: (_, line) => (line.isNew ? t('新增教师') : line.changes) },
          { title: t('新增任课'), dataIndex: 'courses', width: 260 },
        ]}
      />
      <Button type="primary" loading={archive.isBusy} disabled={isPending} onClick={() => void archive.run()}>
        {t('全部归档')}
      </Button>
    </>
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
