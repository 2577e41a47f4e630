import { defineCall } from '../../kit/call.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 菜单套餐：一组菜单与按钮，租户的角色只能在其中授权；由管理租户维护。 */
export const menuPackage = defineEntity('menuPackage', {
  title: '菜单套餐',
  service: 'blade-system',
  limited: true,
  path: 'menu-package', // inferred
  tenantless: true,
  fields: {
    packageName: text('套餐名称', { required: true, search: true, length: 100 }),
    sort: integer('排序', { required: true, default: 1 }),
    remark: text('备注', { length: 500 }),
  },
  unique: [['packageName']],
  order: ['sort'],
})

const BASE = '/api/blade-system/menu-package'

/** 套餐里的菜单；每个套餐的主键各自替换。 */
export const menuPackageGrant = defineCall('menuPackage.grant', {
  method: 'POST',
  path: `${BASE}/grant`, // inferred
  title: '套餐菜单配置',
  access: { permission: 'menupackage_edit' },
  input: { id: text('套餐', { required: true, length: 20 }), menuIds: json<string[]>('菜单', { shape: 'texts' }) },
  answer: 'status',
})

export const menuPackageKeys = defineCall('menuPackage.keys', {
  method: 'GET',
  path: `${BASE}/keys`, // inferred
  title: '套餐里的菜单',
  access: { permission: 'menupackage_view' },
  input: { id: text('套餐', { required: true, length: 20 }) },
  output: { menu: json<string[]>('菜单') },
})

/** 套餐及其菜单，menuId 是逗号连接的主键：同类客户端的名称。 */
export const tenantPackageList = defineList('tenantPackage.list', {
  path: '/api/blade-system/tenant-package/list',
  title: '租户套餐列表',
  access: { permission: 'menupackage_view' },
  order: ['sort'],
  fields: {
    id: text('主键', { required: true }),
    packageName: text('套餐名称', { required: true }),
    menuId: text('菜单', { required: true }),
    sort: integer('排序', { required: true }),
    remark: text('备注'),
    ...BASE_FIELDS,
  },
})
