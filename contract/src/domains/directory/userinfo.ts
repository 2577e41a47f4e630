import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 平台用户：在某个组织里的人，按直接上级成树；与登录账号无关。 */
export const userinfo = defineEntity('userinfo', {
  title: '平台用户',
  service: 'yzl-platform',
  fields: {
    realName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    userCode: text('用户编号', { required: true, search: true, length: 64 }), // inferred
    parentId: ref('直接上级', 'userinfo', { tree: true, list: false }), // inferred
    organizeId: ref('所属组织', 'organize', { tree: true }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }), // inferred
    duty: text('职务', { length: 50 }), // inferred
    sex: dict('性别', 'sex', { numeric: true }), // inferred
    phone: text('手机号码', { length: 20, check: 'phone', personal: 'phone' }), // inferred
    email: text('电子邮箱', { length: 100, check: 'email', list: false }), // inferred
    sort: integer('排序', { required: true, default: 0 }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }), // inferred
  },
  unique: [['userCode']],
  order: ['sort', 'userCode'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { school: 'schoolCode' },
})
