import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { NumTable } from './NumTable.tsx'
import { TaskChoice } from './TaskChoice.tsx'
import { HIGH_EXAM_NUMBERS } from './numbers.ts'

/** 高考成绩采集进度: areas of a task, their schools and classes; task and place are in the address. */
export function Page() {
  const t = useT()
  return (
    <PageFrame title={t('高考成绩采集进度')}>
      <TaskChoice asked="highExam" forget={['areaCode', 'schoolCode']}>
        {(taskId) => <NumTable taskId={taskId} numbers={HIGH_EXAM_NUMBERS} />}
      </TaskChoice>
    </PageFrame>
  )
}
