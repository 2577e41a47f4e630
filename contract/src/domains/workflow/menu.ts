import type { MenuNode } from '../../kit/domain.ts'

/** What everybody does with processes. */
export const workMenu: MenuNode = {
  code: 'work',
  title: '工作流',
  path: '/work',
  icon: 'AuditOutlined',
  children: [
    {
      code: 'work_start',
      title: '发起流程',
      path: '/work/start',
      page: 'workflow/work-start',
      permission: 'work_start_view',
      buttons: { work_start_flow: '发起', work_start_image: '流程图' },
    },
    {
      code: 'work_claim',
      title: '待签任务',
      path: '/work/claim',
      page: 'workflow/work-claim',
      permission: 'work_claim_view',
      buttons: { work_claim_sign: '签收', work_claim_detail: '详情', work_claim_follow: '流程图' },
    },
    {
      code: 'work_todo',
      title: '待办任务',
      path: '/work/todo',
      page: 'workflow/work-todo',
      permission: 'work_todo_view',
      buttons: { work_todo_handle: '办理', work_todo_detail: '详情', work_todo_follow: '流程图' },
    },
    {
      code: 'work_send',
      title: '已发任务',
      path: '/work/send',
      page: 'workflow/work-send',
      permission: 'work_send_view',
      buttons: { work_send_detail: '详情', work_send_follow: '流程图' },
    },
    {
      code: 'work_done',
      title: '办结任务',
      path: '/work/done',
      page: 'workflow/work-done',
      permission: 'work_done_view',
      buttons: { work_done_detail: '详情', work_done_follow: '流程图' },
    },
  ],
}

/** What those who look after processes do. */
export const flowMenu: MenuNode = {
  code: 'flow',
  title: '流程配置',
  path: '/flow',
  icon: 'ContainerOutlined',
  children: [
    {
      code: 'flow_model',
      title: '模型管理',
      path: '/flow/model',
      page: 'workflow/flow-model',
      permission: 'flow_model_view',
      buttons: {
        flow_model_create: '创建',
        flow_model_update: '编辑',
        flow_model_deploy: '部署',
        flow_model_download: '下载',
        flow_model_delete: '删除',
      },
    },
    {
      code: 'flow_deploy',
      title: '流程部署',
      path: '/flow/deploy',
      page: 'workflow/flow-deploy',
      permission: 'flow_deploy_view',
      buttons: { flow_deploy_upload: '部署' },
    },
    {
      code: 'flow_manager',
      title: '流程管理',
      path: '/flow/manager',
      page: 'workflow/flow-manager',
      permission: 'flow_manager_view',
      buttons: { flow_manager_state: '变更状态', flow_manager_image: '流程图', flow_manager_remove: '删除' },
    },
    {
      code: 'flow_follow',
      title: '流程跟踪',
      path: '/flow/follow',
      page: 'workflow/flow-follow',
      permission: 'flow_follow_view',
      buttons: { flow_follow_delete: '终止' },
    },
  ],
}
