import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { PARENT_FIRST, integralPath } from './integral-path.ts'

/** 家长账号: each leads to its points. */
export function Page() {
  return (
    <CrudPage
      entity={userParentInfo}
      firstFields={PARENT_FIRST}
      rowActions={[{ code: 'userparentinfo_view', label: '积分明细', run: (row) => openTab(integralPath(row.id)) }]}
    />
  )
}
