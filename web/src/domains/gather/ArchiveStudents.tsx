import { archiveStudents, studentDifferences } from '@xueheng/contract/domains/gather/archive-student.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Table, Typography } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message } from '../../platform/ui/message.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { TaskChoice } from './TaskChoice.tsx'

type Line = Output<typeof studentDifferences>[number]

/** What the register will differ in, before the collated students of a collection are written into it. */
export function ArchiveStudents({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [, setSearch] = useTabSearch()
  const close = () => {
    setSearch({ taskId: undefined })
    onClose()
  }
  return (
    <Modal open width={820} title={t('归档学生')} footer={null} onCancel={close}>
      <TaskChoice forget={[]}>{(taskId) => <Differences taskId={taskId} onDone={close} />}</TaskChoice>
    </Modal>
  )
}

function Differences({ taskId, onDone }: { taskId: string; onDone: () => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gather-student-differences', taskId],
    queryFn: () => callApi(studentDifferences, { gatherTaskId: taskId }),
  })
  const archive = useAction(() => callApi(archiveStudents, { gatherTaskId: taskId }), {
    confirm: '已校对的学生写入学籍，确定归档?',
    changes: [gatherStudent],
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
        rowKey={({ studentCode, studentName }) => `${studentCode} ${studentName}`}
        loading={isPending}
        dataSource={data ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('已校对的学生与学籍没有差异') }}
        columns={[
          { title: t('学籍号'), dataIndex: 'studentCode' },
          { title: t('姓名'), dataIndex: 'studentName' },
          { title: t('差异'), render: (_, line) => (line.isNew ? t('新增学生') : line.changes) },
          {
            title: t('问题'),
            render: (_, { problem }) => problem && <Typography.Text type="danger">{problem}</Typography.Text>,
          },
        ]}
      />
      <Button
        type="primary"
        loading={archive.isBusy}
        disabled={isPending || data?.some(({ problem }) => problem !== '')}
        onClick={() => void archive.run()}
      >
        {t('全部归档')}
      </Button>
    </>
  )
}

function sayArchived(answer: Output<typeof archiveStudents> | null): void {
  const { archived = 0, added = 0, changed = 0 } = answer ?? {}
  message.success(translate('已归档{archived}人：新增学生{added}人，更新{changed}人', { archived, added, changed }))
}
