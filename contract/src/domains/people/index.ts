import { defineDomain } from '../../kit/domain.ts'
import { dept, deptLazyTree, deptSelect } from './dept.ts'
import { post } from './post.ts'
import { userImportCalls } from './user-import.ts'
import * as user from './user.ts'

const { user: userRow, ...userCalls } = user

export const people = defineDomain({
  name: 'people',
  title: '用户与机构',
  entities: [dept, post],
  byHand: [userRow],
  calls: [...Object.values(userCalls), ...userImportCalls, deptLazyTree, deptSelect],
})
