import { defineEntity } from '../../kit/entity.ts'
import { dict, ref, text } from '../../kit/field.ts'
import { OF_CLASS, OF_CORP, SYNCED } from './unit.ts'

/** Values of `adminType`. */
export const ADMIN_TYPE = { leader: 0, campus: 1, grade: 2, head: 3, teacher: 4, stage: 5 } as const

/** 部门管理员：教师在校区、学段、年级、班级里的职责。 */
export const wecomDeptAdmin = defineEntity('wecomDeptAdmin', {
  title: '部门管理员',
  service: 'blade-qyweixin',
  path: 'deptadmins',
  fields: {
    ...OF_CORP,
    department: ref('部门', 'wecomDept', { tree: true, required: true, search: true, editable: 'add' }), // inferred
    userId: text('成员账号', { required: true, search: true, length: 64, check: 'memberId', editable: 'add' }), // inferred
    adminType: dict('职责', 'wecom_admin_type', { numeric: true, required: true, search: true, editable: 'add' }), // inferred
    userName: text('姓名', { length: 64, search: true }), // inferred
    subject: text('科目', { length: 15, help: '只用于班主任和任课教师，只填一个' }), // inferred
    ...OF_CLASS,
    ...SYNCED,
  },
  unique: [['corpId', 'department', 'userId', 'adminType']],
  order: ['corpId', 'department', 'adminType', 'userId'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})
