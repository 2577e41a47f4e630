import { defineReview } from '../../kit/review.ts'
import { TWO_AUDITS } from './gathered.ts'
import { gatherHighExamScore } from './high-exam-score.ts'
import { highExamStates } from './high-exam-states.ts'

const page = '/gather/gatherHighExamScore'
const artPage = '/gather/gatherHighExamScoreArts'
const edit = 'gatherhighexamscore_edit'
const { queueOrder, marks, reasons, news, verdict } = TWO_AUDITS
const revoked = { rejectReason: 'opinion' } as const
const artSent = { artSubmitTime: 'time', artRejectReason: 'none' } as const
const artRefused = { artRejectReason: 'opinion' } as const

/** 文化成绩：学校初审，局里复审；名字固定的接口只有两张列表。 */
export const highExamReview = defineReview('gatherHighExamScore', {
  queueOrder,
  reasons: { ...reasons, revoke: '请填写撤销原因' },
  marks: { ...marks, revoke: revoked },
  news: { ...news, revoke: '的审核通过被教育局撤销' },
  verdict,
  column: 'auditStatus',
  noun: '高考成绩',
  entity: gatherHighExamScore,
  states: highExamStates,
  ownerLink: page,
  steps: {
    send: { title: '提交审核', permission: edit, pass: ['submit', 'submitFinally'] },
    withdraw: { title: '撤回', permission: edit, pass: ['withdraw'] },
    audit1: {
      title: '高考成绩一审',
      permission: 'gatherhighexamscore_audit1',
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: '/gather/highExamAudit1',
      narrowest: 'school',
      announced: true,
      paths: { list: 'getAudit1List' },
    },
    audit2: {
      title: '高考成绩二审',
      permission: 'gatherhighexamscore_audit2',
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: '/gather/highExamAudit2',
      narrowest: 'area',
      announced: true,
      paths: { list: 'getAudit2List' },
    },
    revoke: {
      title: '撤销通过',
      permission: 'gatherhighexamscore_audit2',
      pass: ['revoke'],
      narrowest: 'area',
    },
  },
  opinion: ['msg'], // inferred: name, and every path but the two lists
})

/** 艺术成绩：同样的步骤，单独的状态和待办。 */
export const highExamArtReview = defineReview('gatherHighExamArt', {
  queueOrder: 'artSubmitTime',
  reasons: { ...reasons, revoke: '请填写撤销原因' },
  marks: {
    submit: artSent,
    submitFinally: artSent,
    change: artSent,
    refuseSchool: artRefused,
    refuseBureau: artRefused,
    revoke: artRefused,
  },
  news: {
    refuseSchool: '的艺术成绩被学校驳回',
    refuseBureau: '的艺术成绩被教育局驳回',
    revoke: '的艺术成绩审核通过被教育局撤销',
  },
  verdict,
  column: 'artAuditStatus',
  noun: '艺术成绩',
  entity: gatherHighExamScore,
  states: highExamStates,
  ownerLink: artPage,
  logPath: 'artHistory',
  readers: ['gatherhighexamscorearts_view'],
  steps: {
    sendArt: { title: '提交艺术成绩', permission: edit, pass: ['submit', 'submitFinally'] },
    withdrawArt: { title: '撤回艺术成绩', permission: edit, pass: ['withdraw'] },
    artAudit1: {
      title: '艺术成绩一审',
      permission: 'gatherhighexamscore_audit1',
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: '/gather/highExamArtAudit1',
      narrowest: 'school',
      announced: true,
    },
    artAudit2: {
      title: '艺术成绩二审',
      permission: 'gatherhighexamscore_audit2',
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: '/gather/highExamArtAudit2',
      narrowest: 'area',
      announced: true,
    },
    revokeArt: {
      title: '撤销艺术通过',
      permission: 'gatherhighexamscore_audit2',
      pass: ['revoke'],
      narrowest: 'area',
    },
  },
  opinion: ['msg'], // inferred: name and every path
})
