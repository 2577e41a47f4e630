import { type ProgressTask, saveProcessItem } from '@xueheng/contract/domains/exam/exam-info.ts'
import { Checkbox } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { type Exam, useExamAction, whyNot } from '../exam.ts'

interface TaskChoiceProps {
  exam: Exam
  task: ProgressTask
  /** The whole plan: a choice is saved as a whole. */
  tasks: ProgressTask[]
}

/** Whether the exam runs a task it could do without. */
export function TaskChoice({ exam, task, tasks }: TaskChoiceProps) {
  const t = useT()
  const can = useCan()
  const choosing = useExamAction(
    exam.id,
    (processingItem: string) => callApi(saveProcessItem, { examId: exam.id, processingItem }),
    { done: '' },
  )
  if (!task.isOptional) return null
  const refusal = can('examinfo_edit') ? whyNot(exam, 'editRule') : t('没有权限')

  function choose(isChosen: boolean): void {
    const codes = tasks
      .filter((one) => one.isOptional && (one.taskCode === task.taskCode ? isChosen : one.isChosen))
      .map((one) => one.taskCode)
    void choosing.run([...requiredOf(tasks), ...codes].join(','))
  }
  return (
    <Checkbox
      checked={task.isChosen === 1}
      disabled={refusal !== undefined || choosing.isBusy}
      title={refusal}
      aria-label={`${t('计算此项')} ${t(task.taskName)}`}
      onChange={(event) => choose(event.target.checked)}
    >
      {t('计算此项')}
    </Checkbox>
  )
}

/** Indicators no exam does without; named so that a choice of nothing else is a choice. */
function requiredOf(tasks: ProgressTask[]): string[] {
  return tasks.filter((one) => one.taskTypes === 'QUOTA' && !one.isOptional).map((one) => one.taskCode)
}
