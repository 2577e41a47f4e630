import { TreeListPage, useTreeChoice } from '../../platform/crud/TreeListPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { SchoolAdmins } from './SchoolAdmins.tsx'
import { SchoolTree, useSchoolTree } from './SchoolTree.tsx'
import './units.css'

/** 学校管理员: the schools on the left, the administrators of the chosen one on the right. Who has one school sees it at once. */
export function Page() {
  const t = useT()
  const [asked, choose] = useTreeChoice('school')
  const { schools } = useSchoolTree()
  const chosen = asked ?? (schools.length === 1 ? schools[0]?.value : undefined)
  const school = schools.find((one) => one.value === chosen)
  return (
    <TreeListPage
      title={school ? `${t('学校管理员')} · ${school.title}` : t('学校管理员')}
      treeTitle={t('学校')}
      tree={<SchoolTree value={school?.value} onChange={choose} />}
      chosen={school?.value}
    >
      {school ? (
        <SchoolAdmins key={school.value} schoolCode={school.value} />
      ) : (
        <Empty title={t('请选择学校')} hint={t('选择后显示该学校的管理员')} />
      )}
    </TreeListPage>
  )
}
