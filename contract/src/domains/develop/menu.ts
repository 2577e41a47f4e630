import type { MenuNode } from '../../kit/domain.ts'

export const developMenu: MenuNode = {
  code: 'tool',
  title: '研发工具',
  path: '/tool',
  icon: 'ToolOutlined',
  children: [
    {
      code: 'code',
      title: '代码生成',
      path: '/tool/code',
      page: 'develop/code',
      permission: 'code_view',
      buttons: { code_add: '新增', code_edit: '修改', code_delete: '删除' },
    },
    {
      code: 'datasource',
      title: '数据源管理',
      path: '/tool/datasource',
      page: 'develop/datasource',
      permission: 'datasource_view',
      buttons: { datasource_add: '新增', datasource_edit: '修改', datasource_delete: '删除' },
    },
  ],
}
