import { type GrantKeys, type GrantTree, grantTopTree, topTreeKeys } from '@xueheng/contract/domains/rights/menu-row.ts'
import { topMenuGrant, topMenuRow } from '@xueheng/contract/domains/rights/top-menu.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { GrantDialog, type GrantPart } from './GrantDialog.tsx'

/** 顶部菜单: its entries; 菜单配置 chooses the screens each brings up. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  return (
    <CrudPage entity={topMenuRow}>
      <ListToolbar />
      <ListRows actions={[{ code: 'topmenu_setting', label: '菜单配置', run: choose }]} />
      {chosen && (
        <GrantDialog
          title={`${t('菜单配置')} · ${t(String(chosen.name))}`}
          about={`topmenu-${chosen.id}`}
          load={() => loadParts(chosen.id)}
          save={({ menu }) => callApi(topMenuGrant, { topMenuIds: [chosen.id], menuIds: menu ?? [] })}
          onClose={() => choose(undefined)}
        />
      )}
    </CrudPage>
  )
}

async function loadParts(topMenuIds: string): Promise<GrantPart[]> {
  const [trees, keys] = await Promise.all([
    callApi(grantTopTree) as Promise<GrantTree>,
    callApi(topTreeKeys, { topMenuIds }) as Promise<GrantKeys>,
  ])
  return [{ key: 'menu', title: '菜单', nodes: trees.menu, granted: keys.menu }]
}
