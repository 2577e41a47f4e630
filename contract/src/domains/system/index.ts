import { defineDomain } from '../../kit/domain.ts'
import * as auth from './auth.ts'
import { dictBiz, dictChildList, dictParentList, dictTree, dictionary } from './dict-biz.ts'
import * as menu from './menu.ts'
import { param } from './param.ts'
import * as role from './role.ts'
import { topMenuGrant, topMenuRow } from './top-menu.ts'

const { menuRow, ...menuCalls } = menu
const { role: roleRow, ...roleCalls } = role

export const system = defineDomain({
  name: 'system',
  title: '系统管理',
  entities: [param, dictBiz, menuRow, topMenuRow, roleRow],
  calls: [
    ...Object.values(auth),
    ...Object.values(menuCalls),
    ...Object.values(roleCalls),
    topMenuGrant,
    dictParentList,
    dictChildList,
    dictTree,
    dictionary,
  ],
})
