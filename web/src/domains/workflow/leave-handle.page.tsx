import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Alert, Button } from 'antd'
import { type PageProps, openTab } from '../../platform/tabs/tab.ts'
import { LeaveAdjust } from './LeaveAdjust.tsx'
import { LeaveScreen } from './LeaveScreen.tsx'
import { Verdict } from './Verdict.tsx'
import { detailPath } from './paths.ts'

/** 处理请假流程: agree or refuse; the applicant changes what was refused. */
export function Page({ rest: [taskId = '', processInstanceId = '', businessId = ''] }: PageProps) {
  const t = useT()
  const place = { taskId, processInstanceId, businessId }
  const back = <Button onClick={() => openTab('/work/todo')}>{t('待办任务')}</Button>
  return (
    <LeaveScreen title="处理请假流程" extra={back} {...place}>
      {(leave) =>
        leave.flow.taskId !== taskId || leave.flow.status !== 'todo' ? (
          <section className="flow-sheet">
            <Alert
              type="info"
              showIcon
              title={t('这个任务已经办理')}
              action={
                <Button onClick={() => openTab(detailPath({ formRoute: 'leave', ...place }))}>{t('查看详情')}</Button>
              }
            />
          </section>
        ) : leave.flow.formKey === ADJUST_FORM ? (
          <LeaveAdjust place={place} leave={leave} />
        ) : (
          <Verdict place={place} />
        )
      }
    </LeaveScreen>
  )
}
