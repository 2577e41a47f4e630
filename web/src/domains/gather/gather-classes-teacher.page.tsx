import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { Segmented } from 'antd'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'

const SOURCES = {
  teacher: { segment: 'listClassesTeacher' },
  leader: { segment: 'listClassesLeader' },
}
const LAYOUT = {
  first: ['schoolCode', 'classCode', 'courseName', 'teacherName', 'isClassLeader', 'gatherStatus'],
  emptyHint: '学校在教师信息采集中填报后出现在这里',
  isReadOnly: true,
}

/** 班级教师采集: who teaches a class and who leads it, as collected. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const kind = search.get('kind') === 'leader' ? 'leader' : 'teacher'
  return (
    <CrudPage key={kind} entity={gatherTeacher} source={SOURCES[kind]} layout={LAYOUT}>
      <ListToolbar>
        <Segmented
          aria-label={t('班级教师采集')}
          value={kind}
          onChange={(next) => setSearch({ kind: next })}
          options={[
            { value: 'teacher', label: t('任课教师') },
            { value: 'leader', label: t('班主任') },
          ]}
        />
      </ListToolbar>
      <ListRows />
    </CrudPage>
  )
}
