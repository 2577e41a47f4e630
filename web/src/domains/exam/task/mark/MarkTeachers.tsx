import * as calls from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../../../platform/action/use-action.ts'
import { callApi } from '../../../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../../../platform/form/CallDialog.tsx'
import type { TaskChoice } from '../use-task-progress.ts'
import { MarkToolbar } from './MarkToolbar.tsx'
import { MARK_CHANGES, useMarkRights } from './use-marking.ts'

const SOURCE = { segment: 'queryMarkPaperTeacherList' }
const { teacherName, courseName, areaCode, schoolCode, arrangeStatus, markAccount, markRole, markGroup, returnReason } =
  examTaskTeacher.fields
/** What is told of a marking teacher; the task is chosen above. */
const LISTED = {
  ...examTaskTeacher,
  fields: {
    teacherName,
    courseName,
    areaCode,
    schoolCode,
    arrangeStatus: { ...arrangeStatus, list: true, search: true },
    markAccount: { ...markAccount, list: true },
    markRole: { ...markRole, list: true },
    markGroup: { ...markGroup, list: true },
    returnReason: { ...returnReason, list: true },
    teacherCode: examTaskTeacher.fields.teacherCode,
  },
}
const LAYOUT = { isReadOnly: true, isUndated: true, hasExport: false }

/** Who is pulled: the school confirms or sends back, the bureau names roles and lets go. */
export function MarkTeachers({ task }: { task: TaskChoice }) {
  const { id: taskId } = task
  const { canPull, canAnswer } = useMarkRights(task)
  const emptyHint = canPull ? '做好阅卷计划后点“抽调”，学校再确认' : '局里抽调本校教师之后，在这里确认或退回'
  const [asked, ask] = useState<{ call: 'sendBack' | 'role'; row: CrudRow }>()
  const confirming = useAction((row: CrudRow) => callApi(calls.confirmMarkTeachers, { taskId, ids: row.id }), {
    done: '已确认',
    changes: MARK_CHANGES,
  })
  const removing = useAction((row: CrudRow) => callApi(calls.removeMarkTeachers, { taskId, ids: row.id }), {
    confirm: { text: '移出后可另抽他人，确定移出?', isDanger: true },
    changes: MARK_CHANGES,
  })
  const may = (action: 'confirm' | 'sendBack') => (row: CrudRow) =>
    canDo(markStates, action, Number(row['arrangeStatus']))
  const actions: RowAction[] = [
    ...(canAnswer
      ? [
          { label: '确认', run: confirming.run, isFor: may('confirm') },
          { label: '退回', run: (row: CrudRow) => ask({ call: 'sendBack', row }), isFor: may('sendBack') },
        ]
      : []),
    ...(canPull
      ? [
          { label: '设置角色', run: (row: CrudRow) => ask({ call: 'role', row }) },
          { label: '移出', run: removing.run, danger: true },
        ]
      : []),
  ]
  return (
    <CrudPage entity={LISTED} source={SOURCE} where={{ taskId }} layout={{ ...LAYOUT, emptyHint }}>
      <ListToolbar>
        <MarkToolbar task={task} />
      </ListToolbar>
      <ListRows isFlat actions={actions} />
      {asked && <AskDialog {...asked} taskId={taskId} onClose={() => ask(undefined)} />}
    </CrudPage>
  )
}

interface AskDialogProps {
  call: 'sendBack' | 'role'
  row: CrudRow
  taskId: string
  onClose: () => void
}

function AskDialog({ call, row, taskId, onClose }: AskDialogProps) {
  const shared = { given: { taskId, ids: row.id }, changes: MARK_CHANGES, onClose }
  if (call === 'sendBack') return <CallDialog call={calls.sendBackMarkTeachers} isDanger done="已退回" {...shared} />
  const initial = { markRole: row['markRole'], markGroup: row['markGroup'] }
  return <CallDialog call={calls.assignMarkRole} initial={initial} {...shared} />
}
