import { defineEntity } from '../../kit/entity.ts'
import { flag, ref, text } from '../../kit/field.ts'
import { OF_CLASS, OF_CORP, SYNCED } from './unit.ts'

export const MOST_CHILDREN = 10

/** 学生家长：一行是一位家长与一个孩子。 */
export const wecomParent = defineEntity('wecomParent', {
  title: '学生家长',
  service: 'blade-qyweixin',
  path: 'studentparents',
  fields: {
    ...OF_CORP,
    parentUserid: text('家长账号', { required: true, search: true, length: 64, check: 'memberId', editable: 'add' }), // inferred
    student: ref('学生', 'wecomStudent', { required: true, search: true, editable: 'add' }), // inferred
    studentUserid: text('学生账号', { length: 64, search: 'equal', editable: 'never' }), // inferred
    relation: text('关系', { length: 10, help: '如爸爸、妈妈' }), // inferred
    mobile: text('手机号', { length: 20, check: 'phone', personal: 'phone' }), // inferred
    isSubscribe: flag('已关注', { editable: 'never' }), // inferred
    externalUserid: text('外部联系人ID', { length: 64, editable: 'never', list: false }), // inferred
    ...OF_CLASS,
    ...SYNCED,
  },
  unique: [['corpId', 'parentUserid', 'student']],
  order: ['corpId', 'parentUserid'],
  large: { sorts: ['studentUserid'] },
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})
