import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 应用资源：一个应用业务的目录、页面、按钮、接口的树；上下级属于同一个应用。 */
export const appresource = defineEntity('appresource', {
  title: '应用资源',
  service: 'yzl-platform',
  fields: {
    resourceName: text('资源名称', { required: true, search: true, length: 100 }), // inferred
    resourceCode: text('资源编码', { required: true, search: true, length: 64 }), // inferred
    parentId: ref('上级资源', 'appresource', { tree: true, list: false }), // inferred
    appCode: ref('应用', 'appBiz', { required: true, value: 'appCode', search: true, editable: 'add' }), // inferred
    resourceType: dict('资源类型', 'app_resource_type', { numeric: true, required: true, search: true }), // inferred
    path: text('地址', { length: 255 }), // inferred
    icon: text('图标', { length: 64, list: false }), // inferred
    sort: integer('排序', { required: true, default: 0 }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }), // inferred
  },
  unique: [['appCode', 'resourceCode']],
  order: ['sort', 'resourceCode'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
})
