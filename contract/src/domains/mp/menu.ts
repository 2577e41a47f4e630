import type { MenuNode } from '../../kit/domain.ts'

export const mpMenu: MenuNode = {
  code: 'mpweixin',
  title: '公众号',
  path: '/mpweixin',
  icon: 'WechatOutlined',
  children: [
    {
      code: 'wx_account',
      title: '公众号账号',
      path: '/mpweixin/wxAccount',
      page: 'mp/wx-account',
      permission: 'wxaccount_view',
      buttons: { wxaccount_add: '新增', wxaccount_edit: '修改', wxaccount_delete: '删除' },
    },
  ],
}
