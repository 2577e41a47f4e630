import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { NumTable } from './NumTable.tsx'
import { TaskChoice } from './TaskChoice.tsx'
import { type Place, grainOf } from './use-numbers.ts'

/** 学生采集统计: areas of a task, their schools, grades and classes; task and place are in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const get = (name: string) => search.get(name) ?? undefined
  const place: Place = { areaCode: get('areaCode'), schoolCode: get('schoolCode'), gradeCode: get('gradeCode') }
  const { key, up } = grainOf(place)
  return (
    <PageFrame title={t('学生采集统计')}>
      <TaskChoice asked="student" forget={['areaCode', 'schoolCode', 'gradeCode']}>
        {(taskId) => (
          <NumTable
            {...{ taskId, place }}
            onOpen={key && ((code) => setSearch({ [key]: code }))}
            onBack={up && (() => setSearch({ [up]: undefined }))}
          />
        )}
      </TaskChoice>
    </PageFrame>
  )
}
