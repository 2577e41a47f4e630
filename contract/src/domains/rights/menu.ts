import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const rightsScreens = {
  menuPackage: {
    code: 'menu_package',
    title: '菜单套餐',
    path: '/system/menuPackage',
    entity: 'menuPackage',
    page: 'rights/menu-package',
  },
  topmenu: {
    code: 'topmenu',
    title: '顶部菜单',
    path: '/system/topmenu',
    entity: 'topmenu',
    page: 'rights/top-menu',
    buttons: { topmenu_setting: '菜单配置' },
  },
  menu: { code: 'menu', title: '菜单管理', path: '/system/menu', entity: 'menu', page: 'rights/menu' },
} satisfies Record<string, MenuNode>

export const authorityMenu: MenuNode = {
  code: 'authority',
  title: '权限管理',
  path: '/authority',
  icon: 'SafetyCertificateOutlined',
  children: [
    { code: 'role', title: '角色管理', path: '/authority/role', entity: 'role', page: 'rights/role' },
    {
      code: 'data_scope',
      title: '数据权限',
      path: '/authority/datascope',
      entity: 'dataScope',
      page: 'rights/data-scope',
      buttons: { data_scope_setting: '权限配置' },
    },
    {
      code: 'api_scope',
      title: '接口权限',
      path: '/authority/apiscope',
      entity: 'apiScope',
      page: 'rights/api-scope',
      buttons: { api_scope_setting: '权限配置' },
    },
    {
      code: 'rights',
      title: '权限查询',
      path: '/authority/rights',
      page: 'rights/rights',
      permission: 'rights_view',
      buttons: { rights_viewas: '以用户身份查看' },
    },
  ],
}
