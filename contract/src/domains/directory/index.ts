import { defineDomain } from '../../kit/domain.ts'
import { appresource } from './appresource.ts'
import { lazyTreeOf } from './lazy-tree.ts'
import { newclasses } from './newclasses.ts'
import { organize } from './organize.ts'
import { userinfo } from './userinfo.ts'

export const directoryEntities = [organize, newclasses, userinfo, appresource]

/** The lazy tree of each, in the order of the entities. */
export const lazyTrees = directoryEntities.map((entity) => ({ entity, call: lazyTreeOf(entity) }))

export const directory = defineDomain({
  name: 'directory',
  title: '平台管理',
  entities: directoryEntities,
  calls: lazyTrees.map(({ call }) => call),
})
