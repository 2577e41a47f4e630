import { defineDomain } from '../../kit/domain.ts'
import * as auth from './auth.ts'
import { dictBiz, dictChildList, dictParentList, dictTree, dictionary } from './dict-biz.ts'
import { param } from './param.ts'

export const system = defineDomain({
  name: 'system',
  title: '系统管理',
  entities: [param, dictBiz],
  calls: [...Object.values(auth), dictParentList, dictChildList, dictTree, dictionary],
})
