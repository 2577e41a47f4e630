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
    <PageFrame title={t('阅卷教师')}>
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
            {view === 'plan' ? <MarkPlans task={task} /> : <MarkTeachers key={task.id} task={task} />}
          </>
        )}
      </OneTask>
    </PageFrame>
  )
}
