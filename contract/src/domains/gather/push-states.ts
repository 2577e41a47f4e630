import { defineStates } from '../../kit/states.ts'

/** 家长消息的状态：编好后推送，逐人记结果；没有推到的可以再推，推到的不会收到两次。 */
export const pushStates = defineStates(
  'pushStatus',
  {
    waiting: { value: 0, title: '待推送' },
    pushing: { value: 1, title: '推送中' },
    done: { value: 2, title: '已推送' },
    failed: { value: 3, title: '推送失败' },
  },
  {
    edit: { title: '修改', from: ['waiting'], to: '*' },
    remove: { title: '删除', from: ['waiting', 'done', 'failed'], to: '*' },
    push: { title: '推送', from: ['waiting', 'done', 'failed'], to: 'pushing' },
    finish: { title: '推送完成', from: ['pushing'], to: 'done' },
    fail: { title: '推送失败', from: ['pushing'], to: 'failed' },
  },
)

/** What became of one person. `claimed`: handed to the sender, whose answer is not kept yet; never handed over again. */
export const PUSHED = { waiting: 0, claimed: 1, sent: 2, failed: 3, unknown: 4 } as const
