import { defineDomain } from '../../kit/domain.ts'
import { appresource } from './appresource.ts'
import { lazyTreeOf } from './lazy-tree.ts'
import { newclasses } from './newclasses.ts'
import { organize } from './organize.ts'
import { userinfo } from './userinfo.ts'

export const platformEntities = [organize, newclasses, userinfo, appresource]

/** The lazy tree of each, in the order of the entities. */
export const lazyTrees = platformEntities.map((entity) => ({ entity, call: lazyTreeOf(entity) }))

export const platform = defineDomain({
  name: 'platform',
  title: '平台管理',
  entities: platformEntities,
  calls: lazyTrees.map(({ call }) => call),
})
