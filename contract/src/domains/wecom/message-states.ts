import { defineStates } from '../../kit/states.ts'

/** 部门消息的状态：编好后发送，逐个部门记结果；没有发到的可以再发，发到的不会收到两次。 */
export const messageStates = defineStates(
  'messageStatus',
  {
    waiting: { value: 0, title: '待发送' },
    sending: { value: 1, title: '发送中' },
    sent: { value: 2, title: '已发送' },
    failed: { value: 3, title: '发送失败' },
  },
  {
    edit: { title: '修改', from: ['waiting'], to: '*' },
    remove: { title: '删除', from: ['waiting', 'sent', 'failed'], to: '*' },
    send: { title: '发送', from: ['waiting', 'sent', 'failed'], to: 'sending' },
    finish: { title: '发送完成', from: ['sending'], to: 'sent' },
    fail: { title: '发送失败', from: ['sending'], to: 'failed' },
  },
)

/** What became of one department. `claimed`: handed to the platform, whose answer is not kept yet. */
export const DELIVERED = { waiting: 0, claimed: 1, sent: 2, failed: 3, unknown: 4 } as const
