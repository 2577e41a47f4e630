import * as calls from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../../platform/action/use-action.ts'
import { callApi } from '../../../../platform/api/client.ts'
import {
  CrudPage,
  type CrudRow,
  ListRows,
  ListToolbar,
  type RowAction,
  useList,
} from '../../../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../../../platform/form/CallDialog.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
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

interface Asked {
  call: 'sendBack' | 'role'
  rows: CrudRow[]
}

/** Who is pulled: the school confirms or sends back, the bureau names roles and lets go. */
export function MarkTeachers({ task }: { task: TaskChoice }) {
  const { id: taskId } = task
  const { canPull, canAnswer } = useMarkRights(task)
  const emptyHint = canPull ? '做好阅卷计划后点“抽调”，学校再确认' : '局里抽调本校教师之后，在这里确认或退回'
  const [asked, ask] = useState<Asked>()
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
          { label: '退回', run: (row: CrudRow) => ask({ call: 'sendBack', rows: [row] }), isFor: may('sendBack') },
        ]
      : []),
    ...(canPull
      ? [
          { label: '设置角色', run: (row: CrudRow) => ask({ call: 'role', rows: [row] }) },
          { label: '移出', run: removing.run, danger: true },
        ]
      : []),
  ]
  return (
    <CrudPage entity={LISTED} source={SOURCE} where={{ taskId }} layout={{ ...LAYOUT, hasPicks: canPull, emptyHint }}>
      <ListToolbar>
        <MarkToolbar task={task} />
        {canPull && <RoleOfChosen onAsk={(rows) => ask({ call: 'role', rows })} />}
      </ListToolbar>
      <ListRows isFlat actions={actions} />
      {asked && <AskDialog {...asked} taskId={taskId} onClose={() => ask(undefined)} />}
    </CrudPage>
  )
}

/** One role and group for all who are picked. */
function RoleOfChosen({ onAsk }: { onAsk: (rows: CrudRow[]) => void }) {
  const t = useT()
  const { selected } = useList()
  const rows = selected.map((id) => ({ id }))
  return (
    <Button disabled={rows.length === 0} onClick={() => onAsk(rows)}>
      {t('设置角色')}
    </Button>
  )
}

interface AskDialogProps extends Asked {
  taskId: string
  onClose: () => void
}

function AskDialog({ call, rows, taskId, onClose }: AskDialogProps) {
  const { setSelected } = useList()
  const shared = { given: { taskId, ids: rows.map(({ id }) => id).join() }, changes: MARK_CHANGES, onClose }
  if (call === 'sendBack') return <CallDialog call={calls.sendBackMarkTeachers} isDanger done="已退回" {...shared} />
  const [only, ...others] = rows
  const initial = others.length > 0 ? {} : { markRole: only?.['markRole'], markGroup: only?.['markGroup'] }
  return (
    <CallDialog
      call={calls.assignMarkRole}
      initial={initial}
      done={(answer) => `已设置${answer?.changed ?? 0}人`}
      onDone={() => setSelected([])}
      {...shared}
    />
  )
}
