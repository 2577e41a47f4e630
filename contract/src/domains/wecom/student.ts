import { defineEntity } from '../../kit/entity.ts'
import { ref, text } from '../../kit/field.ts'
import { OF_CLASS, OF_CORP, SYNCED } from './unit.ts'

export const MOST_CLASSES = 20

/** 家校通讯录里的学生；填了学籍号就与本系统的学生对应。 */
export const wecomStudent = defineEntity('wecomStudent', {
  title: '企业微信学生',
  service: 'blade-qyweixin',
  path: 'student',
  fields: {
    ...OF_CORP,
    studentUserid: text('学生账号', { required: true, search: true, length: 64, check: 'memberId', editable: 'add' }), // inferred
    name: text('姓名', { required: true, search: 'name', length: 32 }), // inferred
    departments: ref('班级部门', 'wecomDept', { tree: true, multiple: true, required: true }), // inferred
    mobile: text('手机号', { length: 20, check: 'phone', personal: 'phone' }), // inferred
    studentCode: text('学籍号', {
      length: 24,
      search: 'equal',
      check: 'studentCode',
      personal: 'studentCode',
      help: '与学生信息对应',
    }), // inferred
    remark: text('备注', { length: 200, list: false }), // inferred
    ...OF_CLASS,
    ...SYNCED,
  },
  unique: [['corpId', 'studentUserid']],
  order: ['corpId', 'studentUserid'],
  large: { sorts: ['name'] },
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})
