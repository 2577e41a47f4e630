import type { MenuNode } from '../../kit/domain.ts'

/** Screens of this domain among those of others. */
export const tenancyScreens = {
  tenant: {
    code: 'tenant',
    title: '租户管理',
    path: '/system/tenant',
    page: 'tenancy/tenant',
    permission: 'tenant_view',
    buttons: { tenant_add: '新增', tenant_edit: '修改', tenant_delete: '删除' },
  },
} satisfies Record<string, MenuNode>
