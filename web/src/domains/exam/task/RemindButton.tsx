import { BellOutlined } from '@ant-design/icons'
import { remindSchools } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { PROGRESS, type TaskChoice } from './use-task-progress.ts'

type Reminded = Output<typeof remindSchools>

interface RemindButtonProps {
  task: TaskChoice
  areaCode: string | undefined
}

/** Reminds every school that is not through, of one area or of all, and says of each what came of it. */
export function RemindButton({ task, areaCode }: RemindButtonProps) {
  const t = useT()
  const can = useCan()
  const [results, show] = useState<Reminded>()
  const reminding = useAction(
    () => callApi(remindSchools, { taskId: task.id, ...(areaCode !== undefined && { areaCode }) }),
    {
      confirm: areaCode ? '催促本县区还没有报齐的学校，确定催报?' : '催促所有还没有报齐的学校，确定催报?',
      done: '',
      changes: [PROGRESS],
      onDone: show,
    },
  )
  if (!can('examtask_edit') || !canDo(taskStates, 'remind', Number(task.taskStatus))) return null
  return (
    <>
      <Button icon={<BellOutlined />} loading={reminding.isBusy} onClick={() => void reminding.run()}>
        {t('催报')}
      </Button>
      {results && <RemindResults results={results} onClose={() => show(undefined)} />}
    </>
  )
}

function RemindResults({ results, onClose }: { results: Reminded; onClose: () => void }) {
  const t = useT()
  return (
    <AppModal open title={t('催报结果')} footer={null} onCancel={onClose}>
      <Table<Reminded[number]>
        size="small"
        rowKey="schoolCode"
        dataSource={results}
        pagination={results.length > 10 ? { size: 'small', defaultPageSize: 10, showSizeChanger: false } : false}
        columns={[
          { dataIndex: 'schoolName', title: t('学校') },
          { dataIndex: 'result', title: t('结果') },
        ]}
      />
    </AppModal>
  )
}
