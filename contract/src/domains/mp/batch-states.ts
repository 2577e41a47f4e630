import { defineStates } from '../../kit/states.ts'

/** 一批模板消息。 */
export const batchStates = defineStates(
  'templateBatch',
  {
    sending: { value: 0, title: '发送中' },
    done: { value: 1, title: '已发完' },
    stopped: { value: 2, title: '已停下' },
    cancelled: { value: 3, title: '已终止' },
  },
  {
    finish: { title: '发完', from: ['sending'], to: 'done' },
    stop: { title: '停下', from: ['sending'], to: 'stopped' },
    resume: { title: '继续', from: ['stopped'], to: 'sending' },
    extend: { title: '补发', from: ['sending', 'done', 'stopped'], to: 'sending' },
    cancel: { title: '终止', from: ['sending', 'stopped'], to: 'cancelled' },
  },
)

/** 发给一个人的一条。`claimed` 是已交给微信而还不知道结果。 */
export const SEND_STATUS = {
  queued: 0,
  accepted: 1,
  failed: 2,
  delivered: 3,
  blocked: 4,
  systemFailed: 5,
  claimed: 6,
  unknown: 7,
} as const
