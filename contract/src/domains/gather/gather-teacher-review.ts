import { defineReview } from '../../kit/review.ts'
import { gatherStates } from './gather-states.ts'
import { gatherTeacher } from './gather-teacher.ts'

const audit1 = { audit1User: 'userName', audit1Time: 'time', audit1Msg: 'opinion' } as const
const audit2 = { audit2User: 'userName', audit2Time: 'time', audit2Msg: 'opinion' } as const
const collated = { collateUser: 'userName', collateTime: 'time' } as const
const refused = { rejectReason: 'opinion' } as const

/** 与学生采集相同：学校初审，局里复审，再校对。 */
export const gatherTeacherReview = defineReview('gatherTeacher', {
  noun: '教师采集信息',
  entity: gatherTeacher,
  states: gatherStates,
  column: 'gatherStatus',
  queueOrder: 'submitTime',
  ownerLink: '/gather/gatherTeacher',
  steps: {
    send: { title: '提交审核', permission: 'gatherteacher_edit', pass: ['submit', 'submitFinally'] },
    withdraw: { title: '撤回', permission: 'gatherteacher_edit', pass: ['withdraw'] },
    audit1: {
      title: '教师初审',
      permission: 'gatherteacher_audit1',
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: '/gather/gatherTeacherAudit1',
      narrowest: 'school',
      announced: true,
      paths: { list: 'getAudit1List' },
    },
    audit2: {
      title: '教师复审',
      permission: 'gatherteacher_audit2',
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: '/gather/gatherTeacherAudit2',
      narrowest: 'area',
      announced: true,
      paths: { list: 'getAudit2List' },
    },
    collate: {
      title: '教师校对',
      permission: 'gatherteacher_collate',
      pass: ['collate'],
      reject: 'refuseCollate',
      link: '/gather/gatherTeacherCollate',
      narrowest: 'school',
      paths: { each: 'collateTeachers' },
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
  opinion: ['msg'], // inferred: name, and every path but collateTeachers
  verdict: { name: 'status', pass: 1, reject: 2 },
})
