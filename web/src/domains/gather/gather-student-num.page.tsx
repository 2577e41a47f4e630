import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { NumTable } from './NumTable.tsx'
import { TaskChoice } from './TaskChoice.tsx'
import { STUDENT_NUMBERS } from './numbers.ts'

/** 学生采集统计: areas of a task, their schools, grades and classes; task and place are in the address. */
export function Page() {
  const t = useT()
  return (
    <PageFrame title={t('学生采集统计')}>
      <TaskChoice asked="student" forget={['areaCode', 'schoolCode', 'gradeCode']}>
        {(taskId) => <NumTable taskId={taskId} numbers={STUDENT_NUMBERS} />}
      </TaskChoice>
    </PageFrame>
  )
}
