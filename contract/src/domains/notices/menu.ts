import type { MenuNode } from '../../kit/domain.ts'

export const noticesMenu: MenuNode = {
  code: 'desk',
  title: '工作台',
  path: '/desk',
  icon: 'BellOutlined',
  children: [
    { code: 'notice', title: '通知公告', path: '/desk/notice', entity: 'notice', page: 'notices/notice' },
    {
      code: 'sys_message',
      title: '系统消息',
      path: '/bigdata/message/sysMessage',
      entity: 'sysMessage',
      page: 'notices/sys-message',
    },
  ],
}
