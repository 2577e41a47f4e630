import { activityClose, activityPublish } from '@xueheng/contract/domains/mall/activity-calls.ts'
import { activityManage, activityStates } from '@xueheng/contract/domains/mall/activity-manage.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { stateMark } from '../../platform/ui/state-mark.tsx'

const CELLS: OwnCells = {
  activityStatus: {
    width: 100,
    draw: (value) => stateMark(activityStates, { draft: 'quiet', published: 'good', closed: 'quiet' }, value),
  },
}

/** 活动管理: activities from draft to end; each leads to its works. */
export function Page() {
  const changes = [activityManage]
  const publish = useAction((row: CrudRow) => callApi(activityPublish, { id: row.id }), {
    confirm: '发布后在起止时间内收作品，确定发布?',
    changes,
  })
  const close = useAction((row: CrudRow) => callApi(activityClose, { id: row.id }), {
    confirm: { text: '结束后不再收作品，也不能再修改，确定结束?', isDanger: true },
    changes,
  })
  const step = (name: 'publish' | 'close', action: typeof publish): RowAction => ({
    code: 'activitymanage_edit',
    label: activityStates.actions[name].title,
    isFor: (row) => isAllowed(name, row),
    run: (row) => action.run(row),
  })
  const works: RowAction = {
    code: 'collectrecord_view',
    label: '作品',
    run: (row) => openTab(`/read/activityManage/solicitationResults/index?activityId=${row.id}`),
  }
  return (
    <CrudPage entity={activityManage}>
      <ListToolbar />
      <ListRows
        cells={CELLS}
        actions={[step('publish', publish), step('close', close), works]}
        isEditable={(row) => isAllowed('edit', row)}
        isRemovable={(row) => Number(row['workCount'] ?? 0) === 0}
      />
    </CrudPage>
  )
}

function isAllowed(step: keyof typeof activityStates.actions, row: CrudRow): boolean {
  return canDo(activityStates, step, Number(row['activityStatus']))
}
