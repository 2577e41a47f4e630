import { type GrantTree, grantTree } from '@xueheng/contract/domains/rights/menu-row.ts'
import { menuPackage, menuPackageGrant, menuPackageKeys } from '@xueheng/contract/domains/rights/menu-package.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { GrantDialog, type GrantPart } from './GrantDialog.tsx'

/** 菜单套餐: named sets of menus; 菜单配置 chooses what the tenants of a package can be granted at all. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  return (
    <CrudPage entity={menuPackage}>
      <ListToolbar />
      <ListRows actions={[{ code: 'menupackage_edit', label: '菜单配置', run: choose }]} />
      {chosen && (
        <GrantDialog
          title={`${t('菜单配置')} · ${String(chosen.packageName)}`}
          about={`menu-package-${chosen.id}`}
          load={() => loadParts(chosen.id)}
          save={({ menu }) => callApi(menuPackageGrant, { id: chosen.id, menuIds: menu ?? [] })}
          onClose={() => choose(undefined)}
        />
      )}
    </CrudPage>
  )
}

async function loadParts(id: string): Promise<GrantPart[]> {
  const [trees, keys] = await Promise.all([
    callApi(grantTree) as Promise<GrantTree>,
    callApi(menuPackageKeys, { id }) as Promise<{ menu: string[] }>,
  ])
  return [{ key: 'menu', title: '菜单', nodes: trees.menu, granted: keys.menu }]
}
