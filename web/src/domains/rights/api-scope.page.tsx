import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { ScopePage } from './ScopePage.tsx'

/** 接口权限: which calls only holders of a scope make, per menu. */
export function Page() {
  return (
    <ScopePage title="接口权限" right="api_scope_setting">
      {(menu) => <Scopes menu={menu} />}
    </ScopePage>
  )
}

const { menuId: _menu, ...fields } = apiScope.fields
const listed = { ...apiScope, fields }

function Scopes({ menu }: { menu: CrudRow }) {
  const owner = { menuId: menu.id }
  return <CrudPage entity={listed} where={owner} defaults={owner} prefix="scope." />
}
