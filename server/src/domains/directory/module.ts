import { lazyTrees } from '@xueheng/contract/domains/directory/index.ts'
import { appresource } from '@xueheng/contract/domains/directory/appresource.ts'
import { newclasses } from '@xueheng/contract/domains/directory/newclasses.ts'
import { organize } from '@xueheng/contract/domains/directory/organize.ts'
import { userinfo } from '@xueheng/contract/domains/directory/userinfo.ts'
import { lazyNodes } from '../../platform/rows/tree.ts'
import { refuse } from '../../platform/error.ts'
import { type Module, defineModule, hook, implement } from '../../platform/module.ts'
import { placeClassNode } from './class-node.ts'
import { placeInTree, treeHooks } from './tree-rows.ts'

/** Resources hang together within one application. */
const resourceHooks = hook(appresource, {
  ...treeHooks(appresource),
  async beforeSave(ctx, row, before) {
    const parent = await placeInTree(appresource, ctx, row, before)
    const appCode = before?.appCode ?? row.appCode
    if (parent && parent.appCode !== appCode) throw refuse('上级资源属于另一个应用')
  },
})

/** Organisations, classes, people and resources that other programs read: four trees of one kind. */
export function directoryModule(): Module {
  return defineModule({
    name: 'directory',
    handlers: lazyTrees.map(({ entity, call }) =>
      implement(call, (ctx, { parentId }) => lazyNodes(entity, ctx, parentId || '0')),
    ),
    hooks: [
      hook(organize, treeHooks(organize)),
      hook(newclasses, { ...treeHooks(newclasses), beforeSave: placeClassNode }),
      hook(userinfo, treeHooks(userinfo)),
      resourceHooks,
    ],
  })
}
