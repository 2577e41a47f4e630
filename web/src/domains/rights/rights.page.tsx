import { Tabs } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { RoleCompare } from './RoleCompare.tsx'
import { RowRights } from './RowRights.tsx'
import { UserRightsView } from './UserRightsView.tsx'
import './rights.css'

/** 权限查询: what a user sees, who sees a row, and how two roles differ. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  return (
    <PageFrame title={t('权限查询')} hint={t('查询用户可见的数据、可执行的操作及授权来源；结果按当前授权即时计算')}>
      <Tabs
        activeKey={search.get('view') ?? 'user'}
        onChange={(view) => setSearch({ view })}
        items={[
          { key: 'user', label: t('按用户'), children: <UserRightsView /> },
          { key: 'row', label: t('按数据'), children: <RowRights /> },
          { key: 'compare', label: t('角色对比'), children: <RoleCompare /> },
        ]}
      />
    </PageFrame>
  )
}
