import { defineReview } from '../../kit/review.ts'
import { permitStates, sealPermit } from './seal-permit.ts'

const decided = { approverName: 'userName', approveTime: 'time' } as const

/** 申请人提交，别人审批，批准后制章；不再需要的取消制章，已制成的章随之吊销。 */
export const permitReview = defineReview('sesealpermit', {
  noun: '印章申请',
  entity: sealPermit,
  states: permitStates,
  column: 'permitStatus',
  ownerLink: '/seal/sesealpermit',
  steps: {
    send: { title: '提交审批', permission: 'sesealpermit_edit', pass: ['submit'] },
    withdraw: { title: '撤回', permission: 'sesealpermit_edit', pass: ['withdraw'], ownOnly: true },
    approval: {
      title: '印章审批',
      permission: 'sesealpermit_approval',
      pass: ['approve'],
      reject: 'reject',
      link: '/seal/permitApproval',
      notOwn: true,
      narrowest: 'area',
      announced: true,
      stepUp: true,
      paths: {
        list: 'list_approval',
        decide: 'audit',
        each: 'auditEach',
        pass: ['approval', 'mutil_approval'],
        reject: ['reject', 'mutil_reject'],
      },
    },
    make: {
      title: '印章制作',
      permission: 'sesealpermit_make',
      pass: ['make'],
      link: '/seal/permitMake',
      narrowest: 'area',
      announced: true,
      stepUp: true,
      words: { pass: '制章' },
      paths: { list: 'list_make', decide: 'make', each: 'mutil_make' },
    },
    cancelMake: {
      title: '取消制章',
      permission: 'sesealpermit_make',
      pass: ['cancelMake'],
      narrowest: 'area',
      stepUp: true,
      paths: { decide: ['cancel_make', 'mutil_cancel_make'] },
    },
  },
  reasons: { reject: '请填写驳回原因', cancelMake: '请填写取消制章原因' },
  marks: {
    submit: { approverName: 'none', approveTime: 'none', approveOpinion: 'none', rejectReason: 'none' },
    approve: { ...decided, approveOpinion: 'opinion' },
    reject: { ...decided, rejectReason: 'opinion' },
    make: { makerName: 'userName', makeTime: 'time' },
    cancelMake: { cancelMakeTime: 'time', cancelMakeReason: 'opinion' },
  },
  news: { approve: '审批通过，等待制章', reject: '被驳回', make: '已制章', cancelMake: '已取消制章' },
  opinion: ['approveOpinion', 'rejectReason', 'cancelMakeReason'], // inferred
})
