import { defineReview } from '../../kit/review.ts'
import { collectRecord, collectStates } from './collect-record.ts'

const decided = { auditUser: 'userName', auditTime: 'time' } as const

/** 作品一审定局；有奖项或已发积分的不再驳回。 */
export const collectReview = defineReview('collectrecord', {
  noun: '作品',
  entity: collectRecord,
  states: collectStates,
  column: 'auditStatus',
  queueOrder: 'submitTime',
  steps: {
    judge: {
      title: '作品评审',
      permission: 'collectrecord_edit',
      pass: ['pass'],
      reject: 'refuse',
      link: '/read/activityManage/solicitationResults/index?auditStatus=0',
    },
    resubmit: { title: '重新提交', permission: 'collectrecord_edit', pass: ['resubmit'] },
  },
  reasons: { refuse: '请填写驳回原因' },
  marks: {
    pass: { ...decided, auditReason: 'none' },
    refuse: { ...decided, auditReason: 'opinion' },
    resubmit: { auditUser: 'none', auditTime: 'none', auditReason: 'none' },
  },
  opinion: ['auditReason'], // inferred: names in bodies and paths
})
