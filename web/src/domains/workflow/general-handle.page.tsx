import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { Button } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, openTab } from '../../platform/tabs/tab.ts'
import { RequestAdjust } from './RequestAdjust.tsx'
import { RequestPage } from './RequestPage.tsx'
import { TaskDone } from './TaskDone.tsx'
import { Verdict } from './Verdict.tsx'

/** 处理流程: agree or refuse, with the fields of the step; the applicant changes what came back. */
export function Page({ rest: [taskId = '', processInstanceId = '', businessId = ''] }: PageProps) {
  const t = useT()
  const place = { taskId, processInstanceId, businessId }
  const back = <Button onClick={() => openTab('/work/todo')}>{t('待办任务')}</Button>
  return (
    <RequestPage extra={back} {...place}>
      {(request) =>
        request.flow.taskId !== taskId || request.flow.status !== 'todo' ? (
          <TaskDone formRoute="general" {...place} />
        ) : request.flow.formKey === ADJUST_FORM ? (
          <RequestAdjust place={place} request={request} />
        ) : (
          <Verdict place={place} fields={request.fields ?? []} values={request.values ?? {}} />
        )
      }
    </RequestPage>
  )
}
