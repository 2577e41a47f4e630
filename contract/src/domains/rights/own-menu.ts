import { defineCall } from '../../kit/call.ts'
import { listRowFields } from '../../kit/entity.ts'
import { integer, text } from '../../kit/field.ts'
import { menuRow } from './menu-row.ts'
import { topMenuRow } from './top-menu.ts'

/** What the own menu tells of a row. */
const MENU_NODE = {
  id: text('主键', { required: true }),
  ...menuRow.fields,
  isDeleted: integer('已删除', { required: true }),
}

export const menuRoutes = defineCall('menu.routes', {
  method: 'GET',
  path: '/api/blade-system/menu/routes',
  title: '我的菜单',
  access: 'public',
  input: { topMenuId: text('顶部菜单') },
  output: MENU_NODE,
  answer: 'list',
})

export const menuButtons = defineCall('menu.buttons', {
  method: 'GET',
  path: '/api/blade-system/menu/buttons',
  title: '我的按钮',
  access: 'signedIn',
  beforeDuty: true,
  output: MENU_NODE,
  answer: 'list',
})

export const topMenu = defineCall('menu.topMenu', {
  method: 'GET',
  path: '/api/blade-system/menu/top-menu',
  title: '顶部菜单',
  access: 'public',
  output: listRowFields(topMenuRow),
  answer: 'list',
})
