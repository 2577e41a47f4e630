import { defineDomain } from '../../kit/domain.ts'
import { apiScope } from './api-scope.ts'
import * as auth from './auth.ts'
import * as client from './client.ts'
import { dictBiz, dictChildList, dictParentList, dictTree, dictionary } from './dict-biz.ts'
import { dictImportCalls } from './dict-import.ts'
import { dict, sharedChildList, sharedDictionary, sharedParentList, sharedTree } from './dict.ts'
import { dataScope } from './data-scope.ts'
import { dept, deptLazyTree, deptSelect } from './dept.ts'
import * as menu from './menu.ts'
import { param } from './param.ts'
import { picture, putFile } from './picture.ts'
import { post } from './post.ts'
import { menuPackage, menuPackageGrant, menuPackageKeys } from './menu-package.ts'
import * as rights from './rights.ts'
import * as region from './region.ts'
import * as role from './role.ts'
import * as factor from './second-factor.ts'
import * as session from './session.ts'
import * as signIn from './sign-in.ts'
import * as social from './social.ts'
import * as tenant from './tenant.ts'
import { tenantDatasource } from './tenant-datasource.ts'
import { topMenuGrant, topMenuRow } from './top-menu.ts'
import * as user from './user.ts'
import { userImportCalls } from './user-import.ts'

const { menuRow, ...menuCalls } = menu
const { role: roleRow, ...roleCalls } = role
const { region: _region, ROOT_REGION: _root, ...regionCalls } = region
const { tenant: _tenant, ...tenantCalls } = tenant
const { client: _client, ...clientCalls } = client
const { user: userRow, ...userCalls } = user
const { loginLog: _loginLog, onlineUser: _onlineUser, ...sessionCalls } = session
const { socialProvider: _provider, registration: _registration, ...socialCalls } = social

const { ROW_STATES: _rowStates, ...rightsCalls } = rights

export const system = defineDomain({
  name: 'system',
  title: '系统管理',
  entities: [param, dictBiz, menuRow, topMenuRow, roleRow, dept, post, dict, menuPackage, dataScope, apiScope],
  byHand: [userRow],
  calls: [
    ...Object.values(auth),
    ...Object.values(signIn),
    ...Object.values(factor),
    ...Object.values(sessionCalls),
    ...Object.values(socialCalls),
    ...Object.values(menuCalls),
    ...Object.values(roleCalls),
    ...Object.values(rightsCalls),
    ...Object.values(userCalls),
    ...userImportCalls,
    ...Object.values(tenantCalls),
    ...Object.values(clientCalls),
    ...Object.values(regionCalls),
    tenantDatasource,
    topMenuGrant,
    menuPackageGrant,
    menuPackageKeys,
    deptLazyTree,
    deptSelect,
    putFile,
    picture,
    dictParentList,
    dictChildList,
    dictTree,
    dictionary,
    sharedParentList,
    sharedChildList,
    sharedTree,
    sharedDictionary,
    ...dictImportCalls,
  ],
})
