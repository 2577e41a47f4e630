import type { MenuNode } from '../../kit/domain.ts'

export const wecomMenu: MenuNode = {
  code: 'qyweixin',
  title: '企业微信',
  path: '/qyweixin',
  icon: 'TeamOutlined',
  children: [
    {
      code: 'wecom_corp',
      title: '企业管理',
      path: '/qyweixin/corp',
      entity: 'wecomCorp',
      page: 'wecom/wecom-corp',
      buttons: {
        wecomcorp_sync: '从企业微信同步',
        wecomcorp_push: '推送到企业微信',
        wecomcorp_decide: '决定以哪边为准',
        wecomcorp_erase: '从企业微信删除',
      },
    },
    { code: 'wecom_dept', title: '企业微信部门', path: '/qyweixin/dept', entity: 'wecomDept' },
    { code: 'wecom_deptadmins', title: '部门管理员', path: '/qyweixin/deptadmins', entity: 'wecomDeptAdmin' },
    { code: 'wecom_student', title: '企业微信学生', path: '/qyweixin/student', entity: 'wecomStudent' },
    { code: 'wecom_studentparents', title: '学生家长', path: '/qyweixin/studentparents', entity: 'wecomParent' },
    { code: 'wecom_externalcontact', title: '外部联系人', path: '/qyweixin/externalcontact', entity: 'wecomContact' },
    { code: 'wecom_member', title: '成员账号', path: '/qyweixin/member', entity: 'wecomMember' },
    {
      code: 'wecom_message',
      title: '部门消息',
      path: '/qyweixin/message',
      entity: 'wecomMessage',
      page: 'wecom/wecom-message',
      buttons: { wecommessage_send: '发送' },
    },
  ],
}
