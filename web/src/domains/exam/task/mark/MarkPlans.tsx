import { examTaskMarkPlan, fillMarkPlan } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../../platform/action/use-action.ts'
import { callApi } from '../../../../platform/api/client.ts'
import { removeRows } from '../../../../platform/crud/crud-api.ts'
import { usePhone } from '../../../../platform/crud/use-phone.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { sayTaken } from '../say-taken.ts'
import type { TaskChoice } from '../use-task-progress.ts'
import { type PlanAction, planColumns } from './plan-columns.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { PullButton } from './PullButton.tsx'
import { QuotaDialog } from './QuotaDialog.tsx'
import { MARK_CHANGES, type MarkLine, useMarkRights, useMarkSummary } from './use-marking.ts'

/** The plan of every course, and how far it is filled. */
export function MarkPlans({ task }: { task: TaskChoice }) {
  const t = useT()
  const { canEdit, canRemove } = useMarkRights(task)
  const isPhone = usePhone()
  const [edited, edit] = useState<MarkLine | 'new'>()
  const [asked, ask] = useState<MarkLine>()
  const { data, error, isPending, refetch } = useMarkSummary(task.id)
  const removing = useAction(({ id }: MarkLine) => removeRows(examTaskMarkPlan, [id]), {
    confirm: { text: '确定将选择数据删除?', isDanger: true },
    done: '删除成功',
    changes: MARK_CHANGES,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const actions: PlanAction[] = [
    ...(canEdit
      ? [
          { text: '名额', run: ask },
          { text: '编辑', run: edit },
        ]
      : []),
    ...(canRemove ? [{ text: '删除', run: (line: MarkLine) => void removing.run(line), isDanger: true }] : []),
  ]
  return (
    <>
      <PlanBar task={task} onAdd={() => edit('new')} />
      <Table<MarkLine>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('还没有阅卷计划') }}
        columns={planColumns(t, actions, isPhone)}
      />
      {edited && (
        <PlanDialog taskId={task.id} line={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
      )}
      {asked && <QuotaDialog line={asked} onClose={() => ask(undefined)} />}
    </>
  )
}

function PlanBar({ task, onAdd }: { task: TaskChoice; onAdd: () => void }) {
  const t = useT()
  const { canAdd, canPull } = useMarkRights(task)
  const filling = useAction(() => callApi(fillMarkPlan, { taskId: task.id }), {
    done: '',
    onDone: sayTaken,
    changes: MARK_CHANGES,
  })
  if (!canAdd && !canPull) return null
  return (
    <div className="exam-task-bar">
      <PullButton task={task} />
      {canAdd && (
        <>
          <Button loading={filling.isBusy} onClick={() => void filling.run()}>
            {t('按考生数生成')}
          </Button>
          <Button onClick={onAdd}>{t('新增计划')}</Button>
        </>
      )}
    </div>
  )
}
