import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const credentialsScreens = {
  client: {
    code: 'client',
    title: '应用管理',
    path: '/system/client',
    page: 'credentials/client',
    permission: 'client_view',
    buttons: { client_add: '新增', client_edit: '修改', client_delete: '删除' },
  },
} satisfies Record<string, MenuNode>
