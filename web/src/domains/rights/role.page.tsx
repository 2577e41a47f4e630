import { type GrantKeys, type GrantTree, grantTree, roleTreeKeys } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role, roleGrant } from '@xueheng/contract/domains/rights/role.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { GrantDialog, type GrantPart } from './GrantDialog.tsx'

const PARTS = [
  ['menu', '菜单权限'],
  ['dataScope', '数据权限'],
  ['apiScope', '接口权限'],
] as const

/** 角色管理: the tree of roles; 权限设置 opens what a role may see and do. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  return (
    <CrudPage entity={role}>
      <ListToolbar />
      <ListRows actions={[{ code: 'role_edit', label: '权限设置', run: choose }]} />
      {chosen && (
        <GrantDialog
          title={`${t('权限设置')} · ${String(chosen.roleName)}`}
          about={`role-${chosen.id}`}
          load={() => loadParts(chosen.id)}
          save={(ids) => save(chosen.id, ids)}
          onClose={() => choose(undefined)}
        />
      )}
    </CrudPage>
  )
}

async function loadParts(roleId: string): Promise<GrantPart[]> {
  const [trees, keys] = await Promise.all([
    callApi(grantTree) as Promise<GrantTree>,
    callApi(roleTreeKeys, { roleIds: roleId }) as Promise<GrantKeys>,
  ])
  return PARTS.map(([key, title]) => ({ key, title, nodes: trees[key], granted: keys[key] }))
}

function save(roleId: string, ids: Record<string, string[]>): Promise<unknown> {
  return callApi(roleGrant, {
    roleIds: [roleId],
    menuIds: ids.menu ?? [],
    dataScopeIds: ids.dataScope ?? [],
    apiScopeIds: ids.apiScope ?? [],
  })
}
