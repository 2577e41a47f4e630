import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const signInScreens = {
  registration: {
    code: 'registration',
    title: '注册审核',
    path: '/system/registration',
    page: 'sign-in/registration',
    permission: 'registration_view',
    buttons: { registration_audit: '审核' },
  },
  socialProvider: {
    code: 'social_provider',
    title: '第三方登录',
    path: '/system/socialProvider',
    page: 'sign-in/social-provider',
    permission: 'socialprovider_view',
    buttons: { socialprovider_add: '新增', socialprovider_edit: '修改', socialprovider_delete: '删除' },
  },
  logLogin: {
    code: 'log_login',
    title: '登录日志',
    path: '/monitor/log/login',
    page: 'sign-in/login-log',
    permission: 'loginlog_view',
  },
  online: {
    code: 'online',
    title: '在线用户',
    path: '/monitor/online',
    page: 'sign-in/online',
    permission: 'online_view',
    buttons: { online_kick: '强制下线' },
  },
} satisfies Record<string, MenuNode>
