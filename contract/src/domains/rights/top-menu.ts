import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { icon, integer, json, text } from '../../kit/field.ts'

/** 顶部菜单：每一项带出自己的一组侧边菜单。 */
export const topMenuRow = defineEntity('topmenu', {
  title: '顶部菜单',
  service: 'blade-system',
  fields: {
    code: text('菜单编号', { required: true, search: true, length: 64 }),
    name: text('菜单名称', { required: true, search: true, length: 100, isWorded: true }),
    source: icon('菜单图标', { length: 100 }),
    sort: integer('菜单排序', { required: true }),
  },
  unique: [['code']],
  order: ['sort'],
})

export const topMenuGrant = defineCall('topmenu.grant', {
  method: 'POST',
  path: '/api/blade-system/topmenu/grant',
  title: '顶部菜单配置',
  access: { permission: 'topmenu_setting' },
  input: {
    topMenuIds: json<string[]>('顶部菜单', { shape: 'texts', required: true, message: '请选择顶部菜单' }),
    menuIds: json<string[]>('菜单', { shape: 'texts' }),
  },
  answer: 'status',
})
