import { defineDomain } from '../../kit/domain.ts'
import { apiScope } from './api-scope.ts'
import { dataScope } from './data-scope.ts'
import { menuPackage, menuPackageGrant, menuPackageKeys, tenantPackageList } from './menu-package.ts'
import * as menu from './menu-row.ts'
import * as ownMenu from './own-menu.ts'
import * as rightsQueries from './rights.ts'
import * as role from './role.ts'
import { topMenuGrant, topMenuRow } from './top-menu.ts'

const { menuRow, ...menuCalls } = menu
const { role: roleRow, ...roleCalls } = role
const { ROW_STATES: _rowStates, ...rightsCalls } = rightsQueries

export const rights = defineDomain({
  name: 'rights',
  title: '菜单与权限',
  entities: [menuRow, topMenuRow, roleRow, menuPackage, dataScope, apiScope],
  calls: [
    ...Object.values(ownMenu),
    ...Object.values(menuCalls),
    ...Object.values(roleCalls),
    ...Object.values(rightsCalls),
    topMenuGrant,
    menuPackageGrant,
    menuPackageKeys,
    tenantPackageList,
  ],
})
