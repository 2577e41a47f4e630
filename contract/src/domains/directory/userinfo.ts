import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 平台用户：在某个组织里的人，按直接上级成树；与登录账号无关。 */
export const userinfo = defineEntity('userinfo', {
  title: '平台用户',
  service: 'yzl-platform',
  fields: {
    realName: text('姓名', { required: true, search: true, length: 50, width: 160 }), // inferred
    userCode: text('用户编号', { required: true, search: true, length: 64, width: 160 }), // inferred
    parentId: ref('直接上级', 'userinfo', { tree: true, table: false }), // inferred
    organizeId: ref('所属组织', 'organize', { tree: true, width: 160 }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, width: 180 }), // inferred
    duty: text('职务', { length: 50, width: 120 }), // inferred
    sex: dict('性别', 'sex', { numeric: true, width: 80 }), // inferred
    phone: text('手机号码', { length: 20, check: 'phone', personal: 'phone', width: 130 }), // inferred
    email: text('电子邮箱', { length: 100, check: 'email', table: false }), // inferred
    sort: integer('排序', { required: true, default: 0, width: 80 }), // inferred
    isSealed: flag('封存', { default: 0, width: 80 }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', table: false, form: false }), // inferred
  },
  unique: [['userCode']],
  order: ['sort', 'userCode'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { school: 'schoolCode' },
  screen: { dialogWidth: 880, copy: false },
})
