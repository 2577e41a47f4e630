import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { CrudPage, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { integralPath } from './integral-path.ts'

const ACTIONS: RowAction[] = [
  { code: 'userparentinfo_view', label: '积分明细', run: (row) => openTab(integralPath(row.id)) },
]

/** 家长账号: each leads to its points. */
export function Page() {
  return (
    <CrudPage entity={userParentInfo}>
      <ListToolbar />
      <ListRows actions={ACTIONS} />
    </CrudPage>
  )
}
