import { defineReview } from '../../kit/review.ts'
import { correctionStates, examScoreCorrection } from './score-correction.ts'

const decided = { approverName: 'userName', approveTime: 'time' } as const

/** 有权者在自己的单位内申请，考试管理人员审批；申请人不审批自己的申请。 */
export const correctionReview = defineReview('examScoreCorrection', {
  noun: '成绩更正',
  entity: examScoreCorrection,
  states: correctionStates,
  column: 'correctionStatus',
  ownerLink: '/bigdata/score/examScoreCorrection',
  steps: {
    send: { title: '提交审批', permission: 'examscorecorrection_edit', pass: ['submit'] },
    withdraw: { title: '撤回', permission: 'examscorecorrection_edit', pass: ['withdraw'], ownOnly: true },
    audit: {
      title: '更正审批',
      permission: 'examscorecorrection_audit',
      pass: ['approve'],
      reject: 'reject',
      link: '/bigdata/score/examScoreCorrection/audit',
      notOwn: true,
      narrowest: 'area',
      announced: true,
      words: { pass: '批准更正', reject: '驳回' },
    },
  },
  reasons: { reject: '请填写驳回原因' },
  marks: {
    submit: { approverName: 'none', approveTime: 'none', approveOpinion: 'none', rejectReason: 'none' },
    approve: { ...decided, approveOpinion: 'opinion' },
    reject: { ...decided, rejectReason: 'opinion' },
  },
  news: { approve: '已批准，成绩已更正', reject: '被驳回' },
  opinion: ['approveOpinion', 'rejectReason'], // inferred
})
