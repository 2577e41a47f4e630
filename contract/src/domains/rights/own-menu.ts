import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

export const menuRoutes = defineCall('menu.routes', {
  method: 'GET',
  path: '/api/blade-system/menu/routes',
  title: '我的菜单',
  access: 'public',
  input: { topMenuId: text('顶部菜单') },
  answer: 'list',
})

export const menuButtons = defineCall('menu.buttons', {
  method: 'GET',
  path: '/api/blade-system/menu/buttons',
  title: '我的按钮',
  access: 'signedIn',
  beforeDuty: true,
  answer: 'list',
})

export const topMenu = defineCall('menu.topMenu', {
  method: 'GET',
  path: '/api/blade-system/menu/top-menu',
  title: '顶部菜单',
  access: 'public',
  answer: 'list',
})
