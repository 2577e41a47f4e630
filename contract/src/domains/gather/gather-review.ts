import { defineReview } from '../../kit/review.ts'
import { gatherStates } from './gather-states.ts'
import { gatherStudent } from './gather-student.ts'

const audit1 = { audit1User: 'userName', audit1Time: 'time', audit1Msg: 'opinion' } as const
const audit2 = { audit2User: 'userName', audit2Time: 'time', audit2Msg: 'opinion' } as const
const collated = { collateUser: 'userName', collateTime: 'time' } as const
const refused = { rejectReason: 'opinion' } as const

/** 学校初审，局里复审，再校对；驳回要写原因，改好后从初审重新走。 */
export const gatherReview = defineReview('gatherStudent', {
  noun: '采集信息',
  entity: gatherStudent,
  states: gatherStates,
  column: 'gatherStatus',
  queueOrder: 'submitTime',
  ownerLink: '/gather/gatherStudent',
  steps: {
    send: { title: '提交审核', permission: 'gatherstudent_edit', pass: ['submit', 'submitFinally'] },
    withdraw: { title: '撤回', permission: 'gatherstudent_edit', pass: ['withdraw'] },
    audit1: {
      title: '采集初审',
      permission: 'gatherstudent_audit1',
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: '/gather/gatherStudentAudit1',
      narrowest: 'school',
      announced: true,
      paths: { list: 'getAudit1List' },
    },
    audit2: {
      title: '采集复审',
      permission: 'gatherstudent_audit2',
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: '/gather/gatherStudentAudit2',
      narrowest: 'area',
      announced: true,
      paths: { list: 'getAudit2List' },
    },
    collate: {
      title: '采集校对',
      permission: 'gatherstudent_collate',
      pass: ['collate'],
      reject: 'refuseCollate',
      link: '/gather/gatherStudentCollate',
      narrowest: 'school',
      paths: { each: 'collateStudents' },
    },
  },
  reasons: { refuseSchool: '请填写驳回原因', refuseBureau: '请填写驳回原因', refuseCollate: '请填写驳回原因' },
  marks: {
    submit: { submitTime: 'time', rejectReason: 'none' },
    submitFinally: { submitTime: 'time', rejectReason: 'none' },
    passSchool: audit1,
    passFinally: audit1,
    refuseSchool: { ...audit1, ...refused },
    passBureau: audit2,
    refuseBureau: { ...audit2, ...refused },
    collate: collated,
    refuseCollate: { ...collated, ...refused },
  },
  news: { refuseSchool: '被学校驳回', refuseBureau: '被教育局驳回', refuseCollate: '校对时被驳回' },
  opinion: ['msg'], // inferred: name, and every path but collateStudents
  verdict: { name: 'status', pass: 1, reject: 2 },
})
