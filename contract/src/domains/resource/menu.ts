import type { MenuNode } from '../../kit/domain.ts'

export const resourceMenu: MenuNode = {
  code: 'resource',
  title: '资源管理',
  path: '/resource',
  icon: 'CloudOutlined',
  children: [
    {
      code: 'oss',
      title: '对象存储',
      path: '/resource/oss',
      page: 'resource/oss',
      permission: 'oss_view',
      buttons: { oss_add: '新增', oss_edit: '修改', oss_delete: '删除', oss_enable: '启用' },
    },
    {
      code: 'sms',
      title: '短信配置',
      path: '/resource/sms',
      page: 'resource/sms',
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
    { code: 'sms_log', title: '短信记录', path: '/resource/smsLog', page: 'resource/sms-log', permission: 'sms_view' },
    {
      code: 'attach',
      title: '附件管理',
      path: '/resource/attach',
      page: 'resource/attach',
      permission: 'attach_view',
      buttons: {
        attach_edit: '修改',
        attach_delete: '删除',
        attach_upload: '上传',
        attach_download: '下载',
      },
    },
  ],
}
