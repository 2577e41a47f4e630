import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const opsScreens = {
  recycle: {
    code: 'recycle',
    title: '回收站',
    path: '/monitor/recycle',
    page: 'ops/recycle',
    permission: 'recycle_view',
  },
  ops: {
    code: 'ops',
    title: '运维中心',
    path: '/monitor/ops',
    page: 'ops/operations',
    permission: 'ops_view',
    buttons: { ops_backup: '立即备份', ops_retry: '重试任务' },
  },
} satisfies Record<string, MenuNode>
