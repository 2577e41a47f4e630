import type { MenuNode } from './kit/domain.ts'
import { adminMenu } from './menu-admin.ts'
import { examMenu } from './menu-exam.ts'
import { schoolMenu } from './menu-school.ts'
import { flowMenu, workMenu } from './menu-workflow.ts'

/** The menu of the product: every screen, in the order it is shown. Seeds of menu, buttons and rights come from it. */
export const menu: MenuNode[] = [
  ...examMenu,
  ...schoolMenu,
  {
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
  },
  {
    code: 'desk',
    title: '工作台',
    path: '/desk',
    icon: 'BellOutlined',
    children: [
      { code: 'notice', title: '通知公告', path: '/desk/notice', entity: 'notice', page: 'notice' },
      {
        code: 'sys_message',
        title: '系统消息',
        path: '/bigdata/message/sysMessage',
        entity: 'sysMessage',
        page: 'sys-message',
      },
    ],
  },
  workMenu,
  flowMenu,
  {
    code: 'resource',
    title: '资源管理',
    path: '/resource',
    icon: 'CloudOutlined',
    children: [
      {
        code: 'oss',
        title: '对象存储',
        path: '/resource/oss',
        page: 'oss',
        permission: 'oss_view',
        buttons: { oss_add: '新增', oss_edit: '修改', oss_delete: '删除', oss_enable: '启用' },
      },
      {
        code: 'sms',
        title: '短信配置',
        path: '/resource/sms',
        page: 'sms',
        permission: 'sms_view',
        buttons: {
          sms_add: '新增',
          sms_edit: '修改',
          sms_delete: '删除',
          sms_enable: '启用',
          sms_send: '发送短信',
        },
      },
      { code: 'sms_template', title: '短信模板', path: '/resource/smsTemplate', entity: 'smsTemplate' },
      { code: 'sms_log', title: '短信记录', path: '/resource/smsLog', page: 'sms-log', permission: 'sms_view' },
      {
        code: 'attach',
        title: '附件管理',
        path: '/resource/attach',
        page: 'attach',
        permission: 'attach_view',
        buttons: {
          attach_edit: '修改',
          attach_delete: '删除',
          attach_upload: '上传',
          attach_download: '下载',
        },
      },
    ],
  },
  ...adminMenu,
]
