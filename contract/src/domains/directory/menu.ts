import type { MenuNode } from '../../kit/domain.ts'

export const directoryMenu: MenuNode = {
  code: 'platform',
  title: '平台管理',
  path: '/platform',
  icon: 'PartitionOutlined',
  children: [
    { code: 'platform_organize', title: '组织管理', path: '/platform/organize', entity: 'organize' },
    { code: 'platform_newclasses', title: '平台班级', path: '/platform/newclasses', entity: 'newclasses' },
    { code: 'platform_userinfo', title: '平台用户', path: '/platform/userinfo', entity: 'userinfo' },
    { code: 'platform_appresource', title: '应用资源', path: '/platform/appresource', entity: 'appresource' },
  ],
}
