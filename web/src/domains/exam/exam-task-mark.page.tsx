import { Tabs } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { MarkPlans } from './task/mark/MarkPlans.tsx'
import { MarkTeachers } from './task/mark/MarkTeachers.tsx'
import { OneTask } from './task/OneTask.tsx'

/** 阅卷教师: how many each course needs, who is pulled, and what their schools say; the school begins with its people. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const view = search.get('view') ?? (can('examtaskmarkplan_edit') ? 'plan' : 'teachers')
  return (
    <PageFrame isFilled title={t('阅卷教师')}>
      <div className="exam-task-fill">
        <OneTask>
          {(task) => (
            <>
              <Tabs
                activeKey={view}
                onChange={(key) => setSearch({ view: key })}
                items={[
                  { key: 'plan', label: t('阅卷计划') },
                  { key: 'teachers', label: t('抽调名单') },
                ]}
              />
              {view === 'plan' ? (
                <div className="exam-task-plans">
                  <MarkPlans task={task} />
                </div>
              ) : (
                <MarkTeachers key={task.id} task={task} />
              )}
            </>
          )}
        </OneTask>
      </div>
    </PageFrame>
  )
}
