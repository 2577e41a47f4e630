import { defineEntity } from '../../kit/entity.ts'
import { dict, json, ref, text } from '../../kit/field.ts'
import type { RowCondition } from '../../kit/row-condition.ts'

/**
 * 数据权限：授予角色后，该角色只看到所指数据中符合范围的行；一个用户的几个角色取并集。
 * 自定义范围是声明式条件（字段、运算、值或用户属性），不是 SQL。
 */
export const dataScope = defineEntity('dataScope', {
  title: '数据权限',
  service: 'blade-system',
  path: 'data-scope',
  fields: {
    menuId: ref('所属菜单', 'menu', { required: true, tree: true, search: true, list: false }),
    scopeName: text('权限名称', { required: true, search: true, length: 100 }),
    resourceCode: text('资源编号', { search: true, editable: 'add', length: 64, help: '留空则为菜单所显示的数据' }), // inferred
    scopeType: dict('规则类型', 'data_scope_type', { required: true, numeric: true, search: true }),
    // Of other servers: kept and sent back, never obeyed.
    scopeField: text('可见字段', { length: 255, list: false }),
    scopeClass: text('权限类名', { length: 500, list: false }),
    scopeColumn: text('权限字段', { length: 64, list: false }),
    scopeValue: json<RowCondition[] | null>('自定义条件'), // inferred
    remark: text('备注', { length: 255 }),
  },
  unique: [['menuId', 'scopeName']], // inferred
})
