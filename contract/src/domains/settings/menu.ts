import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const settingsScreens = {
  dict: { code: 'dict', title: '系统字典', path: '/system/dict', entity: 'dict', page: 'settings/dict' },
  dictbiz: {
    code: 'dictbiz',
    title: '业务字典',
    path: '/system/dictbiz',
    entity: 'dictBiz',
    page: 'settings/dict-vertical',
  },
  dictHorizontal: {
    code: 'dict_horizontal',
    title: '字典管理（左右）',
    path: '/dict-horizontal/index',
    page: 'settings/dict-horizontal',
    permission: 'dictbiz_view',
  },
  dictVertical: {
    code: 'dict_vertical',
    title: '字典管理（上下）',
    path: '/dict-vertical/index',
    page: 'settings/dict-vertical',
    permission: 'dictbiz_view',
  },
  param: { code: 'param', title: '系统参数', path: '/system/param', entity: 'param', page: 'settings/param' },
  holiday: { code: 'holiday', title: '节假日安排', path: '/system/holiday', entity: 'holiday' }, // inferred
} satisfies Record<string, MenuNode>

export const baseMenu: MenuNode = {
  code: 'base',
  title: '基础配置',
  path: '/base',
  icon: 'ProfileOutlined',
  children: [
    {
      code: 'region',
      title: '行政区划',
      path: '/base/region',
      page: 'settings/region',
      permission: 'region_view',
      buttons: {
        region_add: '新增',
        region_edit: '修改',
        region_delete: '删除',
        region_import: '导入',
        region_export: '导出',
      },
    },
  ],
}
