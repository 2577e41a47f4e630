import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const logScreens = {
  logUsual: {
    code: 'log_usual',
    title: '通用日志',
    path: '/monitor/log/usual',
    page: 'log/log-usual',
    permission: 'log_usual_view',
  },
  logApi: {
    code: 'log_api',
    title: '接口日志',
    path: '/monitor/log/api',
    page: 'log/log-api',
    permission: 'log_api_view',
  },
  logError: {
    code: 'log_error',
    title: '错误日志',
    path: '/monitor/log/error',
    page: 'log/log-error',
    permission: 'log_error_view',
  },
  logOperation: {
    code: 'log_operation',
    title: '操作日志',
    path: '/monitor/log/operation',
    page: 'log/log-operation',
    permission: 'log_operation_view',
  },
  childAccess: {
    code: 'child_access',
    title: '学生信息查阅记录',
    path: '/monitor/log/child-access',
    page: 'log/child-access',
    permission: 'child_access_view',
  },
} satisfies Record<string, MenuNode>
