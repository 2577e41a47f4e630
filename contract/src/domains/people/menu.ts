import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const peopleScreens = {
  user: {
    code: 'user',
    title: '用户管理',
    path: '/system/user',
    page: 'people/user',
    permission: 'user_view',
    buttons: {
      user_add: '新增',
      user_edit: '修改',
      user_delete: '删除',
      user_role: '角色配置',
      user_reset: '密码重置',
      user_reveal: '查看完整信息',
    },
  },
  dept: { code: 'dept', title: '机构管理', path: '/system/dept', entity: 'dept' },
  post: { code: 'post', title: '岗位管理', path: '/system/post', entity: 'post' },
} satisfies Record<string, MenuNode>
