import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Button } from 'antd'
import { type PageProps, openTab } from '../../platform/tabs/tab.ts'
import { LeaveAdjust } from './LeaveAdjust.tsx'
import { LeaveScreen } from './LeaveScreen.tsx'
import { TaskDone } from './TaskDone.tsx'
import { Verdict } from './Verdict.tsx'

/** 处理请假流程: agree or refuse; the applicant changes what was refused. */
export function Page({ rest: [taskId = '', processInstanceId = '', businessId = ''] }: PageProps) {
  const t = useT()
  const place = { taskId, processInstanceId, businessId }
  const back = <Button onClick={() => openTab('/work/todo')}>{t('待办任务')}</Button>
  return (
    <LeaveScreen title="处理请假流程" extra={back} {...place}>
      {(leave) =>
        leave.flow.taskId !== taskId || leave.flow.status !== 'todo' ? (
          <TaskDone formRoute="leave" {...place} />
        ) : leave.flow.formKey === ADJUST_FORM ? (
          <LeaveAdjust place={place} leave={leave} />
        ) : (
          <Verdict place={place} />
        )
      }
    </LeaveScreen>
  )
}
