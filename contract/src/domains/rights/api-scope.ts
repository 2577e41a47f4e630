import { defineEntity } from '../../kit/entity.ts'
import { dict, ref, text } from '../../kit/field.ts'

/** 接口权限：被列出的接口只有持有它的角色可以调用。路径末尾可写 /** 表示其下所有接口。 */
export const apiScope = defineEntity('apiScope', {
  title: '接口权限',
  service: 'blade-system',
  path: 'api-scope',
  fields: {
    menuId: ref('所属菜单', 'menu', { required: true, tree: true, search: true, list: false }),
    scopeName: text('权限名称', { required: true, search: true, length: 100 }),
    resourceCode: text('资源编号', { search: true, length: 64 }),
    scopePath: text('接口路径', { required: true, search: true, length: 255, help: '末尾可写 /**' }), // inferred
    scopeType: dict('接口类型', 'api_scope_type', { required: true, numeric: true, default: 1 }),
    remark: text('备注', { length: 255 }),
  },
  unique: [['menuId', 'scopeName']], // inferred
})
